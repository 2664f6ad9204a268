import { describe, expect, test } from "vitest";
import { type Dataset, Matrix, parseDataset, type ReadOptions } from "../../src/index.js";
import { fixtureBytes } from "../support/columnar.js";

const read = (text: string, options: ReadOptions, name = "new.csv") =>
  parseDataset(new TextEncoder().encode(text), { ...options, name });
const valuesOf = ({ values }: Dataset) =>
  Array.from((values instanceof Matrix ? values : values.toDense()).data);

describe("only the features that are needed", () => {
  test("are read, in the order asked for, whatever the others hold", async () => {
    const data = await read("a,note,b,c\n1,x,2,3\n4,y,5,6\n", { features: ["c", "a"] });
    expect(data.featureNames).toEqual(["c", "a"]);
    expect(valuesOf(data)).toEqual([3, 1, 6, 4]);
  });

  test("words in a needed column are refused, and so is a missing one", async () => {
    await expect(read("a,note\n1,x\n", { features: ["note"] })).rejects.toThrow('"x" in column "note"');
    await expect(read("a,b\n1,2\n", { features: ["a", "bb", "zzz"] })).rejects.toThrow(
      'new.csv: 2 of the 3 needed features are missing: "bb", "zzz"; the columns are a, b',
    );
  });

  test("missing values of other columns do not matter", async () => {
    const data = await read("a,b\n1,\n2,3\n,4\n", { features: ["a"], missing: "drop-rows" });
    expect(valuesOf(data)).toEqual([1, 2]);
  });

  test("rows that svmlight does not mention are zero", async () => {
    const data = await read("1 2:5\n0 1:7 3:1\n", { features: ["9", "1", "0"] }, "new.svm");
    expect(valuesOf(data)).toEqual([0, 0, 0, 0, 7, 0]);
    await expect(read("1 2:5\n0 1:7\n", { features: ["x"] }, "new.svm")).rejects.toThrow(
      "new.svm: the feature that is needed is missing",
    );
    const behind = await parseDataset(new TextEncoder().encode("1 1:5\n2 2:6\n"), {
      name: "short.svm",
      format: "svmlight",
      features: ["1", "2", "3"],
    });
    expect(behind.featureNames).toEqual(["1", "2", "3"]);
    expect(behind.values.columns).toBe(3);
  });

  test("formats of arrays", async () => {
    const whole = await parseDataset(fixtureBytes("npy/named.npz"), { name: "named.npz" });
    const name = whole.featureNames[1];
    const one = await parseDataset(fixtureBytes("npy/named.npz"), { name: "named.npz", features: [name] });
    expect(one.featureNames).toEqual([name]);
    expect(valuesOf(one)).toEqual(valuesOf(whole.selectColumns([1])));
    expect(one.rowIds).toEqual(whole.rowIds);
  });
});

describe("a target that need not be there", () => {
  const optional = ["target", "idColumn"] as const;

  test("is taken where it is, and so are the ids", async () => {
    const known = { target: "kind", idColumn: "id", optional, features: ["a"] };
    const there = await read("id,a,kind\nr1,1,x\nr2,2,y\nr3,3,z\n", known);
    expect(there.labels!.classes).toEqual(["x", "y", "z"]);
    expect(there.rowIds).toEqual(["r1", "r2", "r3"]);
    const absent = await read("a\n1\n2\n", known);
    expect([absent.labels, absent.rowIds]).toEqual([null, null]);
    // A row whose class is not known is predicted, and does not count in the accuracy.
    expect((await read("a,kind\n1,x\n2,\n", known)).labels).toEqual({
      codes: Int32Array.of(1, 0),
      classes: ["", "x"],
    });
    await expect(read("a\n1\n", { ...known, optional: [] })).rejects.toThrow(
      'no column "kind" for the target',
    );
  });

  test("ids by their place, unless a needed feature stands there", async () => {
    const known = { idColumn: 1, optional, features: ["a"] };
    expect((await read("id,a\nr1,1\nr2,2\n", known)).rowIds).toEqual(["r1", "r2"]);
    expect((await read("a,b\n1,2\n", known)).rowIds).toBeNull();
  });

  test.each([
    ["npy/version1.npy", "species"],
    ["npy/named.npz", "species"],
    ["mat/only_matrix.mat", "species"],
    ["hdf5/modern.h5ad", "no such column"],
    ["hdf5/tenx_v3.h5", "cell_type"],
  ])("%s", async (file, target) => {
    const name = file.split("/")[1];
    const data = await parseDataset(fixtureBytes(file), { name, target, optional });
    expect(data.rows).toBeGreaterThan(0);
    await expect(parseDataset(fixtureBytes(file), { name, target })).rejects.toThrow(
      /there is no|not found|has no labels|does not contain labels/,
    );
  });
});

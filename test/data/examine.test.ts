import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { examine } from "../../src/data/examine.js";
import { surveyFile } from "../../src/data/parse-dataset.js";
import { Dataset, digits, Matrix, planted } from "../../src/index.js";

const levels = async (data: Dataset) =>
  (await examine(data)).findings.map(({ level, text }) => `${level}: ${text}`);
const survey = (text: string, options = {}) =>
  surveyFile(bytesSource(new TextEncoder().encode(text), "data.csv"), options);

describe("examine", () => {
  test("has nothing to say about good data", async () => {
    const { data } = planted();
    expect(await levels(data)).toEqual([]);
  });

  test("knows the digits", async () => {
    const { rows, features, classes, constant, findings } = await examine(await digits());
    expect([rows, features, classes!.length]).toEqual([1797, 64, 10]);
    // The counts of scikit-learn's load_digits().
    expect(classes!.map((entry) => entry.rows)).toEqual([178, 182, 177, 183, 181, 182, 181, 179, 174, 180]);
    expect(constant).toEqual(["pixel_0_0", "pixel_4_0", "pixel_4_7"]);
    expect(findings.some(({ level }) => level === "problem")).toBe(false);
  });

  test("finds what would stop or spoil a run", async () => {
    const rows = [
      [1, 1, 5, 1, 1e6],
      [2, 2, 5, Number.NaN, 2e6],
      [3, 3, 5, 1, 5e6],
      [4, 4, 5, 2, 9e6],
      [-5, -5, 5, 3, 1e7],
      [1, 1, 5, 3, 1e5],
    ];
    const found = await levels(Dataset.fromRows(rows, ["a", "a", "a", "b", "b", "c"]));
    expect(found).toEqual([
      "note: 1 value is missing, in 1 column: 4; they are filled from the training rows",
      "problem: 1 class has one row: c; every class needs at least two",
      "note: 1 column is constant: 3; it ranks last",
      "note: 1 column is an exact copy of another: 1 = 2; of equal columns the first ranks first",
      expect.stringContaining("note: features differ in scale"),
    ]);
  });

  test("counts more classes than fit into one call", async () => {
    const rows = Array.from({ length: 300_000 }, (_, i) => [i % 7]);
    const names = rows.map((_, i) => `c${i >> 1}`);
    expect((await examine(Dataset.fromRows(rows, names))).classes).toHaveLength(150_000);
  });

  test("suspects a target of many numbers, counts, skew, and classes of unequal size", async () => {
    const rows = Array.from({ length: 60 }, (_, i) => [i, (i * 7) % 11]);
    const numbers = Array.from({ length: 60 }, (_, i) => (i % 30) / 7);
    expect((await levels(Dataset.fromRows(rows, numbers)))[0]).toContain("looks like a measurement");
    expect(
      (
        await levels(
          Dataset.fromRows(
            rows,
            rows.map((_, i) => (i < 4 ? "a" : "b")),
          ),
        )
      )[0],
    ).toContain("14 times the rows");
    const sized = async (small: number) =>
      (
        await examine(
          Dataset.fromRows(
            rows,
            rows.map((_, i) => (i < small ? "a" : "b")),
          ),
        )
      ).findings.find(({ code }) => code === "uneven-classes");
    expect(await sized(20)).toBeUndefined();
    expect(await sized(16)).toMatchObject({
      level: "note",
      text: "the largest class has 2.8 times the rows of the smallest",
      remedies: [
        { option: "classWeight", value: "balanced" },
        { option: "metric", value: "balanced-accuracy" },
      ],
    });
    expect(await sized(9)).toMatchObject({ level: "warning" });
    const counts = Dataset.fromRows(
      Array.from({ length: 40 }, (_, i) => [i % 3 ? 0 : i, i % 2 ? 0 : 3]),
      rows.slice(20).map((_, i) => i % 2),
    );
    expect((await levels(counts))[0]).toContain("look like counts");
    // Reads of genes: few zeros, many small numbers and some large ones. Pixels have no such tail.
    const read = (i: number, gene: number) => 2 ** ((i * 7) % 13) + gene;
    const counted = (genes: number) =>
      Array.from({ length: 40 }, (_, i) => Array.from({ length: genes }, (_, gene) => read(i, gene)));
    const reads = counted(60);
    const words = reads.map((_, i) => (i % 2 ? "u" : "v"));
    expect((await levels(Dataset.fromRows(reads, words)))[0]).toContain(
      "look like counts, many of them small",
    );
    // A few columns of whole numbers are prices and sizes.
    expect((await levels(Dataset.fromRows(counted(7), words))).join()).not.toContain("look like counts");
    const pixels = reads.map((row) => row.map((value) => value % 256));
    expect((await levels(Dataset.fromRows(pixels, words))).join()).not.toContain("look like counts");
    const skewed = Dataset.fromRows(
      rows.map((_, i) => [Math.exp(i / 5), Math.exp(((i * 17) % 60) / 4)]),
      rows.map((_, i) => i % 2),
    );
    expect((await levels(skewed))[0]).toContain("skewed");
  });
});

describe("examine, on data that takes its time", () => {
  const large = new Dataset({ values: Matrix.zeros(2000, 1000) });

  test("reports progress that never falls, from 0 to 1", async () => {
    const seen: number[] = [];
    await examine(large, { onProgress: (fraction) => seen.push(fraction) });
    expect([seen[0], seen.at(-1)]).toEqual([0, 1]);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
  });

  test("stops when it is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const onProgress = (fraction: number) => fraction > 0.3 && controller.abort(reason);
    await expect(examine(large, { signal: controller.signal, onProgress })).rejects.toBe(reason);
    await expect(examine(large, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe("surveyFile", () => {
  test("guesses the target by its usual name, and leaves text out", async () => {
    const { data, guessed, columns } = await survey("name,a,species\nu,1,x\nv,2,y\nw,3,x\nz,4,y\n");
    expect(data.labelName).toBe("species");
    expect(guessed).toBe('it is called "species"');
    expect(columns!.map(({ name, kind, use }) => [name, kind, use])).toEqual([
      ["name", "id", "ids"],
      ["a", "number", "feature"],
      ["species", "category", "target"],
    ]);
  });

  test("a condition is guessed of several categories, never before another guess", async () => {
    const ofFour = async (names: string, ...cells: string[]) => {
      const rows = cells.map((row, i) => `${row},${i + 0.5}`).join("\n");
      return (await survey(`${names},x\n${rows}\n`)).guessed;
    };
    const kinds = ["u,1", "v,2", "u,1", "v,2", "u,3"];
    expect(await ofFour("kind,condition", ...kinds)).toBe("it is the only category");
    const words = ["u,good", "v,bad", "u,bad", "v,good"];
    expect(await ofFour("species,condition", ...words)).toBe('it is called "species"');
    expect(await ofFour("bulk_labels,condition", ...words)).toBe('it is called "bulk_labels"');
    expect(await ofFour("site,condition", ...words)).toBe('it is called "condition"');
    expect(await ofFour("subtype,condition", ...words)).toBeNull();
  });

  test("guesses the only category, or the only column of a few whole numbers", async () => {
    expect((await survey("a,b\n1.5,x\n2.5,y\n3.5,x\n4.5,y\n")).guessed).toContain("only category");
    expect((await survey("1.5,1\n2.5,2\n3.5,1\n4.5,2\n")).guessed).toContain(
      "the only column of a few whole numbers (1, 2), and the last one",
    );
    expect((await survey("a,b\n1.5,0.1\n2.5,0.2\n")).data.labels).toBe(null);
  });

  test("guesses nothing where the target is named", async () => {
    const { data, guessed } = await survey("class,kind,a\nx,u,1\ny,u,2\nx,v,3\ny,v,4\n", { target: "kind" });
    expect([data.labelName, guessed]).toEqual(["kind", null]);
  });
});

import { describe, expect, test } from "vitest";
import { flagWording } from "../../src/cli/flags/flag.js";
import { wordRemedies } from "../../src/core/diagnostic.js";
import { bytesSource } from "../../src/data/byte-source.js";
import { stackDatasets } from "../../src/data/dataset.js";
import { examine } from "../../src/data/examine.js";
import { surveyFile } from "../../src/data/parse-dataset.js";
import { npzBytes } from "../../src/data/writers/npz.js";
import { Dataset, parseDataset } from "../../src/index.js";
import { Matrix } from "../../src/numeric/matrix.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string, options: object = {}, name = "data.csv") =>
  parseDataset(bytes(text), { name, ...options });
const source = (text: string, name = "labels.csv") => bytesSource(bytes(text), name);

describe("what reading did is told", () => {
  test("nothing was done to plain data", async () => {
    expect((await read("a,class\n1,x\n2,y\n3,x\n", { target: "class" })).notices).toEqual([]);
    expect(Dataset.fromRows([[1]]).notices).toEqual([]);
  });

  test("rows left out, by reason", async () => {
    const text = "a,b,class\n1,2,x\n,3,y\n4,NA,y\n5,6,\n7,8,x\n9,1,y\n";
    const { notices } = await read(text, { target: "class", missing: "drop-rows" });
    expect(notices).toEqual([
      {
        code: "rows-left-out",
        level: "note",
        text: 'the target "class" has no value in 1 of 6 rows, which was left out',
        count: 1,
        file: "data.csv",
      },
      {
        code: "rows-left-out",
        level: "note",
        text: "values are missing in 2 of 5 rows, which were left out",
        count: 2,
        file: "data.csv",
      },
    ]);
  });

  test("columns left out, by name", async () => {
    const text = "a,b,c,class\n1,2,3,x\n,3,4,y\n4,NA,5,y\n";
    const { notices } = await read(text, { target: "class", missing: "drop-columns" });
    expect(notices).toEqual([
      expect.objectContaining({
        code: "columns-left-out",
        text: "2 of 3 columns were left out, because they have missing values: a, b",
        columns: ["a", "b"],
      }),
    ]);
  });

  test("a guessed target and columns of text, in a survey", async () => {
    const { data } = await surveyFile(source("name,a,species\nu,1,x\nv,2,y\nw,3,x\nz,4,y\n", "d.csv"));
    expect(data.notices).toEqual([
      {
        code: "target-guessed",
        level: "note",
        text: 'column "species" was taken as the target, because it is called "species"',
        column: "species",
        file: "d.csv",
        remedies: [{ action: "confirm it, or name another column", option: "target", value: "species" }],
      },
      {
        code: "columns-left-out",
        level: "note",
        text: "1 column holds an id or a row number and is not used as a feature: name (texts that all differ); name names the rows",
        columns: ["name"],
        count: 1,
        file: "d.csv",
        remedies: [{ action: "use it all the same", option: "columns", value: ["name=category"] }],
      },
    ]);
  });

  test("labels that were matched by position, or not used", async () => {
    const byPlace = await read("a\n1\n2\n3\n", { labels: source("kind\nu\nv\nu\n") });
    expect(byPlace.notices).toEqual([
      expect.objectContaining({
        code: "labels-joined",
        text: "the labels were matched to the rows by position, because the data has no ids",
      }),
    ]);
    const byId = await read("id,a\np,1\nq,2\nr,3\n", {
      idColumn: "id",
      labels: source("sample,kind\nr,k1\nx,k9\nq,k2\np,k1\n"),
    });
    expect(byId.notices).toEqual([
      expect.objectContaining({
        code: "labels-joined",
        text: "1 row of the file with the labels has no row in the data and was not used: x",
        count: 1,
      }),
    ]);
  });

  test("a target that need not be there: rows without it have the empty class name", async () => {
    const { labels, notices } = await read("a,class\n1,x\n2,\n3,y\n", {
      target: "class",
      optional: ["target"],
    });
    expect(Array.from(labels!.codes, (code) => labels!.classes[code])).toEqual(["x", "", "y"]);
    expect(notices).toEqual([]);
  });

  test("categories, unless the user asked for numbers", async () => {
    const arff =
      "@relation r\n@attribute c {red, green, blue}\n@attribute s {m, f}\n@attribute k {x, y}\n@data\nred,m,x\nblue,f,y\ngreen,m,x\n";
    const kept = await read(arff, { target: "k" }, "d.arff");
    expect(kept.notices).toEqual([
      expect.objectContaining({
        code: "categorical-columns",
        text: "2 columns are categories: c, s",
        columns: ["c", "s"],
      }),
    ]);
    expect(kept.categories).toEqual([
      ["red", "green", "blue"],
      ["m", "f"],
    ]);
    expect((await read(arff, { target: "k", nominal: "codes" }, "d.arff")).notices).toEqual([]);
    expect((await read(arff, { target: "k", nominal: "one-hot" }, "d.arff")).notices).toEqual([]);
  });

  test("rows that have no total", async () => {
    const { notices } = await read("a,b,class\n1,3,x\n0,0,y\n2,2,x\n1,NA,y\n", {
      target: "class",
      transforms: ["normalize-total"],
    });
    expect(notices.map(({ code, text }) => [code, text])).toEqual([
      ["rows-not-transformed", "1 row could not be scaled to the common total, because all values are 0"],
      ["rows-not-transformed", "1 row could not be scaled to the common total, because values are missing"],
    ]);
  });

  test("genes whose names stand twice", async () => {
    const matrix = bytes("%%MatrixMarket matrix coordinate integer general\n3 2 2\n1 1 5\n3 2 7\n");
    const data = await parseDataset(matrix, {
      name: "matrix.mtx",
      companions: [source("1\tA\n2\tB\n3\tA\n", "features.tsv"), source("c1\nc2\n", "barcodes.tsv")],
    });
    expect(data.featureNames).toEqual(["A", "B", "A-1"]);
    expect(data.notices).toEqual([
      expect.objectContaining({ code: "columns-renamed", columns: ["A-1"], count: 1 }),
    ]);
  });

  test("a matrix that was transposed to fit its labels", async () => {
    const npz = Buffer.concat([
      ...npzBytes({ values: Matrix.zeros(2, 5), featureNames: ["a", "b", "a", "b", "a"] }),
    ]);
    expect((await parseDataset(npz, { name: "d.npz", target: "feature_names" })).notices).toEqual([
      expect.objectContaining({ code: "transposed" }),
    ]);
  });

  test("notices stay with the data", async () => {
    const data = await read("a,b,class\n1,5,x\n2,NA,y\n3,7,y\n", { target: "class", missing: "drop-rows" });
    const { notices } = data;
    expect(notices).toHaveLength(1);
    expect(data.selectRows([0]).notices).toBe(notices);
    expect(data.selectColumns([0]).notices).toBe(notices);
    expect(data.with({ labels: null }).notices).toBe(notices);
    expect(stackDatasets([data, data]).notices).toHaveLength(2);
  });
});

test("findings say what helps as data, and each door words it", async () => {
  const rows = [
    [1, Number.NaN],
    [2, 1],
    [3, 2],
  ];
  const { findings } = await examine(Dataset.fromRows(rows));
  expect(findings.map(({ code }) => code)).toEqual(["missing-values", "no-labels"]);
  expect(findings[0]).toMatchObject({
    level: "note",
    count: 1,
    columns: ["2"],
    remedies: [
      { option: "missing", value: "knn" },
      { option: "missing", value: "drop-rows" },
      { option: "missing", value: "drop-columns" },
    ],
  });
  expect(wordRemedies(findings[0].remedies!, flagWording)).toBe(
    "fill them from the nearest rows (--missing knn, fills 1 cell), or leave out rows with missing values (--missing drop-rows, drops 1 of 3 rows), or leave out columns with missing values (--missing drop-columns, drops 1 of 2 columns)",
  );
  expect(wordRemedies(findings[1].remedies!, flagWording)).toBe(
    "name the label column with --target, or name a file with the labels with --labels",
  );
  for (const { text } of findings) expect(text).not.toMatch(/--[a-z]/);
});

import { describe, expect, test } from "vitest";
import { examine } from "../../src/data/examine.js";
import {
  compare,
  Dataset,
  evaluate,
  Matrix,
  parseDataset,
  select,
  stabilitySelection,
  tune,
} from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import { selectionReport } from "../../src/report/selection-report.js";
import { dataFile, hasData } from "../support/data.js";

/** 60 rows of two classes, with one column beside noise. */
const classes = Array.from({ length: 60 }, (_, i) => (i * 7) % 3 === 0);
const noise = (i: number, j: number) => Math.sin(1000 * (i + 1) * (j + 2));
function withColumn(
  name: string,
  value: (i: number) => number,
  levels: readonly string[] | null = null,
): Dataset {
  const rows = classes.map((_, i) => [value(i), noise(i, 0), noise(i, 1), noise(i, 2)]);
  return new Dataset({
    values: Matrix.fromRows(rows),
    featureNames: [name, "a", "b", "c"],
    categories: [levels, null, null, null],
    labels: classes.map(String),
  });
}
const leakCodes = new Set<string>(["target-copy", "confounded"]);
const codesOf = async (data: Dataset) =>
  (await examine(data)).findings
    .filter(({ code }) => leakCodes.has(code))
    .map(({ code, columns }) => [code, columns]);

describe("columns that give the classes away", () => {
  test("copies as words, as numbers and as a measurement are told", async () => {
    const found = [["target-copy", ["x"]]];
    expect(await codesOf(withColumn("x", (i) => Number(classes[i]), ["no", "yes"]))).toEqual(found);
    expect(await codesOf(withColumn("x", (i) => (classes[i] ? 7 : 3)))).toEqual(found);
    expect(await codesOf(withColumn("x", (i) => (classes[i] ? 50 : 0) + noise(i, 3)))).toEqual(found);
  });

  test("who has planned the work already reads without looking for them: only the notices differ", async () => {
    const text = ["x,a,class", ...classes.map((is, i) => `${is ? 7 : 3},${noise(i, 0)},${is}`), ""].join(
      "\n",
    );
    const reading = { name: "d.csv", target: "class" };
    const [told, silent] = [
      await parseDataset(text, reading),
      await parseDataset(text, { ...reading, lookForLeaks: false }),
    ];
    expect(told.notices.map(({ code }) => code)).toContain("target-copy");
    expect(silent.notices.map(({ code }) => code)).not.toContain("target-copy");
    expect({ ...silent, notices: null }).toEqual({ ...told, notices: null });
  });

  test("good features are not", async () => {
    expect(await codesOf(withColumn("x", (i) => (classes[i] ? 1 : 0) + 1.5 * noise(i, 3)))).toEqual([]);
    expect(
      await codesOf(withColumn("x", (i) => (i % 10 === 0 ? Number(!classes[i]) : Number(classes[i])))),
    ).toEqual([]);
    expect(await codesOf(withColumn("x", (i) => i % 4))).toEqual([]);
  });

  test("a name that is no measurement lowers the bar; batches that go with the classes are told", async () => {
    const nearly = (i: number) => (i % 15 === 0 ? Number(!classes[i]) : Number(classes[i]));
    expect(await codesOf(withColumn("x", nearly))).toEqual([]);
    expect(await codesOf(withColumn("visit_date", nearly))).toEqual([["target-copy", ["visit_date"]]]);
    const often = (i: number) => (i % 5 === 0 ? Number(!classes[i]) : Number(classes[i]));
    expect(await codesOf(withColumn("batch", often))).toEqual([["confounded", ["batch"]]]);
    expect(await codesOf(withColumn("batch", (i) => i % 4))).toEqual([]);
    expect(await codesOf(withColumn("batch", (i) => Number(classes[i])))).toEqual([
      ["target-copy", ["batch"]],
      ["confounded", ["batch"]],
    ]);
    expect(await codesOf(withColumn("colour", often))).toEqual([]);
    // Many batches, as numbers: each class has its own apart from every fifth row, or all are shared.
    const many = (i: number) => 100 + ((i * 13) % 12) + (often(i) ? 12 : 0);
    expect(await codesOf(withColumn("plate", many))).toEqual([["confounded", ["plate"]]]);
    expect(await codesOf(withColumn("plate", (i) => 100 + ((i * 13) % 24)))).toEqual([]);
    const minutes = (i: number) => (often(i) ? 500 : 0) + 100 * noise(i, 4);
    expect(await codesOf(withColumn("run", minutes))).toEqual([["confounded", ["run"]]]);
    expect(await codesOf(withColumn("run", (i) => noise(i, 4)))).toEqual([]);
  });

  test.skipIf(!hasData)("titanic: alive is survived in words", async () => {
    const data = await readDataset(dataFile("mixed/titanic.csv"), { target: "survived" });
    const told = ({ notices }: Dataset) => notices.filter(({ code }) => leakCodes.has(code));
    expect(told(data)).toMatchObject([{ code: "target-copy", columns: ["alive"], file: "titanic.csv" }]);
    expect((await examine(data)).findings.filter(({ code }) => leakCodes.has(code))).toEqual([]);
    for (const file of [
      "mixed/penguins.csv",
      "mixed/credit-g.arff",
      "formats/iris.arff",
      "formats/ionosphere.arff",
    ])
      expect(told(await readDataset(dataFile(file))), file).toEqual([]);
  });
});

test("what gives the classes away is no longer told once it is excluded, in any result", async () => {
  const text = [
    "x,a,b,class",
    ...classes.map((is, i) => `${is ? 7 : 3},${noise(i, 0)},${noise(i, 1)},${is}`),
    "",
  ];
  const data = await parseDataset(text.join("\n"), { name: "leaky.csv" });
  const told = async (exclude: readonly string[]) => {
    const settings = { method: "fisher", k: 1, exclude } as const;
    const selection = await select(data, settings);
    const evaluation = await evaluate(data, settings);
    const results = [
      selection,
      evaluation,
      await tune(data, settings),
      await stabilitySelection(data, { ...settings, subsamples: 4 }),
      await compare([data], { methods: ["fisher"], k: 1, exclude }),
    ];
    const report = await selectionReport(data, selection, { evaluation });
    return [
      ...results.map(({ notices }) => notices.some(({ code }) => code === "target-copy")),
      JSON.stringify(report.sections.filter(({ id }) => id === "warnings")).includes("almost alone"),
    ];
  };
  expect(await told([])).toEqual(Array(6).fill(true));
  expect(await told(["x"])).toEqual(Array(6).fill(false));
});

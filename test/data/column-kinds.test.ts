import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { type ColumnContext, tellKind } from "../../src/data/column-kinds.js";
import { surveyFile } from "../../src/data/parse-dataset.js";
import { columnFromTexts } from "../../src/data/readers/shared/column-from-texts.js";
import { type Dataset, Matrix, parseDataset } from "../../src/index.js";

const twelve = Array.from({ length: 12 }, (_, i) => i);
/** The column that a text table has for these cells, and what it is told to be. */
const tell = (cells: readonly unknown[], name = "x", context: Partial<ColumnContext> = {}) =>
  tellKind(name, columnFromTexts(cells.map(String)), { mayBeId: true, ...context });
const rowsOf = (values: Dataset["values"]) => {
  const dense = values instanceof Matrix ? values : values.toDense();
  return Array.from({ length: dense.rows }, (_, i) =>
    Array.from({ length: dense.columns }, (_, j) => dense.get(i, j)),
  );
};
const parse = (text: string, options: object = {}, name = "data.csv") =>
  parseDataset(new TextEncoder().encode(text), { name, ...options });

describe("kinds", () => {
  test.each([
    ["number", ["1.5", "2.5", "", "2.5"]],
    ["number", ["3", "1", "3", "2", "1", "3", "3", "1", "2", "2", "1", "3"]],
    ["number", ["5", "-", "7", ".", "8", "missing", "#N/A", "9"]],
    ["category", ["red", "blue", "red", "blue", "", "red"]],
    ["category", ["+", "-", "+", "-"]],
    ["category", ["1", "2", "3+", "1", "2", "3+", "1", "2"]],
    ["yes-no", ["yes", "no", "", "no"]],
    ["yes-no", ["False", "True", "True"]],
    ["yes-no", ["ja", "nein"]],
    ["date", ["2024-05-31", "2024-06-01 10:30", ""]],
    ["date", ["31.5.2024", "1.6.2024"]],
    ["date", ["5/31/24", "6/1/24"]],
    ["date", ["2024-05-31T10:30:00Z", "2024-05-31T10:30:00.5+02:00"]],
    ["category", ["10-19", "20-29", "10-19", "20-29"]],
    ["id", ["A1", "A2", "B1"]],
    ["text", ["a long story", "another one", "a third"]],
    ["text", ["1.2.300", "x", "x"]],
    ["id", twelve],
    ["id", [...twelve].reverse().map((i) => i + 1)],
    ["id", twelve.map((i) => 3 * i + 100)],
    ["number", [...twelve].reverse().map((i) => 3 * i + 100)],
    ["number", twelve.map((i) => i + 0.5)],
    ["number", [1, 2, 3]],
  ])("%s: %j", (kind, cells) => {
    expect(tell(cells).kind).toBe(kind);
  });

  test("names tell ids among whole numbers that all differ", () => {
    const cells = [17, 4, 99, 3];
    for (const name of ["id", "patient_id", "PatientID", "Sample", "case nr", "uid", "INDEX"])
      expect(tell(cells, name).kind, name).toBe("id");
    for (const name of ["age", "grid", "paid", "piano", "income"])
      expect(tell(cells, name).kind, name).toBe("number");
    expect(tell([17, 4, 17, 3], "id").kind).toBe("number");
    expect(tell(cells, "id", { mayBeId: false }).kind).toBe("number");
  });

  test("a few odd cells among many numbers are missing, and told", () => {
    const told = tell([...twelve.map((i) => i / 7), ...twelve.map((i) => i / 9), "n.d.", "< 5"]);
    expect(told).toMatchObject({ kind: "number", notNumbers: { count: 2, examples: ["n.d.", "< 5"] } });
    expect(told.column.kind === "number" && told.column.values.filter(Number.isNaN)).toHaveLength(2);
    expect(tell([1, 2, 1, 2, 1, 2, 1, 2, 1, 2, 1, 2, "x"]).kind).toBe("category");
  });

  test("levels are sorted, numbers by value; declared ones keep their order", () => {
    expect(tell(["b", "a", "b", "a"]).column).toMatchObject({ levels: ["a", "b"] });
    expect(tell(["10", "9", "10"], "x", { declared: "category" }).column).toMatchObject({
      levels: ["9", "10"],
    });
    const nominal = { kind: "nominal", codes: Int32Array.of(0, 1, 0), levels: ["low", "high"] } as const;
    expect(tellKind("x", nominal, { mayBeId: true })).toMatchObject({ kind: "category", column: nominal });
    const yesNo = { ...nominal, levels: ["y", "n"] };
    expect(tellKind("x", yesNo, { mayBeId: true }).kind).toBe("yes-no");
  });

  test("a dictionary with hardly any text twice follows the rules of text", () => {
    const codes = Int32Array.from(twelve);
    const levels = twelve.map((i) => `S${i}`);
    const column = { kind: "nominal", codes, levels, isDictionary: true } as const;
    expect(tellKind("x", column, { mayBeId: true }).kind).toBe("id");
    expect(tellKind("x", { kind: "nominal", codes, levels }, { mayBeId: true }).kind).toBe("category");
  });
});

const people = [
  "patient_id,born,remark,sex,smoker,age,class",
  "P1,1970-01-05,came by bus today,f,yes,41,ill",
  "P2,1981-11-30,had no breakfast,m,no,,well",
  "P3,1990-02-03,nothing,f,no,23,ill",
  "P4,1985-07-19,nothing at all,m,yes,38,well",
].join("\n");

describe("a table of all kinds", () => {
  test("is read without further options", async () => {
    const data = await parse(people);
    expect(data.featureNames).toEqual(["sex", "smoker", "age"]);
    expect(data.categories).toEqual([["f", "m"], ["no", "yes"], null]);
    expect(rowsOf(data.values)[1]).toEqual([1, 0, Number.NaN]);
    expect(data.rowIds).toEqual(["P1", "P2", "P3", "P4"]);
    expect(data.labels!.classes).toEqual(["ill", "well"]);
    expect(data.notices.map(({ code, columns, column }) => [code, columns ?? column])).toEqual([
      ["target-guessed", "class"],
      ["columns-left-out", ["patient_id"]],
      ["columns-left-out", ["born"]],
      ["columns-left-out", ["remark"]],
      ["categorical-columns", ["sex", "smoker"]],
    ]);
  });

  test("kinds can be declared, by name or pattern; the last declaration counts", async () => {
    const columns = ["*=text", "age=category", "patient_id=category", "s*=category", "smoker=id"];
    const data = await parse(people, { columns, target: "class" });
    expect(data.featureNames).toEqual(["patient_id", "sex", "age"]);
    expect(data.categories![2]).toEqual(["23", "38", "41"]);
    expect(data.notices.map(({ code }) => code)).toEqual(["categorical-columns"]);
    await expect(parse(people, { columns: ["age=yes-no"] })).rejects.toThrow(
      /^columns must be a list of columns/,
    );
  });

  test("categories as numbers, if asked for", async () => {
    expect((await parse(people, { nominal: "codes" })).categories).toBe(null);
    const text = "c,class\nr,x\ng,y\nb,x\nr,y\ng,x\nb,y\n";
    expect((await parse(text, { nominal: "one-hot", target: "class" })).featureNames).toEqual([
      "c=b",
      "c=g",
      "c=r",
    ]);
  });

  test("transforms leave categories as they are", async () => {
    const data = await parse("a,s,class\n1,u,x\n1,v,y\n1,u,x\n1,v,y\n", {
      transforms: ["log1p"],
      target: "class",
    });
    expect(rowsOf(data.values).map((row) => row[1])).toEqual([0, 1, 0, 1]);
  });

  test("new data is read by the levels of the old; unknown ones come behind them", async () => {
    const options = { features: ["sex", "age"], levels: [{ column: "sex", levels: ["m", "f"] }] };
    const data = await parse("sex,age\nf,1\nd,2\nm,3\n", options);
    expect(data.categories).toEqual([["m", "f", "d"], null]);
    await expect(parse("sex,age\nf,old\n", options)).rejects.toThrow('"old" in column "age" is not a number');
    await expect(parse("sex,age\nd,2\n", { ...options, nominal: "codes" })).rejects.toThrow(
      "not among the levels",
    );
  });
});

describe("the target", () => {
  const survey = async (text: string, name = "d.csv") =>
    surveyFile(bytesSource(new TextEncoder().encode(text), name));

  test("of several with a usual name, the first or last column", async () => {
    const { data } = await survey("survived,class,a\n0,u,1.5\n1,v,2.5\n0,u,3\n1,v,4\n");
    expect(data.labelName).toBe("survived");
  });

  test("several candidates are listed where labels are needed", async () => {
    const { data } = await survey("s,t,a\nu,p,1.5\nv,q,2.5\nu,p,3\nv,q,4\n");
    expect(data.labels).toBe(null);
    const { select } = await import("../../src/index.js");
    await expect(select(data, { k: 1 })).rejects.toMatchObject({
      code: "target",
      remedies: [
        { option: "target", value: "t" },
        { option: "target", value: "s" },
      ],
    });
  });

  test("numbers that are no classes are to be predicted, unless declared to be classes", async () => {
    const rows = twelve.flatMap((i) => [`${i},${i / 8 + 1}`, `${i * 2.5},${i / 8 + 1}`]);
    const text = `a,y\n${rows.join("\n")}\n`;
    const data = await parse(text, { target: "y" });
    expect(Array.from(data.targets!)).toEqual(twelve.flatMap((i) => [i / 8 + 1, i / 8 + 1]));
    expect(data.notices.find(({ code }) => code === "numeric-target")).toMatchObject({
      text: 'the target "y" has 12 different values from 1 to 2.375, so it is a number to predict (regression)',
      remedies: [{ option: "task", value: "classification" }],
    });
    for (const options of [{ columns: ["y=category"] }, { task: "classification" }] as const) {
      const { labels, targets } = await parse(text, { target: "y", ...options });
      expect([labels!.classes.length, targets]).toEqual([12, null]);
    }
    const years = `a,y\n${twelve.flatMap((i) => [`${i}.5,${i}`, `${i}.7,${i}`]).join("\n")}\n`;
    const { labels, targets, notices } = await parse(years, { target: "y" });
    expect([labels!.classes.length, targets]).toEqual([12, null]);
    expect(notices.find(({ code }) => code === "ordered-target")).toMatchObject({
      text: 'the target "y" has the levels 0 to 11, which were taken as 12 classes without an order; if they are a score, they can be predicted as ordered numbers',
      remedies: [{ option: "task", value: "regression" }],
    });
    const scores = await parse(years, { target: "y", task: "regression" });
    expect(Array.from(scores.targets!)).toEqual(twelve.flatMap((i) => [i, i]));
    expect(scores.notices.filter(({ code }) => code.endsWith("-target"))).toEqual([]);
    // Levels that are declared, or that are not in a row, are no score.
    const odd = `a,y\n${twelve.flatMap((i) => [`${i}.5,${i * i}`, `${i}.7,${i * i}`]).join("\n")}\n`;
    expect((await parse(odd, { target: "y" })).notices.map(({ code }) => code)).not.toContain(
      "ordered-target",
    );
    const text2 = `a,y\n${twelve.map((i) => `${i}.5,${i % 2 ? "red" : "blue"}`).join("\n")}\n`;
    await expect(parse(text2, { target: "y", task: "regression" })).rejects.toThrow(
      /the target "y" is "blue" in row 1, which is not a number to predict/,
    );
  });
});

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
    ["id", [...twelve, ""]],
    ["number", [...twelve, "", "", ""]],
    ["number", [...twelve.map((i) => 3 * i + 1990), ""]],
    ["number", [...[...twelve].reverse(), ""]],
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

describe("numbers as people write them", () => {
  const numbersIn = (cells: readonly string[], decimalMark?: number) => {
    const { kind, column } = tell(cells, "x", { decimalMark });
    return kind === "number" && column.kind === "number" ? [...column.values] : kind;
  };

  test("have a unit, a sign of money, or marks between thousands", () => {
    expect(numbersIn(["12 mg", "4.5 mg", "-", "7"])).toEqual([12, 4.5, Number.NaN, 7]);
    expect(numbersIn(["60.1%", "7%", "", "-1e2 %"])).toEqual([60.1, 7, Number.NaN, -100]);
    expect(numbersIn(["$1,200", "$35", "$1,234,567.5"])).toEqual([1200, 35, 1234567.5]);
    expect(numbersIn(["1’200", "3'400.25", "999"])).toEqual([1200, 3400.25, 999]);
    const comma = ",".charCodeAt(0);
    expect(numbersIn(["80.377,01", "1.234", "17,5"], comma)).toEqual([80377.01, 1234, 17.5]);
    expect(numbersIn(["58,1 %", "3 %"], comma)).toEqual([58.1, 3]);
    // Some comma cannot stand between thousands, so all of them are decimal marks.
    expect(numbersIn(["4,5", "-12,75", "7", "n.a.", "1,204"])).toEqual([4.5, -12.75, 7, Number.NaN, 1.204]);
  });

  test.each([
    ["other units", ["12 mg", "1 g", "12 mg", "1 g"]],
    ["a decimal comma among points", ["0,353", "1,204", "0,353", "1,204"]],
    ["scores with a sign", ["1+", "2+", "1+", "2+"]],
    ["Indian groups", ["12,34,567", "1,234", "12,34,567", "1,234"]],
    ["ranges", ["10-19", "20-29", "10-19", "20-29"]],
    ["two numbers", ["120/80", "110/70", "120/80", "110/70"]],
  ])("%s are no numbers: %j", (_, cells) => {
    expect(tell(cells).kind).toBe("category");
  });

  test("are told, may be declared, and are found again in new data", async () => {
    const text = `dose,cost,class\n${twelve.map((i) => `${i % 5} mg,"${1 + (i % 7)},500",${"ab"[i % 2]}`).join("\n")}\n`;
    const data = await parse(text);
    expect(data.categories).toBeNull();
    expect(rowsOf(data.values).slice(0, 2)).toEqual([
      [0, 1500],
      [1, 2500],
    ]);
    expect(data.notices.filter(({ code }) => code === "written-numbers")).toMatchObject([
      {
        columns: ["dose", "cost"],
        text: '2 columns hold numbers with a unit, marks between thousands or a decimal comma, read as plain numbers: dose ("0 mg" as 0), cost ("1,500" as 1500)',
      },
    ]);
    expect((await parse(text, { columns: ["dose=category"] })).categories?.[0]).toHaveLength(5);
    const one = await parse('dose,cost\n3 mg,"2,500"\n', { features: ["cost", "dose"] });
    expect(rowsOf(one.values)).toEqual([[2500, 3]]);
  });
});

describe("spellings of one word", () => {
  const levelsOf = (cells: readonly string[]) => {
    const { kind, column } = tell(cells);
    return column.kind === "nominal" ? [kind, ...column.levels] : kind;
  };

  test("are one level, called as it is most often", () => {
    expect(levelsOf(["Sick", "sick", "sick", "Well", "WELL", "Well"])).toEqual(["category", "Well", "sick"]);
    expect(levelsOf(["B cell", "b  cell", "T cell", "B cell"])).toEqual(["category", "B cell", "T cell"]);
    expect(levelsOf(["m", "F", "M", "f", "m", "f"])).toEqual(["category", "f", "m"]);
    expect(levelsOf(["yes", "No", "Y", "n", "YES", "no", "yes", "no"])).toEqual(["yes-no", "no", "yes"]);
    expect(levelsOf(["ja", "j", "j", "nein", "nein", "n", "ja"])).toEqual(["yes-no", "ja", "nein"]);
  });

  test.each([
    ["alleles", ["A", "a", "B", "b", "A", "a", "B", "b"]],
    ["genotypes", ["AA", "Aa", "aa", "AA", "Aa", "aa"]],
    ["long genotypes", ["AABB", "AaBb", "aabb", "xx", "AABB", "AaBb", "aabb", "xx"]],
    ["what would be one level", ["AABB", "aabb", "AABB", "aabb"]],
  ])("%s stay apart: %j", (_, cells) => {
    expect(levelsOf(cells)).toHaveLength(1 + new Set(cells).size);
  });

  test("are told for features and the target, and kept apart if declared", async () => {
    const rows = ["1,Sick,yes", "2,sick,Yes", "3,well,no", "4,Well,NO", "5,sick,no", "6,well,yes"];
    const text = `x,status,smoker\n${rows.join("\n")}\n`;
    const data = await parse(text, { target: "status" });
    expect(data.labels?.classes).toEqual(["sick", "well"]);
    expect(data.categories).toEqual([null, ["no", "yes"]]);
    expect(data.notices.find(({ code }) => code === "spellings-merged")?.text).toBe(
      'spellings of the same word were taken as one in 2 columns: smoker ("NO" as "no"; "Yes" as "yes"), status ("Sick" as "sick"; "Well" as "well")',
    );
    const apart = await parse(text, { target: "status", columns: ["status=category"] });
    expect(apart.labels?.classes).toEqual(["Sick", "Well", "sick", "well"]);
  });
});

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

  test("a column of texts of which most are numbers can be used as numbers, and a notice says how", async () => {
    const rows = Array.from(
      { length: 70 },
      (_, i) => `${i % 3 ? 1.5 * (i % 62) : `<${i % 62}`},${i % 2 ? "a" : "b"}`,
    );
    const text = `level,class\n${rows.join("\n")}\n`;
    const remedies = (await parse(text)).notices.flatMap((one) => one.remedies ?? []);
    expect(remedies).toContainEqual({
      action: "use the numbers of level, with all else as missing",
      option: "columns",
      value: ["level=number"],
    });
    const { values } = await parse(text, { columns: ["level=number"], missing: "impute" });
    expect([values.rows, values.columns]).toEqual([70, 1]);
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

  test("a kind that does not exist is named", async () => {
    await expect(
      parse("age,class\n1,a\n2,b\n", { columns: ["class=category", "age=integer"] }),
    ).rejects.toThrow(/such as age=category \(number, category, text, date, id\); "age=integer" was given/);
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

  test("numbers beside marks of missing values are numbers to predict, rows without one are left out", async () => {
    const cells = Array.from({ length: 40 }, (_, i) => (i % 10 === 3 ? "-" : `${i}.5`));
    const data = await parse(`a,price\n${cells.map((cell, i) => `${i % 7},${cell}`).join("\n")}\n`, {
      target: "price",
    });
    expect(Array.from(data.targets!)).toEqual(cells.filter((cell) => cell !== "-").map(Number));
    const comma = await parse(
      `a;price\n${cells.map((cell, i) => `${i % 7},5;${cell.replace(".", ",")}`).join("\n")}\n`,
      {
        target: "price",
      },
    );
    expect(comma.targets).toEqual(data.targets);
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
    const few = `a,y\n${twelve.map((i) => `${i}.5,${i % 3}`).join("\n")}\n`;
    expect((await parse(few, { target: "y" })).notices.map(({ code }) => code)).not.toContain(
      "ordered-target",
    );
    const text2 = `a,y\n${twelve.map((i) => `${i}.5,${i % 2 ? "red" : "blue"}`).join("\n")}\n`;
    await expect(parse(text2, { target: "y", task: "regression" })).rejects.toThrow(
      /the target "y" is "blue" in row 1, which is not a number to predict/,
    );
  });
});

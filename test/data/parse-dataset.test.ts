import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { examine } from "../../src/data/examine.js";
import { readTable } from "../../src/data/parse-dataset.js";
import { InputError, type Matrix, parseDataset, type SparseMatrix, select } from "../../src/index.js";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string, options = {}) => parseDataset(bytes(text), { name: "data.csv", ...options });
const rowsOf = (values: Matrix | SparseMatrix) => {
  const dense = "toDense" in values ? values.toDense() : values;
  return Array.from({ length: dense.rows }, (_, i) =>
    Array.from(dense.data.subarray(i * dense.columns, (i + 1) * dense.columns)),
  );
};

const table = "id,height,weight,class\np,1,10,x\nq,2,20,y\nr,3,30,x\ns,4,40,y\n";

describe("telling target, ids and features apart", () => {
  test("by name", async () => {
    const data = await parse(table, { target: "class", idColumn: "id" });
    expect(data.featureNames).toEqual(["height", "weight"]);
    expect(rowsOf(data.values)).toEqual([
      [1, 10],
      [2, 20],
      [3, 30],
      [4, 40],
    ]);
    expect(data.rowIds).toEqual(["p", "q", "r", "s"]);
    expect(data.labels).toEqual({ codes: Int32Array.of(0, 1, 0, 1), classes: ["x", "y"] });
    expect(data.labelName).toBe("class");
    expect(data.source).toEqual({ name: "data.csv", format: "csv", transforms: [] });
  });

  test("by number, as first and last, with columns dropped", async () => {
    expect((await parse(table, { target: 4, idColumn: 1 })).labels!.classes).toEqual(["x", "y"]);
    expect((await parse(table, { target: "last", idColumn: "first" })).featureNames).toEqual([
      "height",
      "weight",
    ]);
    expect((await parse(table, { target: "last", drop: ["id", "weight"] })).featureNames).toEqual(["height"]);
  });

  test.each([
    [
      { target: "clas", idColumn: "id" },
      'data.csv: there is no column "clas" for the target (did you mean "class"?); the columns are id, height, weight, class',
    ],
    [
      { target: "9", idColumn: "id" },
      "data.csv: target 9 does not exist; the columns are numbered from 1 to 4",
    ],
    [{ target: "class", idColumn: "class" }, 'column "class" cannot be both the target and the ids'],
    [{ target: "class", features: ["id"] }, 'data.csv, line 2: "p" in column "id" is not a number'],
    [
      { target: "class", columns: ["heigth=text"] },
      '"heigth" for the kind of a column (did you mean "height"?)',
    ],
    [{ target: "class", columns: ["x*=text"] }, 'no column is called like "x*"'],
    [{ target: "id", drop: ["class"] }, 'the target "id" has a different value in each of the 4 rows'],
  ])("%j is refused", async (options, message) => {
    await expect(parse(table, options)).rejects.toThrow(message);
    await expect(parse(table, options)).rejects.toThrow(InputError);
  });

  test("a row without a label is left out", async () => {
    const text = "a,class\n1,x\n2,\n3,y\n4,x\n";
    for (const missing of ["impute", "drop-rows", "drop-columns", "error"]) {
      const data = await parse(text, { target: "class", missing });
      expect(rowsOf(data.values)).toEqual([[1], [3], [4]]);
      expect(data.notices).toEqual([expect.objectContaining({ code: "rows-left-out", count: 1 })]);
    }
    await expect(parse("a,class\n1,\n2,\n", { target: "class" })).rejects.toThrow("has no value in any row");
  });

  test("missing values stay to be filled, or their rows or columns are left out, or they are refused", async () => {
    const text = "a,b,class\n1,5,x\n2,NA,y\n3,7,y\n";
    expect(rowsOf((await parse(text, { target: "class" })).values)[1]).toEqual([2, Number.NaN]);
    expect(rowsOf((await parse(text, { target: "class", missing: "drop-rows" })).values)).toEqual([
      [1, 5],
      [3, 7],
    ]);
    const dropped = await parse(text, { target: "class", missing: "drop-columns" });
    expect(dropped.featureNames).toEqual(["a"]);
    expect(rowsOf(dropped.values)).toEqual([[1], [2], [3]]);
    expect((await parse(text, { target: "class" })).missing).toBe("impute");
    expect((await parse(text, { target: "class", missing: "knn" })).missing).toBe("knn");
    await expect(parse(text, { target: "class", missing: "error" })).rejects.toMatchObject({
      code: "missing-values",
      facts: { columns: ["b"], count: 1 },
    });
  });

  test("a policy that leaves nothing names those that work", async () => {
    const text = "a,b,class\n1,,x\n,2,y\n3,,x\n4,,y\n5,,x\n";
    const failure = (missing: string) => parse(text, { target: "class", missing }).catch((error) => error);
    const works = async (missing: string) =>
      (await failure(missing)).remedies.map(({ value }: { value: string }) => value);
    expect(await works("drop-rows")).toEqual(["impute"]);
    expect(await works("drop-columns")).toEqual(["impute"]);
    const mostly = "a,b,class\n1,,x\n,2,y\n,,x\n,,y\n3,4,x\n";
    const refused = await parse(mostly, { target: "class" }).catch((error) => error);
    expect(refused.message).toBe(
      'data.csv: every column has more than half of its values missing; leave out rows instead (missing: "drop-rows", drops 4 of 5 rows)',
    );
  });

  test("columns that are mostly missing are left out", async () => {
    const data = await parse("a,b,class\n1,,x\n2,,y\n3,7,y\n", { target: "class" });
    expect(data.featureNames).toEqual(["a"]);
    expect(data.notices).toEqual([
      expect.objectContaining({
        code: "columns-left-out",
        text: "1 of 2 columns was left out, because it has more than half of the values missing: b",
      }),
    ]);
  });
});

describe("labels from elsewhere", () => {
  const features = "id,a\np,1\nq,2\nr,3\n";
  const labels = (text: string) => bytesSource(bytes(text), "labels.csv");

  test("joined by id, in any order, with more rows than needed", async () => {
    const data = await parse(features, {
      idColumn: "id",
      labels: labels("sample,kind\nr,k1\nx,k9\nq,k2\np,k1\n"),
    });
    expect(Array.from(data.labels!.codes, (code) => data.labels!.classes[code])).toEqual(["k1", "k2", "k1"]);
    expect(data.labelName).toBe("kind");
  });

  test("joined by place where there are no ids", async () => {
    const data = await parse("a\n1\n2\n3\n", { labels: labels("kind\nu\nv\nu\n") });
    expect(data.labels!.classes).toEqual(["u", "v"]);
  });

  test.each([
    ["sample,kind\np,1\n", {}, "2 of 3 rows of data have no label: q, r"],
    ["sample,kind\np,1\np,2\nq,1\nr,1\n", {}, 'the id "p" occurs twice'],
    [
      "sample,kind,age\np,u,1\nq,v,2\nr,u,3\n",
      {},
      "labels.csv: it is not clear which column holds the labels; the columns are sample, kind, age; name the column with labelColumn",
    ],
    ["sample,kind\np,u\nq,v\nr,u\n", { labelColumn: "kin" }, 'did you mean "kind"?'],
  ])("%j is refused", async (text, options, message) => {
    await expect(parse(features, { idColumn: "id", labels: labels(text), ...options })).rejects.toThrow(
      message,
    );
  });

  test("a line of totals, which has no label, is told for what it is", async () => {
    await expect(
      parse("id,a\np,1\nq,2\nr,4\nSumme,7\n", { idColumn: "id", labels: labels("id,kind\np,u\nq,v\nr,u\n") }),
    ).rejects.toThrow(
      "Summe; the first ids in the file with the labels are p, q, r; that seems to be a line of totals: delete it",
    );
  });

  test("ids are in the column that holds the most of them, also where the first row has none", async () => {
    const sheet = "nr,sample,kind\n1,q,u\n2,r,v\n3,s,u\n4,p,\n";
    const data = await parse("id,a,b\np,1,2\nq,3,4.5\nr,5,7\ns,8,1\n", {
      labels: labels(sheet),
      labelColumn: "kind",
      idColumn: "id",
    });
    expect(data.rowIds).toEqual(["q", "r", "s"]);
    await expect(
      parse("id,a,b\nx,1,2\nq,3,4.5\nr,5,7\n", {
        labels: labels(sheet),
        labelColumn: "kind",
        idColumn: "id",
      }),
    ).rejects.toThrow(
      "1 of 3 rows of data has no label: x; the first ids in the file with the labels are q, r, s",
    );
  });

  test("other columns of the file with the labels are named", async () => {
    const sheet = "id,kind,batch,age\np,u,1,30\nq,v,2,40\nr,u,1,50\ns,v,2,60\n";
    const data = "id,a,b\np,1,2\nq,3,4.5\nr,5,7\ns,8,1\n";
    const told = async (options: object) =>
      (await parse(data, { labels: labels(sheet), labelColumn: "kind", ...options })).notices
        .filter(({ code }) => code === "labels-joined")
        .map(({ columns }) => columns);
    expect(await told({})).toEqual([["batch", "age"]]);
    expect(await told({ rowGroups: "batch" })).toEqual([["age"]]);
  });

  test("where the labels fit the columns, samples in columns are proposed", async () => {
    const genes = "gene,p,q,r\ng1,1,2,3\ng2,4,5,6.5\n";
    const reading = parse(genes, { idColumn: "gene", labels: labels("sample,kind\np,u\nq,v\nr,u\n") });
    await expect(reading).rejects.toMatchObject({
      remedies: [{ option: "samplesIn", value: "columns" }, { option: "labelColumn" }],
    });
  });

  test("several rows of one patient are told, whatever the column holds", async () => {
    const line = (i: number, patient: string | number) => `${patient},${(i * i) % 17}.5,${i % 2 ? "x" : "y"}`;
    const table = (name: string, patient: (i: number) => string | number) =>
      `${name},v,class\n${Array.from({ length: 40 }, (_, i) => line(i, patient(i))).join("\n")}\n`;
    const told = async (text: string, options = {}) =>
      (await parse(text, { target: "class", ...options })).notices.filter(
        ({ code }) => code === "repeated-subjects",
      );
    for (const patient of [(i: number) => `P${i >> 1}`, (i: number) => 100 + (i >> 2)]) {
      const text = table("Patient ID", patient);
      expect(await told(text)).toMatchObject([
        { level: "warning", remedies: [{ option: "rowGroups", value: "Patient ID" }] },
      ]);
      expect(await told(text, { rowGroups: "Patient ID" })).toEqual([]);
    }
    expect(await told(table("patient", (i) => `P${i}`))).toEqual([]);
    expect(await told(table("subject", (i) => `topic ${i % 4}`))).toEqual([]);
    expect(await told(table("score", (i) => i >> 1))).toEqual([]);
    expect(await told(table("study_donor", (i) => `P${i >> 1}`))).toHaveLength(1);
    // Numbers are names of somebody only where nothing else is said of them.
    for (const name of ["income_per_person", "age_patient", "beds per patient"])
      expect(await told(table(name, (i) => 20 + (i >> 1)))).toEqual([]);
    expect(await told(table("person", (i) => 0.5 + (i >> 1)))).toEqual([]);
  });

  test("genes in rows are recognised", async () => {
    const genes = Array.from({ length: 200 }, (_, i) => `GENE${i},${i / 7},${i / 3},${i % 13}.5,${i % 7}.25`);
    const { notices } = await parse(`gene,s1,s2,s3,s4\n${genes.join("\n")}\n`);
    expect(notices.map(({ code }) => code)).toContain("samples-in-columns");
    // A gene may be there twice; the file with the labels then shows that its samples are columns.
    const twice = `gene,s1,s2,s3,s4\n${[...genes, genes[0]].join("\n")}\n`;
    const again = await parse(twice);
    expect(again.notices.map(({ code }) => code)).toContain("samples-in-columns");
    // Sentences are no names.
    const remarks = twice.replaceAll(/^(?!gene)\S+?,/gm, (name) => `about ${name}`);
    expect((await parse(remarks)).notices.map(({ code }) => code)).not.toContain("samples-in-columns");
    const sheet = labels("sample,kind\ns1,u\ns2,v\ns3,u\ns4,v\ns5,u\n");
    await expect(parse(twice, { labels: sheet, labelColumn: "kind" })).rejects.toMatchObject({
      remedies: [{ option: "samplesIn", value: "columns" }, { option: "idColumn" }],
    });
    const labelled = genes.map((line, i) => `${line},${i % 2 ? "x" : "y"}`);
    const named = await parse(`gene,s1,s2,s3,s4,class\n${labelled.join("\n")}\n`);
    expect(named.notices.map(({ code }) => code)).not.toContain("samples-in-columns");
  });

  test("genes in rows are proposed to be turned where labels are needed, and then the classes in their names", async () => {
    const names = Array.from({ length: 20 }, (_, i) => (i < 12 ? `normal.${i + 1}` : `colon.${i - 11}`));
    const genes = Array.from(
      { length: 300 },
      (_, j) => `g${j},${names.map((_, i) => Math.sin(i * j + j)).join(",")}`,
    );
    const text = `gene,${names.join(",")}\n${genes.join("\n")}\n`;
    const turned = [{ option: "samplesIn", value: "columns" }];
    await expect(select(await parse(text))).rejects.toMatchObject({ code: "target", remedies: turned });
    const data = await parse(text, { samplesIn: "columns" });
    expect([data.rows, data.features]).toEqual([20, 300]);
    const pattern = "^[A-Za-z]+";
    await expect(select(data)).rejects.toMatchObject({
      code: "target",
      remedies: [{ option: "labelPattern", value: pattern }, { option: "target" }, { option: "labels" }],
    });
    const labelled = await parse(text, { samplesIn: "columns", labelPattern: pattern });
    expect(labelled.labels?.classes).toEqual(["colon", "normal"]);
    const beside = labels(`sample,kind\n${names.map((name, i) => `${name},${i % 2}`).join("\n")}\n`);
    await expect(parse(text, { labels: beside })).rejects.toMatchObject({
      remedies: expect.arrayContaining([expect.objectContaining({ option: "samplesIn" })]),
    });
    expect((await parse(text, { labels: beside, samplesIn: "columns" })).labels?.classes).toEqual(["0", "1"]);
  });

  test("without ids there must be as many labels as rows", async () => {
    await expect(parse("a\n1\n2\n3\n", { labels: labels("kind\nu\nv\n") })).rejects.toThrow(
      "there are 2 labels for 3 rows of data, and no ids",
    );
  });

  test("from a pattern over the ids", async () => {
    const text = "id,a\ntumor.1,1\ntumor.2,2\nnormal.1,3\n";
    const data = await parse(text, { idColumn: "id", labelPattern: "^([a-z]+)\\." });
    expect(data.labels!.classes).toEqual(["normal", "tumor"]);
    await expect(parse(text, { idColumn: "id", labelPattern: "^x" })).rejects.toThrow(
      'does not match the row id "tumor.1"',
    );
    await expect(parse(text, { idColumn: "id", labelPattern: "(" })).rejects.toThrow(
      "is not a regular expression",
    );
    await expect(parse("a\n1\n", { labelPattern: "x" })).rejects.toThrow("need row ids");
  });
});

describe("telling the format", () => {
  const svmlight = "+1 1:0.5 3:2\n-1 2:1\n";
  test.each([
    ["by content, whatever the name", svmlight, "data", undefined, "svmlight"],
    ["by content before the ending", svmlight, "data.txt", undefined, "svmlight"],
    ["by ending", "1,x\n2,y\n", "data.csv", undefined, "csv"],
    ["as text where nothing tells", "1,2\n2,3\n", "data.unknown", undefined, "csv"],
    ["as the user says", "1,2\n2,3\n", "data.npz", "csv", "csv"],
  ])("%s", async (_, text, name, format, expected) => {
    const data = await parseDataset(bytes(text), {
      name,
      format,
      target: expected === "csv" ? 2 : undefined,
    });
    expect(data.source.format).toBe(expected);
  });

  test.each([
    ["an empty file", new Uint8Array(0), {}, "data: the file is empty"],
    [
      "bytes of no known kind",
      Uint8Array.of(1, 2, 3, 0, 0, 9),
      {},
      "data: the format is unknown; these formats can be read: ",
    ],
    [
      "a format that does not exist",
      bytes("1,2\n"),
      { format: "cvs" },
      'unknown format "cvs" (did you mean "csv"?)',
    ],
    ["gzip that is cut off", Uint8Array.of(0x1f, 0x8b, 8, 0, 0), {}, "gzip"],
  ])("%s is refused", async (_, input, options, message) => {
    await expect(parseDataset(input, { name: "data", ...options })).rejects.toThrow(message);
    await expect(parseDataset(input, { name: "data", ...options })).rejects.toThrow(InputError);
  });

  test("a table is needed where columns have names", async () => {
    await expect(readTable(bytesSource(bytes(svmlight), "labels"))).rejects.toThrow(
      "a table with named columns is needed",
    );
  });
});

describe("transforms", () => {
  test("are applied in the order given and kept in the source", async () => {
    const data = await parse("a,b,class\n1,3,x\n0,0,y\n5,5,x\n", {
      target: "class",
      transforms: ["normalize-total", "log1p"],
    });
    const expected = [
      [2500, 7500],
      [0, 0],
      [5000, 5000],
    ].map((row) => row.map((x) => Math.log1p(x)));
    rowsOf(data.values)
      .flat()
      .forEach((x, at) => {
        expect(x).toBeCloseTo(expected.flat()[at], 12);
      });
    expect(data.source.transforms).toEqual(["normalize-total", "log1p"]);
  });

  test("keep sparse data sparse where zero stays zero", async () => {
    const text = bytes("1 1:1 3:3\n2 2:4\n1 1:2\n");
    const data = await parseDataset(text, { name: "x.svm", transforms: ["normalize-total", "log1p"] });
    expect("rowStarts" in data.values).toBe(true);
    expect(rowsOf(data.values)[0][2]).toBeCloseTo(Math.log1p(7500), 12);
    await expect(parseDataset(text, { name: "x.svm", transforms: ["log"] })).rejects.toThrow(
      "log1p allows zeros",
    );
  });

  test.each([
    ["log", "0", "the transform log needs values above 0, but the data has 0"],
    ["log1p", "-1", "the transform log1p needs values above -1, but the data has -1"],
    ["normalize-total", "-2", "but -2 in row 1 is negative"],
  ])("%s refuses %s", async (transform, value, message) => {
    await expect(
      parse(`a,class\n${value},x\n1,y\n2,x\n`, { target: "class", transforms: [transform] }),
    ).rejects.toThrow(message);
  });
});

test("an aborted reading ends with the reason", async () => {
  const reason = new Error("enough");
  await expect(
    parse(table, { target: "class", idColumn: "id", signal: AbortSignal.abort(reason) }),
  ).rejects.toBe(reason);
});

describe("reading options", () => {
  test.each([
    [
      { missing: "drop" },
      /^missing must be one of impute, knn, drop-rows, drop-columns, error; "drop" was given/,
    ],
    [{ nominal: "onehot" }, /^nominal must be one of/],
    [{ samplesIn: "cols" }, /^samplesIn must be one of/],
    [{ decimal: ";" }, /^decimal must be one of/],
    [{ transforms: ["sqrt"] }, /^transforms must be one of/],
  ])("%j is refused", async (options, message) => {
    const bytes = new TextEncoder().encode("a,class\n1,x\n2,y\n3,x\n4,y\n");
    const reading = parseDataset(bytes, { name: "a.csv", target: "class", ...(options as object) });
    await expect(reading).rejects.toThrow(message);
    await expect(reading).rejects.toBeInstanceOf(InputError);
  });
});

describe("rows that repeat others", () => {
  const csv = "a,b,class\n1,2,x\n1,2,y\n1,2,x\n3,,x\n3,,x\n3,2,y\n1,2,x\n";

  test("are counted with what leaving them out costs, and left out where that is asked for", async () => {
    const data = await parseDataset(csv);
    const found = (await examine(data)).findings.find(({ code }) => code === "duplicate-rows");
    expect(found).toMatchObject({
      count: 3,
      remedies: [{ option: "duplicateRows", value: "drop", cost: "drops 3 of 7 rows" }],
    });
    const dropped = await parseDataset(csv, { duplicateRows: "drop" });
    expect(dropped.labels?.codes.map((code) => code)).toEqual(Int32Array.of(0, 1, 0, 1));
    expect(dropped.notices.map(({ text }) => text)).toContain(
      "an earlier row is repeated in 3 of 7 rows, which were left out",
    );
    expect((await examine(dropped)).findings.some(({ code }) => code === "duplicate-rows")).toBe(false);
  });

  test("are found in sparse data too", async () => {
    const text = "1 1:2 5:1\n2 1:2 5:1\n1 1:2 3:0 5:1\n2 2:1\n";
    const data = await parseDataset(text, { format: "svmlight" });
    const { findings } = await examine(data);
    expect(findings.find(({ code }) => code === "duplicate-rows")).toMatchObject({ count: 1 });
  });
});

describe("small classes", () => {
  const lines = (name: string, count: number) => Array.from({ length: count }, (_, i) => `${i * i},${name}`);
  const csv = ["x,class", ...lines("a", 6), ...lines("b", 5), ...lines("c", 1), ...lines("d", 4)].join("\n");

  test("are kept, left out or merged, as is asked for", async () => {
    expect((await parseDataset(csv)).labels?.classes).toEqual(["a", "b", "c", "d"]);
    const dropped = await parseDataset(csv, { smallClasses: "drop" });
    expect([dropped.rows, dropped.labels?.classes]).toEqual([11, ["a", "b"]]);
    expect(dropped.notices).toContainEqual(
      expect.objectContaining({ code: "rows-left-out", count: 5, classes: ["c", "d"] }),
    );
    const merged = await parseDataset(csv, { smallClasses: "merge" });
    expect([merged.rows, merged.labels?.classes]).toEqual([16, ["a", "b", "other (c, d)"]]);
    expect(merged.notices).toContainEqual(
      expect.objectContaining({ code: "small-classes", classes: ["c", "d"] }),
    );
    await expect(
      parseDataset("x,y\n1,a\n2,b\n3,a\n", { target: "y", smallClasses: "drop" }),
    ).rejects.toMatchObject({
      code: "small-classes",
    });
  });

  test("selection and examination offer both before a run", async () => {
    const data = await parseDataset(csv);
    const remedies = [
      { option: "smallClasses", value: "drop" },
      { option: "smallClasses", value: "merge" },
    ];
    const ofSingle = [...remedies, { option: "smallClasses", value: "drop-single" }];
    await expect(select(data)).rejects.toMatchObject({ code: "small-classes", remedies: ofSingle });
    const { findings } = await examine(data);
    expect(findings.filter(({ code }) => code === "small-classes")).toMatchObject([
      { level: "problem", classes: ["c"], remedies: ofSingle },
      { level: "warning", classes: ["d"], remedies },
    ]);
    // 16 rows: c has one, d four.
    expect(findings.find(({ level }) => level === "problem")?.remedies?.map(({ cost }) => cost)).toEqual([
      "drops 5 of 16 rows",
      "makes 2 classes one",
      "drops 1 of 16 rows",
    ]);
    const single = await parseDataset(csv, { smallClasses: "drop-single" });
    expect([single.rows, single.labels?.classes]).toEqual([15, ["a", "b", "d"]]);
    await expect(select(await parseDataset(csv, { smallClasses: "merge" }))).resolves.toBeDefined();
  });
});

import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import type { ReadOptions } from "../../src/data/reading-options.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { zipBytes } from "../../src/data/writers/zip.js";
import { describeFeatures } from "../../src/evaluation/describe-features.js";
import { testNotices } from "../../src/experiment/test-notices.js";
import { appendColumns } from "../../src/numeric/append-columns.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { applyRecipe } from "../../src/recipe/apply-recipe.js";
import { makeRecipe } from "../../src/recipe/make-recipe.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";
import { selectionReport } from "../../src/report/selection-report.js";
import { select } from "../../src/selectors/select.js";

const random = new Random(11);
const genes = ["g1", "g2", "g3", "g4", "g5", "g6"];
/** Samples with a batch that is written as a number, an age with a gap, and genes that go with both. */
const samples = Array.from({ length: 24 }, (_, i) => {
  const sick = i % 2;
  const batch = 1 + ((i * 7) % 3);
  const age = i === 4 ? "" : 40 + ((i * 11) % 37);
  const values = genes.map(
    (_, j) => 50 + 8 * random.normal() + (j === 0 ? 20 * batch : 0) + (j === 1 ? 30 * sick : 0),
  );
  return { id: `p${i}`, kind: sick ? "sick" : "well", batch, age, values };
});
const lines = (rows: readonly (readonly unknown[])[]) => `${rows.map((row) => row.join(",")).join("\n")}\n`;
const alone = lines([["id", ...genes], ...samples.map(({ id, values }) => [id, ...values])]);
const turned = lines([
  ["gene", ...samples.map(({ id }) => id)],
  ...genes.map((name, j) => [name, ...samples.map(({ values }) => values[j])]),
]);
const together = lines([
  ["id", ...genes, "batch", "age", "kind"],
  ...samples.map(({ id, values, batch, age, kind }) => [id, ...values, batch, age, kind]),
]);
// In another order than the data, with a row that the data lacks.
const sheet = lines([
  ["sample", "kind", "batch", "age", "drawn"],
  ...[...samples]
    .reverse()
    .map(({ id, kind, batch, age }) => [id, kind, batch, age, `2026-01-${10 + (batch % 9)}`]),
  ["p99", "well", 2, 50, "2026-01-03"],
]);

const source = (text: string) => bytesSource(new TextEncoder().encode(text), "samples.csv");
const read = (text: string, options: ReadOptions = {}) =>
  parseDataset(text, { name: "data.csv", ...options });
const joining = {
  idColumn: "id",
  labels: source(sheet),
  labelColumn: "kind",
  join: ["batch", "age"],
} as const;
const declared = ["batch=category"] as const;

describe("columns of the file with the labels that join the data", () => {
  test("give the dataset that one file with everything gives", async () => {
    const one = await read(together, { idColumn: "id", target: "kind", columns: declared });
    for (const [text, options] of [
      [alone, joining],
      [turned, { ...joining, idColumn: undefined, samplesIn: "columns" }],
    ] as const) {
      const two = await read(text, { ...options, columns: declared });
      expect(two.featureNames).toEqual([...genes, "batch", "age"]);
      expect(two.values).toEqual(one.values);
      expect(two.categories).toEqual(one.categories);
      expect(two.labels).toEqual(one.labels);
      expect(two.rowIds).toEqual(one.rowIds);
      const settings = { method: "fisher", k: 2, adjust: ["batch", "age"] } as const;
      const [expected, found] = [await select(one, settings), await select(two, settings)];
      expect(found.scores).toEqual(expected.scores);
      expect(found.features[0]).toBe("g2");
    }
  });

  test("are named, and so are those that stay out", async () => {
    const { notices } = await read(alone, joining);
    expect(notices.filter(({ code }) => code === "labels-joined").map(({ text }) => text)).toEqual([
      "1 row of the file with the labels has no row in the data and was not used: p99",
      "1 other column of the file with the labels is not used: drawn",
      "2 columns of the file with the labels are features too: batch, age",
    ]);
    const without = await read(alone, { ...joining, join: undefined });
    expect(without.notices.flatMap(({ remedies = [] }) => remedies)).toContainEqual(
      expect.objectContaining({ option: "join", value: ["batch", "age"] }),
    );
    await expect(select(without, { adjust: ["batch"] })).rejects.toMatchObject({
      message: expect.stringContaining(
        '"batch" is not a feature of the data, but a column of the file with the labels',
      ),
      remedies: [{ option: "join", value: ["batch"] }],
    });
  });

  test("are left as they are by transforms, with a declared kind and without", async () => {
    const data = await read(alone, { ...joining, transforms: ["log2"] });
    const ages = data.values.selectColumns([7]) as Matrix;
    expect(Array.from(ages.data)).toEqual(samples.map(({ age }) => (age === "" ? Number.NaN : age)));
    const batches = data.values.selectColumns([6]) as Matrix;
    expect(Array.from(batches.data)).toEqual(samples.map(({ batch }) => batch));
    // A fold change is that of logarithms, which ages are not.
    const { features } = describeFeatures(data);
    expect(features.map(({ foldChange }) => foldChange !== undefined)).toEqual([
      ...genes.map(() => true),
      false,
      false,
    ]);
    expect((data.values as Matrix).get(3, 2)).toBeCloseTo(Math.log2(samples[3].values[2]), 12);
  });

  test("come along where rows are left out, sampled, or grouped", async () => {
    const whole = await read(alone, { ...joining, missing: "drop-rows" });
    expect([whole.rows, whole.rowIds?.includes("p4")]).toEqual([23, false]);
    const some = await read(alone, { ...joining, sample: 10 });
    const ageOf = new Map(samples.map(({ id, age }) => [id, age]));
    some.rowIds!.forEach((id, i) => {
      const age = ageOf.get(id);
      expect((some.values as Matrix).get(i, 7)).toBe(age === "" ? Number.NaN : age);
    });
    const grouped = await read(alone, { ...joining, join: ["age"], rowGroups: "batch" });
    expect(grouped.rowGroups).toEqual(samples.map(({ batch }) => String(batch)));
  });

  test("a recipe takes them from such a file without labels, or from the data, untransformed", async () => {
    const reading = { ...joining, columns: declared, transforms: ["log2"] as const };
    const data = await read(alone, reading);
    const selection = await select(data, { method: "fisher", k: 2, adjust: ["batch", "age"] });
    const recipe = await makeRecipe(data, selection, { reading: { ...reading, labels: "samples.csv" } });
    const options = recipeReadOptions(recipe, "new.csv");
    expect(options.join).toEqual(["batch", "age"]);
    const before = applyRecipe(recipe, data).data.values;
    const plain = lines([
      ["sample", "batch", "age"],
      ...samples.map(({ id, batch, age }) => [id, batch, age]),
    ]);
    for (const [text, labels] of [
      [alone, plain],
      [together.replaceAll(/,kind$|,sick$|,well$/gm, ""), undefined],
    ] as const) {
      const found = await read(text, {
        ...options,
        ...(labels && { target: undefined, labels: source(labels) }),
      });
      expect(found.labels).toBeNull();
      expect(applyRecipe(recipe, found).data.values).toEqual(before);
    }
    await expect(read(alone, options)).rejects.toMatchObject({
      message: expect.stringContaining('"batch", "age"'),
      remedies: [{ option: "labels" }],
    });
  });

  test.each([
    [{ join: ["btch"] }, 'there is no column "btch" for the column to join (did you mean "batch"?)'],
    [{ join: ["kind"] }, 'column "kind" cannot be both the labels and a feature'],
    [{ join: ["drawn"] }, 'the column "drawn" of the file with the labels holds no feature (date'],
    [{ labels: undefined, labelColumn: undefined }, "join names columns of the file given with labels"],
    [{ join: "batch" }, "join must be a list of names"],
  ])("%j is refused", async (wrong, message) => {
    await expect(read(alone, { ...joining, ...wrong } as ReadOptions)).rejects.toThrow(message);
  });

  test("a name that both files have is refused", async () => {
    await expect(read(together, { ...joining, drop: ["kind"] })).rejects.toMatchObject({
      message: expect.stringContaining("batch, age are columns of the data too"),
      remedies: [{ option: "drop", value: ["batch", "age"] }],
    });
    expect((await read(together, { ...joining, drop: ["kind", "batch", "age"] })).features).toBe(8);
  });
});

test("a sheet of the same Excel file may hold the labels", async () => {
  const encode = (text: string) => new TextEncoder().encode(text);
  const cell = (value: unknown) =>
    typeof value === "number"
      ? `<c><v>${value}</v></c>`
      : `<c t="inlineStr"><is><t>${String(value)}</t></is></c>`;
  const page = (rows: readonly (readonly unknown[])[]) =>
    `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join("")}</row>`).join("")}</sheetData></worksheet>`;
  const link = (id: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/${id}.xml"/>`;
  const members = {
    "xl/workbook.xml": `<workbook><sheets><sheet name="Genes" sheetId="1" r:id="a"/><sheet name="Samples" sheetId="2" r:id="b"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships>${link("a")}${link("b")}</Relationships>`,
    "xl/worksheets/a.xml": page([
      ["id", "g1", "g2"],
      ["p", 1, 2],
      ["q", 3, 5],
      ["r", 4, 4],
    ]),
    "xl/worksheets/b.xml": page([
      ["sample", "kind"],
      ["r", "u"],
      ["p", "v"],
      ["q", "u"],
    ]),
  };
  const bytes = zipBytes(Object.entries(members).map(([name, text]) => ({ name, chunks: [encode(text)] })));
  const book = bytesSource(new Uint8Array(Buffer.concat(bytes)), "book.xlsx");
  const data = await parseDataset(book, { labels: book, labelSheet: "Samples", sheet: "Genes" });
  expect(data.labels).toMatchObject({ classes: ["u", "v"], codes: Int32Array.of(1, 0, 0) });
  await expect(parseDataset(book, { labels: book, labelSheet: "Sampels" })).rejects.toThrow("Samples");
  // Where the first sheet is read, that there are more is said with the option of this file.
  const remedy = { action: 'read "Samples" instead', option: "labelSheet", value: "Samples" };
  await expect(parseDataset(book, { labels: book })).rejects.toMatchObject({
    message: expect.stringContaining("not clear which column holds the labels"),
    remedies: expect.arrayContaining([remedy]),
  });
  const first = await parseDataset(book, { labels: book, labelColumn: "g1", task: "regression" });
  expect(first.notices).toContainEqual(
    expect.objectContaining({
      code: "several-sheets",
      text: expect.stringMatching(/^the file with the labels: the first sheet/),
      remedies: [remedy],
    }),
  );
  await expect(parseDataset(book, { labelSheet: "Samples" })).rejects.toThrow(
    "labelSheet names a sheet of the file given with labels",
  );
});

test("columns at the end of a matrix, dense, turned and sparse", () => {
  const values = Matrix.fromRows([
    [1, 0, 2],
    [0, 0, 0],
    [3, 4, 0],
  ]);
  const further = Matrix.fromRows([
    [0, Number.NaN],
    [5, 0],
    [6, 7],
  ]);
  const all = Matrix.fromRows([
    [1, 0, 2, 0, Number.NaN],
    [0, 0, 0, 5, 0],
    [3, 4, 0, 6, 7],
  ]);
  expect(appendColumns(values, further)).toEqual(all);
  expect(appendColumns(values.transposed().copy().transposed(), further)).toEqual(all);
  const sparse = SparseMatrix.fromTriplets(3, 3, [0, 0, 2, 2], [0, 2, 0, 1], [1, 2, 3, 4]);
  const found = appendColumns(sparse, further) as SparseMatrix;
  expect(found.toDense()).toEqual(all);
  expect(found.values).toHaveLength(8);
});

test("what is passed over in the file with the labels is told, also where rows are read in blocks or drawn", async () => {
  const encode = (name: string, text: string) => bytesSource(new TextEncoder().encode(text), name);
  const rows = Array.from({ length: 8 }, (_, i) => i);
  const genes = encode("genes.csv", `id,g1,g2\n${rows.map((i) => `s${i},${i % 3},${i % 5}.5\n`).join("")}`);
  const labels = encode(
    "sheet.csv",
    `Cohort B\nid,kind,age\n${rows.map((i) => `s${i},${i % 2 ? "u" : "v"},${i % 4}\n`).join("")}`,
  );
  const options = { labels, labelColumn: "kind", idColumn: "id" };
  const told = 'the file with the labels: 1 row above the table was left out: "Cohort B"';
  const texts = async (more: ReadOptions) =>
    (await parseDataset(genes, { ...options, ...more })).notices.map(({ text }) => text);
  expect((await texts({})).filter((text) => text === told)).toHaveLength(1);
  expect((await texts({ sample: 6 })).filter((text) => text === told)).toHaveLength(1);
  const blocks = await RowSource.open(genes, options);
  expect(blocks.notices().filter(({ text }) => text === told)).toHaveLength(1);
});

test("a title above a table is told of new data and of test data, and is none of the methods of a paper", async () => {
  const table = (seed: number) => {
    const random = new Random(seed);
    const rows = Array.from({ length: 30 }, (_, i) => [
      (i % 2) * 3 + random.normal(),
      random.normal(),
      i % 2,
    ]);
    return new TextEncoder().encode(`Cohort B\na,b,class\n${rows.map((row) => `${row}\n`).join("")}`);
  };
  const read = (seed: number) => parseDataset(table(seed), { name: `${seed}.csv`, target: "class" });
  const [data, other] = [await read(1), await read(2)];
  const told = '1 row above the table was left out: "Cohort B"';
  const selection = await select(data, { k: 1, method: "fisher" });
  const recipe = await makeRecipe(data, selection);
  expect(applyRecipe(recipe, other).notices.map(({ text }) => text)).toContain(told);
  const known = await parseDataset(table(2), { name: "2.csv", ...recipeReadOptions(recipe, "2.csv") });
  expect(applyRecipe(recipe, known).notices.map(({ text }) => text)).toContain(told);
  expect(testNotices(other).map(({ text }) => text)).toContain(`in the test data, ${told}`);
  const report = await selectionReport(data, selection, {});
  const methods = JSON.stringify(report.sections.filter(({ id }) => id === "methods"));
  expect(methods).toContain("Fisher");
  expect(methods).not.toContain("Cohort B");
});

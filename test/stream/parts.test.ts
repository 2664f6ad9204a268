import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { Dataset } from "../../src/data/dataset.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { parquetReader } from "../../src/data/readers/parquet.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { quotas } from "../../src/data/stream/sample-rows.js";
import { fileSource } from "../../src/node/file-source.js";
import { planted, readDataset, writeDataset } from "../../src/node.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

const folder = mkdtempSync(join(tmpdir(), "salience-stream-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function rowsOf(source: RowSource): Promise<{ values: number[][]; labels: string[] }> {
  const values: number[][] = [];
  const labels: string[] = [];
  for await (const part of source.pass()) {
    const dense = part.values instanceof Matrix ? part.values : part.values.toDense();
    for (let i = 0; i < dense.rows; i++)
      values.push(Array.from({ length: dense.columns }, (_, j) => dense.get(i, j)));
    for (const label of part.labels) labels.push(label);
  }
  return { values, labels };
}

const dense = ({ values }: Dataset) => (values instanceof Matrix ? values : values.toDense());

async function expectSame(source: RowSource, data: Dataset): Promise<void> {
  const { values, labels } = await rowsOf(source);
  expect(labels).toEqual(Array.from(data.labels!.codes, (code) => data.labels!.classes[code]));
  expect(source.featureNames).toEqual(data.featureNames);
  expect(values.flat()).toEqual(Array.from(dense(data).data));
}

const text = (content: string, name: string) => bytesSource(new TextEncoder().encode(content), name);
const { data } = planted({ rows: 400, noise: 6 });

describe("the rows of a file in parts are those of the file", () => {
  test.each([".csv", ".parquet"])("%s", async (ending) => {
    const file = join(folder, `a${ending}`);
    await writeDataset(file, data);
    const source = await fileSource(file);
    await expectSame(await RowSource.open(source, {}), await readDataset(file));
    await source.close();
  });

  test("Parquet, row groups page by page", async () => {
    const file = join(folder, "pages.parquet");
    const random = new Random(1);
    const rows = 60_000;
    const wide = Matrix.zeros(rows, 150);
    for (let at = 0; at < wide.data.length; at++) wide.data[at] = random.uniform();
    const labels = Array.from({ length: rows }, (_, i) => `c${i % 3}`);
    await writeDataset(file, new Dataset({ values: wide, labels }));
    const source = await fileSource(file);
    let [sum, count, parts] = [0, 0, 0];
    for await (const part of parquetReader.readParts!(source, {})) {
      for (const column of part.columns)
        if (column.kind === "number") for (const x of column.values) sum += x;
      count += part.rows;
      parts++;
    }
    await source.close();
    expect(count).toBe(rows);
    expect(parts).toBeGreaterThan(1);
    expect(Math.abs(sum - wide.data.reduce((total, x) => total + x, 0))).toBeLessThan(1e-3);
  });

  test("Arrow, several batches", async () => {
    const { tableFromArrays, tableToIPC } = await import("apache-arrow");
    const part = (first: number) =>
      tableFromArrays({
        x: Float64Array.from({ length: 50 }, (_, i) => (first + i) / 3),
        y: Float64Array.from({ length: 50 }, (_, i) => Math.sin(first + i)),
        class: Array.from({ length: 50 }, (_, i) => ["a", "b"][i % 2]),
      });
    const bytes = tableToIPC(part(0).concat(part(50)).concat(part(100)), "stream");
    const source = await RowSource.open(bytesSource(bytes, "a.arrow"), {});
    await expectSame(source, await parseDataset(bytes, { name: "a.arrow" }));
    expect(source.size?.rows).toBeGreaterThan(0);
  });

  test("svmlight, with an index that only the last rows have", async () => {
    const lines = Array.from({ length: 9000 }, (_, i) => `${i % 2} 1:${i} ${i > 8990 ? "7:2.5" : "3:1"}`);
    const content = lines.join("\n");
    const source = await RowSource.open(text(content, "a.svm"), {});
    await expectSame(source, await parseDataset(new TextEncoder().encode(content), { name: "a.svm" }));
  });

  test("npy with labels in another file, in the order of the rows", async () => {
    const rows = 50;
    const header = `${`{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, 3), }`.padEnd(117)}\n`;
    const bytes = new Uint8Array(128 + rows * 24);
    bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(header), 10);
    new Float64Array(bytes.buffer, 128).set(Array.from({ length: rows * 3 }, (_, i) => i / 7));
    const labels = text(`kind\n${Array.from({ length: rows }, (_, i) => `k${i % 2}`).join("\n")}\n`, "l.csv");
    const source = await RowSource.open(bytesSource(bytes, "a.npy"), { labels });
    await expectSame(source, await parseDataset(bytes, { name: "a.npy", labels }));
    const fewer = text("kind\na\nb\n", "l.csv");
    const short = await RowSource.open(bytesSource(bytes, "a.npy"), { labels: fewer }).catch(
      (error) => error,
    );
    expect(String(short.message)).toMatch(/2 labels for|no value|labels/);
  });

  test("only the features that are asked for, in their order, also numbers of 32 bits", async () => {
    const rows = 50;
    const header = `${`{'descr': '<f4', 'fortran_order': False, 'shape': (${rows}, 4), }`.padEnd(117)}\n`;
    const bytes = new Uint8Array(128 + rows * 16);
    bytes.set([0x93, ...new TextEncoder().encode("NUMPY"), 1, 0, 118, 0]);
    bytes.set(new TextEncoder().encode(header), 10);
    new Float32Array(bytes.buffer, 128).set(Array.from({ length: rows * 4 }, (_, i) => i / 7));
    const labels = text(`kind\n${Array.from({ length: rows }, (_, i) => `k${i % 2}`).join("\n")}\n`, "l.csv");
    const features = ["4", "1"];
    const source = await RowSource.open(bytesSource(bytes, "a.npy"), { labels });
    await expectSame(
      await source.readAs({ features }),
      await parseDataset(bytes, { name: "a.npy", labels, features }),
    );
    await expect(source.readAs({ features: ["9"] })).rejects.toThrow(
      /the feature that is needed is missing: "9"/,
    );
    const table = "b,colour,a,class\n1,red,3,x\n2,blue,4,y\n5,green,6,x\n";
    const reading = {
      features: ["a", "colour"],
      levels: [{ column: "colour", levels: ["green", "red"] }],
      target: "class",
    };
    const held = await RowSource.open(text(table, "t.csv"), reading);
    const { values } = await rowsOf(held);
    expect(held.categories).toEqual([null, ["green", "red", "blue"]]);
    expect(values).toEqual([
      [3, 1],
      [4, 2],
      [6, 0],
    ]);
    held.settleLevels();
    expect((await rowsOf(held)).values).toEqual(values);
  });

  test("levels in a row are told to be classes without an order", async () => {
    const lines = Array.from({ length: 70 }, (_, i) => `${i / 8},${1 + (i % 7)}`);
    const source = await RowSource.open(text(`x,grade\n${lines.join("\n")}\n`, "t.csv"), { target: "grade" });
    expect(source.notices()).toContainEqual(expect.objectContaining({ code: "ordered-target", count: 7 }));
  });

  test("a cell that is no number, after the first rows, counts as missing and is told", async () => {
    const line = (i: number) => `${i / 8},${i === 29_000 ? "oops" : 30_000 - i / 4},${i % 2 ? "a" : "b"}`;
    const content = `x,y,class\n${Array.from({ length: 30_000 }, (_, i) => line(i)).join("\n")}\n`;
    const source = await RowSource.open(text(content, "t.csv"), {});
    const { values } = await rowsOf(source);
    expect(values[29_000][1]).toBeNaN();
    expect(source.notices().map((one) => one.text)).toContainEqual(
      expect.stringContaining(
        '1 cell in 1 column of numbers is not a number and counts as missing: y ("oops")',
      ),
    );
  });

  test("decimal commas in a table with points are so in every part, also where one alone may have marks between thousands", async () => {
    const note = "x".repeat(300);
    const cell = (i: number) => (i < 20_000 ? `${i % 7},5` : i === 29_000 ? "lost" : `${1 + (i % 9)},250`);
    const points = (i: number) => `${(i % 5) + 0.5}\t${(i % 3) / 8}`;
    const lines = Array.from(
      { length: 30_000 },
      (_, i) => `${cell(i)}\t${points(i)}\t${i}${note}\t${"pq"[i % 2]}`,
    );
    const content = `x\ty\tz\tnote\tclass\n${lines.join("\n")}\n`;
    const source = await RowSource.open(text(content, "commas.tsv"), { target: "class" });
    const { values } = await rowsOf(source);
    const expected = (i: number) => (i < 20_000 ? (i % 7) + 0.5 : i === 29_000 ? Number.NaN : 1.25 + (i % 9));
    expect(values.map(([x]) => x)).toEqual(lines.map((_, i) => expected(i)));
    expect(source.notices().map(({ text }) => text)).toContainEqual(expect.stringContaining('"lost"'));
  });
});

describe("what cannot be read in parts is refused", () => {
  test.each([
    [
      "a format",
      "@relation r\n@attribute a numeric\n@data\n1\n",
      "a.arff",
      {},
      /only these formats can be read: csv/,
    ],
    [
      "nearest rows",
      "a,class\n1,x\n2,y\n",
      "a.csv",
      { missing: "knn" },
      /nearest rows, so this needs all rows/,
    ],
    ["samples in columns", "a,b\n1,2\n", "a.csv", { samplesIn: "columns" }, /samples in columns/],
  ])("%s", async (_, content, name, options, message) => {
    await expect(RowSource.open(text(content, name), options as object)).rejects.toThrow(message);
  });
});

describe("a sample of rows", () => {
  const lines = Array.from(
    { length: 5000 },
    (_, i) => `${i},${i % 10 === 0 ? "rare" : i % 3 ? "many" : "some"}`,
  );
  const read = (sample: number) =>
    parseDataset(`value,class\n${lines.join("\n")}\n`, { name: "s.csv", columns: ["value=number"], sample });

  test("has the shares of the classes, keeps the order, and is the same each time", async () => {
    const [one, two] = [await read(500), await read(500)];
    expect(one.rows).toBe(500);
    const counts = one.labels!.classes.map(
      (_, code) => one.labels!.codes.filter((own) => own === code).length,
    );
    expect(Object.fromEntries(one.labels!.classes.map((name, code) => [name, counts[code]]))).toEqual({
      many: 300,
      rare: 50,
      some: 150,
    });
    const values = Array.from(dense(one).data);
    expect(values).toEqual([...values].sort((a, b) => a - b));
    expect(values).toEqual(Array.from(dense(two).data));
    expect(Math.abs(values.reduce((sum, x) => sum + x, 0) / 500 - 2500)).toBeLessThan(200);
    expect(one.notices[0].text).toContain("a sample of 500 of 5000 rows was drawn");
  });

  test("larger than the file is the file, without a notice", async () => {
    const all = await read(6000);
    expect(all.rows).toBe(5000);
    expect(all.notices.some(({ code }) => code === "sampled")).toBe(false);
  });

  test("small classes keep two rows", () => {
    expect(
      Object.fromEntries(
        quotas(
          new Map([
            ["a", 990],
            ["b", 8],
            ["c", 2],
          ]),
          100,
        ),
      ),
    ).toEqual({ a: 99, b: 2, c: 2 });
  });
});

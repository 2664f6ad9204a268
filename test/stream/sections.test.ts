import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bytesSource, joinedSource } from "../../src/data/byte-source.js";
import { openReader } from "../../src/data/parse-dataset.js";
import type { ArrayPart, RowRange } from "../../src/data/readers/reader.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { findSections, leastSectionRows, type Section } from "../../src/data/stream/sections.js";
import { columnText, type Table } from "../../src/data/table.js";
import { createKernels } from "../../src/index.js";
import { gatherMoments } from "../../src/models/gather-moments.js";
import { gatherPart } from "../../src/models/gather-part.js";
import { MedianSearch } from "../../src/models/median-search.js";
import type { Moments } from "../../src/models/moments.js";
import { MomentsBuilder } from "../../src/models/moments-builder.js";
import { MomentsSum, unpackMoments } from "../../src/models/moments-sum.js";
import type { PartRunner } from "../../src/models/part-step.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { expectClose } from "../support/expect-close.js";
import { partTable } from "../support/row-parts.js";

const kernels = await createKernels({ threads: 1 });
const bytes = (text: string) => new TextEncoder().encode(text);

describe("ranges of the rows of a file", () => {
  /** All rows of a file as text, whichever way they come. */
  const rowsOf = async (name: string, content: Uint8Array, range?: RowRange): Promise<string[]> => {
    const { reader, plain } = await openReader(bytesSource(content, name), {});
    const rows: string[] = [];
    for await (const part of reader.readParts!(plain, {}, range) as AsyncIterable<Table | ArrayPart>) {
      if ("rows" in part)
        for (let i = 0; i < part.rows; i++)
          rows.push(part.columns.map((column) => columnText(column)[i]).join());
      else
        for (let i = 0; i < part.values.rows; i++)
          rows.push(
            (part.values as Matrix).data.slice(i * part.values.columns, (i + 1) * part.values.columns).join(),
          );
    }
    return rows;
  };
  const npy = (rows: number, columns: number) => {
    const header = `{'descr': '<f8', 'fortran_order': False, 'shape': (${rows}, ${columns}), }`.padEnd(117);
    const start = [0x93, ...bytes("NUMPY"), 1, 0, 118, 0, ...bytes(`${header}\n`)];
    const values = Float64Array.from({ length: rows * columns }, (_, at) => at);
    return new Uint8Array([...start, ...new Uint8Array(values.buffer)]);
  };

  test.each([
    [10, 3, [0, 3, 6]],
    [9, 3, [0, 3, 6]],
    [5, 3, [0]],
    [2, 3, [0]],
    [6, 1, [0, 1, 2, 3, 4, 5]],
  ])("of npy: %d rows, at least %d, begin at %j and are all rows together", async (rows, least, starts) => {
    const content = npy(rows, 4);
    const { reader, plain } = await openReader(bytesSource(content, "t.npy"), {});
    const ranges = await reader.rangesOf!(plain, {}, least);
    expect(ranges.map(({ first }) => first)).toEqual(starts);
    const parts: string[] = [];
    for (const range of ranges) parts.push(...(await rowsOf("t.npy", content, range)));
    expect(parts).toEqual(await rowsOf("t.npy", content));
    expect(parts).toHaveLength(rows);
  });

  test("of Parquet are whole row groups, the last range no shorter than the others", async () => {
    const { parquetWriteBuffer } = await import("hyparquet-writer");
    const values = Float64Array.from({ length: 100 }, (_, i) => i * 1.5);
    const content = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: "a", data: values, type: "DOUBLE" }], rowGroupSize: 15 }),
    );
    const { reader, plain } = await openReader(bytesSource(content, "t.parquet"), {});
    const ranges = await reader.rangesOf!(plain, {}, 30);
    expect(ranges).toEqual([
      { first: 0, end: 30 },
      { first: 30, end: 60 },
      { first: 60, end: 100 },
    ]);
    expect(await reader.rangesOf!(plain, {}, 1000)).toEqual([{ first: 0, end: 100 }]);
    const parts: string[] = [];
    for (const range of ranges) parts.push(...(await rowsOf("t.parquet", content, range)));
    expect(parts).toEqual(Array.from(values, String));
  });

  test("sections are told by the files alone: one each, ranges of long ones, neighbours where there are many", async () => {
    const long = bytesSource(npy(10, 4), "t.npy");
    const openAt = () => openReader(long, {});
    const of = (one: Section) => [one.file, one.files, one.range?.first ?? null, one.before];
    expect((await findSections(2, openAt, {}, 5)).map(of)).toEqual([
      [0, 1, 0, 0],
      [0, 1, 5, 5],
      [1, 1, 0, 10],
      [1, 1, 5, 15],
    ]);
    const table = () => openReader(bytesSource(bytes("a,b\n1,2\n"), "t.csv"), {});
    expect((await findSections(3, table, {}, 5)).map(of)).toEqual([
      [0, 1, null, 0],
      [1, 1, null, null],
      [2, 1, null, null],
    ]);
    const many = await findSections(2500, table, {}, 5);
    expect(many).toHaveLength(834);
    expect(many.at(-1)).toMatchObject({ file: 2499, files: 1 });
    expect(many.reduce((sum, { files }) => sum + files, 0)).toBe(2500);
  });

  test("a section has enough rows for what it comes to", () => {
    expect(leastSectionRows(200, true)).toBe(41_944);
    expect(leastSectionRows(200, false)).toBe(41_944);
    expect(leastSectionRows(10_000, true)).toBe(80_000);
    expect(leastSectionRows(50_000, false)).toBe(168);
  });
});

describe("moments of parts added up", () => {
  // Whole numbers, of which doubles hold every sum of products: the expected values are exact.
  const [rows, columns] = [4000, 5];
  const random = new Random(3);
  const small = Array.from({ length: rows * columns }, () => random.integer(64) - 32);
  const labels = Array.from({ length: rows }, (_, i) => (i < 900 ? "first" : `c${random.integer(3)}`));
  const classes = ["c0", "c1", "c2", "first"];

  /** By the definition, with whole numbers: n·Σxy − Σx·Σy over n. */
  const exact = (weights?: ReadonlyMap<string, number>) => {
    const within = new Float64Array(columns * columns);
    const means: number[] = [];
    for (const name of classes) {
      const own = labels.flatMap((label, i) =>
        label === name ? [small.slice(i * columns, (i + 1) * columns)] : [],
      );
      const sum = (of: (row: number[]) => number) => own.reduce((total, row) => total + of(row), 0);
      for (let i = 0; i < columns; i++) {
        means.push(sum((row) => row[i]) / own.length);
        for (let j = 0; j < columns; j++)
          within[i * columns + j] +=
            ((weights?.get(name) ?? 1) *
              (own.length * sum((row) => row[i] * row[j]) - sum((row) => row[i]) * sum((row) => row[j]))) /
            own.length;
      }
    }
    return { within, means };
  };

  test.each([
    [0, [0, 4000]],
    [0, [0, 1, 2, 700, 3999, 4000]],
    [2 ** 26, [0, 400, 1000, 1001, 2500, 4000]],
    [2 ** 26, [0, 400, 1000, 1001, 2500, 4000], new Map(classes.map((name, code) => [name, 0.5 + code]))],
  ] as [number, number[], Map<string, number>?][])(
    "are those of all rows, with means of %d and parts at %j",
    (mean, cuts, weights) => {
      const names = Array.from({ length: columns }, (_, j) => `f${j}`);
      const sum = new MomentsSum(names, weights);
      cuts.slice(1).forEach((end, at) => {
        const builder = new MomentsBuilder(kernels, names, true, undefined, weights);
        const from = cuts[at];
        const part = small.slice(from * columns, end * columns).map((x) => x + mean);
        builder.add(new Matrix(Float64Array.from(part), end - from, columns), labels.slice(from, end));
        sum.add(unpackMoments(builder.part(), columns, true));
      });
      const found = sum.finish() as Moments;
      const expected = exact(weights);
      expect(found.classes).toEqual(classes);
      expect(Array.from(found.counts)).toEqual(
        classes.map((name) => labels.filter((label) => label === name).length),
      );
      expectClose(found.within.data, expected.within, { relative: 1e-12, absolute: 1e-8 });
      expectClose(
        found.means.data.map((x) => x - mean),
        expected.means,
        { relative: 1e-12, absolute: mean * 2 ** -51 },
      );
    },
  );
});

describe("the median of values in parts", () => {
  const random = new Random(11);
  test.each([
    ["normal numbers", Array.from({ length: 5001 }, () => random.normal())],
    ["few different values", Array.from({ length: 2002 }, () => random.integer(5))],
    ["none", []],
    ["one part has them all", [...Array.from({ length: 900 }, () => 7), 1, 2, 3]],
  ])("is exact: %s", (_, values) => {
    const search = new MedianSearch(16);
    while (search.median === null) {
      search.begin();
      const cuts = [0, 3, 3, 1000, values.length];
      const tallies = cuts.slice(1).map((end, at) => {
        const part = MedianSearch.between(search.bounds, 16);
        for (const value of values.slice(cuts[at], end)) part.take(value);
        return part.tally();
      });
      for (const tally of tallies)
        expect(search.add(Float64Array.from([9, ...tally]), 1)).toBe(tally.length + 1);
      search.conclude();
    }
    const sorted = Float64Array.from(values).sort();
    const [a, b] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0];
    expect(search.median).toBe(a + (b - a) / 2);
  });
});

describe("sections done apart, in any order", () => {
  let folder = "";
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "salience-sections-"));
    // The first file has all rows that tell what the columns are; later ones have levels of their own.
    for (const part of [1, 2, 3])
      writeFileSync(join(folder, `${part}.csv`), partTable(part, part === 1 ? 20_500 : 500, { gaps: true }));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const open = () =>
    RowSource.open(
      joinedSource(
        [1, 2, 3].map((part) => bytesSource(readFileSync(join(folder, `${part}.csv`)), `${part}.csv`)),
        "*.csv",
      ),
      { target: "class" },
    );

  test.each([true, false])(
    "come to the same bits as here, one after the other (scatter: %s)",
    async (scatter) => {
      const here = await gatherMoments(await open(), kernels, { scatter });
      const apart: PartRunner = {
        sends: true,
        async run(sections, step, onResult) {
          for (const place of [2, 0, 1]) {
            const { facts, numbers } = await gatherPart(await open(), sections[place], step, kernels);
            const kept = JSON.parse(JSON.stringify(facts));
            onResult(place, { facts: kept, numbers: numbers && (async () => numbers) });
          }
        },
      };
      const found = await gatherMoments(await open(), kernels, { scatter, runner: apart });
      expect(found).toEqual(here);
    },
  );
});

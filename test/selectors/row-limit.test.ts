import { expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { CountedWork } from "../../src/selectors/counted-work.js";
import { secondsOf, usualRates } from "../../src/selectors/rates.js";
import { withRowLimit } from "../../src/selectors/row-limit.js";
import { select, selectWith } from "../../src/selectors/select.js";

/** Column 0 holds the number of the row, the others noise; one row in ten is of the class b. */
function tall(rows: number, features = 3): Dataset {
  const random = new Random(1);
  const values = Matrix.zeros(rows, features);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < features; j++) values.set(i, j, j === 0 ? i : random.normal());
  return new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => (i % 10 === 3 ? "b" : "a")) });
}

/** A method that does `loops` steps for every two rows and holds `bytes` for each, and keeps what it was given. */
function watched(loops: number, bytes: number, alike = 0) {
  const seen: Dataset[] = [];
  const method = withRowLimit({
    name: "watched",
    title: "Watched",
    summary: "A test.",
    citation: "A test.",
    supervised: true,
    direction: "larger",
    options: {},
    cost: ({ rows }) => new CountedWork().loops(alike + loops * rows * rows).cost(bytes * rows),
    async score(data) {
      seen.push(data);
      return { scores: Float64Array.from({ length: data.features }, (_, j) => -j) };
    },
  });
  const run = async (data: Dataset, options: Record<string, number> = {}, seed = 1) => {
    const { notices } = await selectWith(data, { method, options, k: 1, seed });
    const given = seen.at(-1)!;
    const drawn = Array.from({ length: given.rows }, (_, i) => (given.values as Matrix).get(i, 0));
    return { drawn, notice: notices.find(({ code }) => code === "sampled") };
  };
  return { method, run };
}

test("takes as many rows as the time allows, with the share of every class, and says so", async () => {
  // 30 s at usual rates are 3e10 steps: 1200 for every two rows leave √(3e10/1200) = 5000 rows.
  const { run, method } = watched(1200, 1);
  const data = tall(20_000);
  const { drawn, notice } = await run(data);
  expect(drawn.length).toBeGreaterThan(4900);
  expect(drawn.length).toBeLessThanOrEqual(5000);
  expect(drawn).toEqual([...new Set(drawn)].sort((a, b) => a - b));
  const inB = drawn.filter((row) => row % 10 === 3).length;
  expect(Math.abs(inB - drawn.length / 10)).toBeLessThanOrEqual(1);
  // Drawn from all parts of the data.
  expect(drawn.filter((row) => row >= 10_000).length / drawn.length).toBeCloseTo(0.5, 1);
  expect(notice).toMatchObject({
    level: "note",
    count: drawn.length,
    text: `watched worked on a sample of ${drawn.length} of 20000 rows, with about the same share of every class; all of them would take too long or too much memory`,
    remedies: [{ action: "use all rows", option: "rowLimit", value: 20_000 }],
  });
  expect((await run(data)).drawn).toEqual(drawn);
  expect((await run(data, {}, 2)).drawn).not.toEqual(drawn);
  // What doctor promises is what the run does.
  const shape = { rows: 20_000, features: 3, classes: 2, entries: 60_000, k: 1 };
  const cost = method.cost(shape, { rowLimit: null });
  expect(secondsOf(cost, usualRates)).toBeLessThanOrEqual(30);
  expect(cost.bytes).toBe(drawn.length);
});

test("uses all rows that are asked for, and no more than are asked for", async () => {
  const { run } = watched(1200, 1);
  const data = tall(20_000);
  const all = await run(data, { rowLimit: 20_000 });
  expect(all.drawn).toHaveLength(20_000);
  expect(all.notice).toBeUndefined();
  const few = await run(data, { rowLimit: 100 });
  expect(few.drawn).toHaveLength(100);
  expect(few.notice?.text).toBe(
    "watched worked on a sample of 100 of 20000 rows, with about the same share of every class",
  );
});

test("memory counts too, and no fewer than 2000 rows are drawn", async () => {
  // 2 GB at 0.5 MB a row are 4000 rows; at 10 MB a row even 2000 are too many.
  expect((await watched(0, 5e5).run(tall(9000))).drawn.length).toBeGreaterThan(3900);
  expect((await watched(0, 5e5).run(tall(9000))).drawn.length).toBeLessThanOrEqual(4000);
  expect((await watched(0, 1e7).run(tall(9000))).drawn).toHaveLength(2000);
  expect((await watched(0, 1e7).run(tall(4000))).drawn).toHaveLength(4000);
});

test("rows stay where leaving them out would gain no time", async () => {
  expect((await watched(0, 1, 1e12).run(tall(9000))).drawn).toHaveLength(9000);
});

test("a method of the registry finds what is planted in a sample", async () => {
  const data = tall(600, 8);
  const values = data.values as Matrix;
  for (let i = 0; i < 600; i++) {
    values.set(i, 0, values.get(i, 1) ** 2);
    values.set(i, 5, values.get(i, 5) + (i % 10 === 3 ? 4 : 0));
  }
  for (const method of ["relieff", "rfs", "ldfs", "mmc-rfe", "lasso"] as const) {
    const { ranking, notices } = await select(data, { method, k: 1, rowLimit: 200 });
    expect(ranking[0]).toBe(5);
    expect(notices.map(({ text }) => text)).toContainEqual(
      expect.stringContaining(`${method} worked on a sample of 200 of 600 rows`),
    );
  }
});

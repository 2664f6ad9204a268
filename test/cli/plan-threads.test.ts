import { expect, test } from "vitest";
import { plannedThreads, taskBytes } from "../../src/cli/plan-threads.js";
import type { Notice } from "../../src/core/notice.js";
import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import type { Plan } from "../../src/study/plan.js";

const plan = (...methods: string[]) =>
  ({ task: "compare", select: { methods: methods.map((method) => ({ method })) } }) as unknown as Exclude<
    Plan,
    { task: "path" }
  >;
const labels = (rows: number) => Array.from({ length: rows }, (_, i) => i % 2);
const dense = new Dataset({ values: Matrix.zeros(1000, 5000), labels: labels(1000) });

/** Threads for a run that may take so much beside what the program has now, and what is said. */
function threadsWith(beside: number, data: Dataset, wanted = 4) {
  const told: Notice[] = [];
  const memory = String(Math.max(250e6, process.memoryUsage().rss) + beside);
  const invocation = {
    flags: { memory, threads: wanted },
    terminal: { notice: (one: Notice) => told.push(one) },
  } as unknown as Parameters<typeof plannedThreads>[0];
  return { threads: plannedThreads(invocation, plan("fisher"), [data]), told };
}

test("fewer threads where memory is short, which is said, and none where one task does not fit", () => {
  // 60 MB for the thread, and 8 MB for the products of 1000 samples; the rows are read where they are.
  expect(taskBytes(plan("fisher"), dense)).toBeGreaterThanOrEqual(68e6);
  expect(taskBytes(plan("fisher"), dense)).toBeLessThan(70e6);
  // A method that needs a copy of the 40 MB of training rows.
  expect(taskBytes(plan("mrmr"), dense)).toBeGreaterThanOrEqual(100e6);
  expect(threadsWith(1e9, dense)).toEqual({ threads: 4, told: [] });
  const { threads, told } = threadsWith(170e6, dense);
  expect(threads).toBe(2);
  expect(told.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^4 threads would need about 272 MB, and 1\d\d MB are free, so 2 are used$/),
  ]);
  expect(() => threadsWith(50e6, dense)).toThrow(
    /a single task needs about 68 MB beside the data, and \d\d MB are free/,
  );
});

test("the method that takes most decides, and what is not stored does not count", () => {
  expect(taskBytes(plan("fisher", "dfs"), dense)).toBe(taskBytes(plan("dfs"), dense));
  // One copy of the training rows, centred, and matrices over 1000 samples; more with a setting that needs all values at once.
  expect(taskBytes(plan("dfs"), dense)).toBeGreaterThan(60e6 + 8 * 1000 * 5000);
  expect(taskBytes(plan("dfs"), dense)).toBeLessThan(60e6 + 2 * 8 * 1000 * 5000 + 3 * 8e6);
  const literal = { select: { methods: [{ method: "dfs", options: { elimination: "one-shot" } }] } };
  expect(taskBytes(literal as never, dense)).toBeGreaterThan(60e6 + 2 * 8 * 1000 * 5000);
  // 8000 × 40,000 with a value in each row: 2.6 GB written out.
  const [rows, columns] = [8000, 40_000];
  const starts = Int32Array.from({ length: rows + 1 }, (_, i) => i);
  const values = new SparseMatrix(
    rows,
    columns,
    starts,
    starts.slice(0, rows),
    new Float64Array(rows).fill(1),
  );
  const sparse = new Dataset({ values, labels: labels(rows) });
  for (const method of ["fisher", "dfs"]) expect(taskBytes(plan(method), sparse)).toBeLessThan(500e6);
});

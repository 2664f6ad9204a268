import { describe, expect, test } from "vitest";
import type { Dataset, Executor, Matrix, Work } from "../../src/internal.js";
import { importBuilt } from "../support/built.js";

const { threadExecutor } =
  await importBuilt<typeof import("../../src/node/thread-executor.js")>("node/thread-executor.js");
const { evaluate, inlineExecutor, InputError, planted, SparseMatrix } =
  await importBuilt<typeof import("../../src/internal.js")>("internal.js");

const { data } = planted({ rows: 60, relevant: 4, noise: 20, classes: 3, seed: 2 });

/** The same data, stored by rows without its small values. */
function sparse(): Dataset {
  const { rows, columns, data: all } = data.values as Matrix;
  const places = Array.from(all.keys()).filter((at) => Math.abs(all[at]) > 0.4);
  const values = SparseMatrix.fromTriplets(
    rows,
    columns,
    places.map((at) => Math.floor(at / columns)),
    places.map((at) => at % columns),
    places.map((at) => all[at]),
  );
  return data.with({ values });
}

/** The work that an experiment hands to its executor. */
async function workOf(experiment: (executor: Executor) => Promise<unknown>): Promise<Work> {
  const taken: Work[] = [];
  const noted = new Error("noted");
  const take: Executor = {
    async run(work) {
      taken.push(work as Work);
      throw noted;
    },
  };
  await expect(experiment(take)).rejects.toBe(noted);
  return taken[0];
}

/** Tasks of two methods, on dense and on sparse data. */
const work = await (async (): Promise<Work> => {
  const common = { k: [3, 6], folds: 4, sideBySide: false, seed: 3 };
  const first = await workOf((executor) => evaluate(data, { method: "relieff", ...common, executor }));
  const second = await workOf((executor) => evaluate(sparse(), { method: "mrmr", ...common, executor }));
  return {
    ...first,
    datasets: [...first.datasets, ...second.datasets],
    tasks: [...first.tasks, ...second.tasks.map((task) => ({ ...task, dataset: 1 }))],
  };
})();

/** Tasks that go on for ever. */
const endless = await workOf((executor) =>
  evaluate(data, {
    method: "dfs",
    k: 3,
    folds: 3,
    sideBySide: false,
    tolerance: 0,
    maxIterations: 1e9,
    executor,
  }),
);

/** The result of each task by its place, times aside. */
type Results = Map<number, unknown>;

/** Runs work and keeps its results; `hear` is told after each. */
function follow(
  executor: Executor,
  given: Partial<Work>,
  hear: (results: Results) => void = () => {},
): { results: Results; ended: Promise<void> } {
  const results: Results = new Map();
  const all: Work = {
    ...work,
    ...given,
    onResult(place, result) {
      if (results.has(place)) expect.fail(`task ${place} gave two results`);
      results.set(
        place,
        result.perK.map(({ selectSeconds: _, classifySeconds: __, ...rest }) => rest),
      );
      hear(results);
    },
    onProgress() {},
  };
  return { results, ended: executor.run(all) };
}

async function failureOf(executor: Executor, given: Partial<Work>): Promise<Error> {
  const { ended } = follow(executor, given);
  return ended.then(
    () => expect.fail("it did not fail"),
    (error) => error,
  );
}

describe("the thread executor", () => {
  test.each([1, 2, 3, 40])("on %d threads gives the results of the inline executor", async (threads) => {
    expect(work.tasks).toHaveLength(8);
    const inline = follow(inlineExecutor(), {});
    await inline.ended;
    const { results, ended } = follow(threadExecutor(threads), {});
    await ended;
    expect([...results].sort(([a], [b]) => a - b)).toEqual([...inline.results]);
  });

  test("has nothing to do where there are no tasks", async () => {
    const { results, ended } = follow(threadExecutor(4), { tasks: [] });
    await ended;
    expect(results.size).toBe(0);
  });

  test.each([2, 3])("%d threads work on as many tasks at once", async (threads) => {
    // All threads but one are kept busy for ever.
    const tasks = [...endless.tasks.slice(0, threads - 1), ...work.tasks];
    const done = new Error("all others are done");
    const stop = new AbortController();
    const { results, ended } = follow(threadExecutor(threads), { tasks, signal: stop.signal }, (results) => {
      if (results.size === work.tasks.length) stop.abort(done);
    });
    await expect(ended).rejects.toBe(done);
    expect(Math.min(...results.keys())).toBe(threads - 1);
  });

  test.each([1, 2])("on %d threads stops in the middle of its tasks when aborted", async (threads) => {
    const reason = new Error("enough");
    const stop = new AbortController();
    const { results, ended } = follow(threadExecutor(threads), { tasks: endless.tasks, signal: stop.signal });
    setTimeout(() => stop.abort(reason), 100);
    await expect(ended).rejects.toBe(reason);
    expect(results.size).toBe(0);
  });

  test("tells nothing more once it has been aborted", async () => {
    const reason = new Error("enough");
    const stop = new AbortController();
    const { results, ended } = follow(
      threadExecutor(2),
      { signal: stop.signal },
      (results) => results.size === 2 && stop.abort(reason),
    );
    await expect(ended).rejects.toBe(reason);
    const known = results.size;
    expect(known).toBeLessThan(work.tasks.length);
    // Its threads have ended: work that comes after hears of its own tasks only.
    await follow(threadExecutor(2), { tasks: work.tasks.slice(0, 2) }).ended;
    expect(results.size).toBe(known);
  });

  test.each([1, 2])("on %d threads does not begin when it was aborted before", async (threads) => {
    const signal = AbortSignal.abort(new Error("never"));
    const { results, ended } = follow(threadExecutor(threads), { signal });
    await expect(ended).rejects.toThrow("never");
    expect(results.size).toBe(0);
  });

  test("fails as the inline executor does, with a mistake in what was given", async () => {
    const tasks = work.tasks.map((task, place) =>
      place === 4 ? { ...task, selection: { ...task.selection, keep: ["nobody"] } } : task,
    );
    const [error, expected] = [
      await failureOf(threadExecutor(2), { tasks }),
      await failureOf(inlineExecutor(), { tasks }),
    ];
    expect(expected).toBeInstanceOf(InputError);
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toBe(expected.message);
    expect({ ...error }).toEqual({ ...expected });
  });

  test("fails as the inline executor does, with a fault of ours", async () => {
    const tasks = work.tasks.map((task, place) => (place === 4 ? { ...task, dataset: 9 } : task));
    const [error, expected] = [
      await failureOf(threadExecutor(2), { tasks }),
      await failureOf(inlineExecutor(), { tasks }),
    ];
    expect(error).not.toBeInstanceOf(InputError);
    expect(error.message).toBe(expected.message);
    expect(error.stack).toContain("run-task.js");
  });

  test("fails with the error of a listener that throws", async () => {
    const reason = new Error("the disk is full");
    const { results, ended } = follow(threadExecutor(2), {}, (results) => {
      if (results.size > 0) throw reason;
    });
    await expect(ended).rejects.toBe(reason);
    expect(results.size).toBeLessThan(work.tasks.length);
  });
});

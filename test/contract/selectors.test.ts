import { describe, expect } from "vitest";
import {
  Dataset,
  InputError,
  Matrix,
  planted,
  Random,
  SparseMatrix,
  select,
  selectors,
} from "../../src/index.js";
import { contractOf } from "./exceptions.js";

/** Small data that every method must handle: three classes, with relevant, redundant and noise features. */
const { data, truth } = planted({
  rows: 90,
  classes: 3,
  relevant: 6,
  copies: 3,
  combinations: 3,
  noise: 18,
  separation: 2,
  seed: 7,
});
const names = data.featureNames;
const labelNames = Array.from(data.labels!.codes, (code) => data.labels!.classes[code]);
const dense = data.values as Matrix;

/** Data that takes long enough to report on the way. */
const middling = planted({ noise: 2000 }).data;
const wide = planted({ rows: 400, noise: 20_000 }).data;

const permutation = (n: number, seed: number): Int32Array => {
  const order = Int32Array.from({ length: n }, (_, i) => i);
  new Random(seed).shuffle(order);
  return order;
};

/** Adds columns at the end. */
const withColumns = (columns: readonly ((row: number) => number)[]): Dataset => {
  const rows = Array.from({ length: data.rows }, (_, i) => [
    ...dense.data.subarray(i * dense.columns, (i + 1) * dense.columns),
    ...columns.map((column) => column(i)),
  ]);
  return Dataset.fromRows(rows, labelNames);
};

const withValue = (value: number): Dataset => {
  const values = dense.copy();
  values.set(4, 2, value);
  return data.with({ values });
};

describe.each(Object.entries(selectors))("%s", (method, selector) => {
  const holds = contractOf(method);
  const run = (input: Dataset, options = {}) => select(input, { method: selector, ...options });
  const refuses = async (input: () => Dataset, message: RegExp, options = {}) => {
    await expect(async () => run(input(), options)).rejects.toThrow(InputError);
    await expect(async () => run(input(), options)).rejects.toThrow(message);
  };

  holds("describes itself", async () => {
    expect(selector.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const text of [selector.title, selector.summary, selector.citation])
      expect(text.length).toBeGreaterThan(5);
    for (const option of Object.values(selector.options)) expect(option.help.length).toBeGreaterThan(5);
    const cost = selector.cost({ rows: 100, features: 1000, classes: 3 });
    expect(cost.scalar + cost.matrix).toBeGreaterThan(0);
    expect(cost.bytes).toBeGreaterThan(0);
  });

  holds("ranks every feature once and names the top k", async () => {
    const { ranking, features, scores } = await run(data, { k: 5 });
    expect(Array.from(ranking).sort((a, b) => a - b)).toEqual(names.map((_, j) => j));
    expect(features).toEqual(Array.from(ranking.subarray(0, 5), (j) => names[j]));
    expect(scores.length).toBe(data.features);
    expect(scores.some(Number.isNaN)).toBe(false);
  });

  holds("finds planted features", async () => {
    const useful = new Set([...truth.relevant, ...truth.redundant.map(({ column }) => column)]);
    const { ranking } = await run(data, { k: 6 });
    for (const j of ranking.subarray(0, 6)) expect(useful.has(j)).toBe(true);
  });

  holds("gives the same result twice", async () => {
    const [first, second] = [await run(data, { seed: 3 }), await run(data, { seed: 3 })];
    expect(second.ranking).toEqual(first.ranking);
    expect(second.scores).toEqual(first.scores);
  });

  holds("leaves its input untouched", async () => {
    const before = structuredClone({ values: dense.data, codes: data.labels!.codes, names });
    await run(data);
    expect({ values: dense.data, codes: data.labels!.codes, names }).toEqual(before);
  });

  holds("follows permuted columns", async () => {
    const order = permutation(data.features, 11);
    const [straight, permuted] = [await run(data), await run(data.selectColumns(order))];
    expect(Array.from(permuted.ranking, (j) => order[j])).toEqual(Array.from(straight.ranking));
  });

  holds("does not depend on the order of rows", async () => {
    const [straight, permuted] = [await run(data), await run(data.selectRows(permutation(data.rows, 5)))];
    permuted.ranking.forEach((j, place) => {
      const other = straight.ranking[place];
      if (j === other) return;
      const [a, b] = [straight.scores[j], straight.scores[other]];
      expect(Math.abs(a - b)).toBeLessThanOrEqual(1e-9 * Math.max(Math.abs(a), Math.abs(b)));
    });
  });

  holds("ranks constant columns last", async () => {
    const constants = [0, 0.1, 1e9 + 0.1, -3e-9];
    const { ranking, scores } = await run(withColumns(constants.map((value) => () => value)));
    const last = Array.from(ranking.subarray(-4)).sort((a, b) => a - b);
    expect(last).toEqual(constants.map((_, at) => data.features + at));
    expect(scores.some(Number.isNaN)).toBe(false);
  });

  holds("ranks the earlier of exact duplicates first", async () => {
    const { ranking } = await run(withColumns(truth.relevant.map((j) => (i) => dense.get(i, j))));
    const places = Array.from(ranking);
    truth.relevant.forEach((original, at) => {
      expect(places.indexOf(original)).toBeLessThan(places.indexOf(data.features + at));
    });
  });

  holds("does not depend on the names of classes", async () => {
    const renamed = data.with({
      labels: labelNames.map((name) => ({ "class 1": "z", "class 2": "10", "class 3": "a" })[name]!),
    });
    const [straight, other] = [await run(data), await run(renamed)];
    expect(other.ranking).toEqual(straight.ranking);
  });

  holds("gives sparse data the ranking of dense data", async () => {
    const zeroed = dense.copy();
    zeroed.data.forEach((x, at) => {
      if (Math.abs(x) < 0.5) zeroed.data[at] = 0;
    });
    const places = Array.from(zeroed.data.keys()).filter((at) => zeroed.data[at] !== 0);
    const sparse = SparseMatrix.fromTriplets(
      zeroed.rows,
      zeroed.columns,
      places.map((at) => Math.floor(at / zeroed.columns)),
      places.map((at) => at % zeroed.columns),
      places.map((at) => zeroed.data[at]),
    );
    const [fromDense, fromSparse] = [
      await run(data.with({ values: zeroed })),
      await run(data.with({ values: sparse })),
    ];
    expect(fromSparse.ranking).toEqual(fromDense.ranking);
    expect(fromSparse.scores).toEqual(fromDense.scores);
  });

  holds("stays finite on very large and very small values", async () => {
    const { scores } = await run(
      withColumns([
        (i) => 1e200 * dense.get(i, 0),
        (i) => 1e-200 * dense.get(i, 1),
        (i) => 1.5e308 * Math.tanh(dense.get(i, 2)),
      ]),
    );
    expect(scores.some(Number.isNaN)).toBe(false);
  });

  holds("keeps the top k columns in transform", async () => {
    const picked = await run(data, { k: 4 });
    const reduced = picked.transform(data);
    expect(reduced.featureNames).toEqual(picked.features);
    expect(reduced.rows).toBe(data.rows);
    const shuffled = picked.transform(data.selectColumns(permutation(data.features, 2)));
    expect(shuffled.values).toEqual(reduced.values);
    expect(() => picked.transform(data.selectColumns([picked.ranking[1]]))).toThrow(InputError);
  });

  holds("stops where it is aborted", async () => {
    const reason = new Error("enough");
    /** The progress that is told where the first one above `least` aborts the run. */
    const told = async (input: Dataset, least: number): Promise<number[]> => {
      const controller = new AbortController();
      const seen: number[] = [];
      const onProgress = (fraction: number) => {
        seen.push(fraction);
        if (fraction > least) controller.abort(reason);
      };
      await expect(run(input, { signal: controller.signal, onProgress })).rejects.toBe(reason);
      return seen;
    };
    // On wide data the first look at the signal comes early, and an abort is the end of it.
    const early = await told(wide, 0);
    expect(early).toEqual([0, expect.any(Number)]);
    expect(early[1]).toBeLessThanOrEqual(0.1);
    const late = await told(middling, 0.5);
    expect(late.filter((fraction) => fraction > 0.5)).toEqual([late.at(-1)]);
    expect(late.at(-1)).toBeLessThan(1);
    const onProgress = () => expect.fail("it began");
    await expect(run(data, { signal: AbortSignal.abort(reason), onProgress })).rejects.toBe(reason);
  });

  holds("reports progress that never falls, from 0 to 1", async () => {
    const seen: number[] = [];
    await run(middling, { onProgress: (fraction: number) => seen.push(fraction) });
    expect(seen[0]).toBe(0);
    expect(seen.at(-1)).toBe(1);
    expect(seen.length).toBeGreaterThan(4);
    seen.slice(1).forEach((fraction, at) => {
      expect(fraction).toBeGreaterThan(seen[at]);
    });
  });

  holds("refuses missing and infinite values", async () => {
    await refuses(() => withValue(Number.NaN), /1 value is missing, the first in row 5, column "3"/);
    await refuses(
      () => withValue(Number.POSITIVE_INFINITY),
      /1 value is infinite, the first in row 5, column "3"/,
    );
  });

  holds("refuses data without rows, columns or fitting labels", async () => {
    await refuses(() => new Dataset({ values: Matrix.zeros(0, 3), labels: [] }), /no rows/);
    await refuses(
      () => new Dataset({ values: Matrix.zeros(4, 0), labels: ["a", "a", "b", "b"] }),
      /no feature columns/,
    );
    await refuses(() => data.with({ labels: ["a", "b"] }), /2 labels for 90 rows/);
  });

  if (selector.supervised)
    holds("refuses labels that no classes can be made of", async () => {
      await refuses(() => data.with({ labels: null }), /no labels/);
      await refuses(() => data.with({ labels: labelNames.map(() => "same") }), /one class \("same"\)/);
      await refuses(
        () => data.with({ labels: labelNames.map((name, i) => (i === 8 ? "alone" : name)) }),
        /class "alone" has one sample \(row 9\)/,
      );
    });

  holds("refuses options that are not allowed, naming what is", async () => {
    for (const k of [0, 1.5, -1, Number.NaN, data.features + 1, "5"])
      await refuses(
        () => data,
        new RegExp(`k must be a whole number from 1 to ${data.features}; .*${k}.* was given`),
        { k },
      );
    await refuses(() => data, /seed must be a whole number/, { seed: -1 });
    await refuses(() => data, /"nonsense" is not an option of/, { nonsense: 1 });
    for (const [name, option] of Object.entries(selector.options)) {
      await refuses(() => data, new RegExp(`^${name} must be `), { [name]: Symbol.iterator.toString() });
      if (option.type !== "number") continue;
      await refuses(() => data, new RegExp(`^${name} must be `), { [name]: Number.NaN });
      if (option.min !== undefined)
        await refuses(() => data, new RegExp(`^${name} must be `), { [name]: option.min - 1 });
      if (option.above !== undefined)
        await refuses(() => data, new RegExp(`^${name} must be `), { [name]: option.above });
      if (option.max !== undefined)
        await refuses(() => data, new RegExp(`^${name} must be `), { [name]: option.max + 1 });
    }
  });
});

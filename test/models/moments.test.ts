import { describe, expect, test } from "vitest";
import { createKernels, Dataset, InputError, Random } from "../../src/index.js";
import { type Moments, mergeMoments, momentsOf } from "../../src/models/moments.js";
import { expectClose } from "../support/expect-close.js";
import { randomData } from "../support/random-data.js";
import { toRows } from "../support/scatter.js";

const kernels = await createKernels({ threads: 1 });

/** Equal up to rounding, measured by the largest value of each part. */
function expectSameMoments(actual: Moments, expected: Moments): void {
  expect(actual.featureNames).toEqual(expected.featureNames);
  expect(actual.classes).toEqual(expected.classes);
  expect(actual.counts).toEqual(expected.counts);
  for (const part of ["means", "within"] as const) {
    const size = expected[part].data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    expectClose(actual[part].data, expected[part].data, { relative: 0, absolute: 1e-12 * size });
  }
}

const data = randomData({ rows: 97, features: 7, classes: 4, seed: 1, unbalanced: true });

/** The rows in so many parts, by chance; some parts lack a class, some are one row. */
function parts(count: number, random: Random): Moments[] {
  const rows: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < data.rows; i++) rows[i < count ? i : random.integer(count)].push(i);
  return rows.map((chosen) => momentsOf(data.selectRows(chosen), kernels));
}

describe("moments", () => {
  test("are what the definitions say", () => {
    const small = Dataset.fromRows(
      [
        [1, 2],
        [3, 2],
        [5, 0],
        [5, 4],
      ],
      ["a", "a", "b", "b"],
    );
    const { counts, means, within, classes } = momentsOf(small, kernels);
    expect(classes).toEqual(["a", "b"]);
    expect(Array.from(counts)).toEqual([2, 2]);
    expect(toRows(means)).toEqual([
      [2, 2],
      [5, 2],
    ]);
    expect(toRows(within)).toEqual([
      [2, 0],
      [0, 8],
    ]);
  });

  test.each([2, 3, 10, 40, 97])("of %d parts, merged from left to right, are those of the whole", (count) => {
    const merged = parts(count, new Random(count)).reduce(mergeMoments);
    expectSameMoments(merged, momentsOf(data, kernels));
  });

  test.each([3, 12, 50])("of %d parts, merged in any grouping, are those of the whole", (count) => {
    const random = new Random(count);
    const left = parts(count, random);
    while (left.length > 1) {
      const [a] = left.splice(random.integer(left.length), 1);
      const [b] = left.splice(random.integer(left.length), 1);
      left.push(mergeMoments(a, b));
    }
    expectSameMoments(left[0], momentsOf(data, kernels));
  });

  test("keep their digits where values are large and alike", () => {
    const far = Dataset.fromRows([[1e9 + 1], [1e9 + 3], [1e9 + 5], [1e9 + 7]], ["a", "a", "b", "b"]);
    const halves = [
      [0, 2],
      [1, 3],
    ].map((rows) => momentsOf(far.selectRows(rows), kernels));
    for (const moments of [momentsOf(far, kernels), mergeMoments(halves[0], halves[1])]) {
      expect(moments.within.get(0, 0)).toBe(4);
      expect(Array.from(moments.means.data)).toEqual([1e9 + 2, 1e9 + 6]);
    }
  });

  test("leave the parts as they were", () => {
    const [a, b] = parts(2, new Random(1));
    const before = [a, b].map((part) => JSON.stringify(part));
    mergeMoments(a, b);
    expect([a, b].map((part) => JSON.stringify(part))).toEqual(before);
  });

  test("with weights of classes, which hang on all rows, are refused", () => {
    const moments = momentsOf(data, kernels);
    const weighted = { ...moments, weights: new Float64Array(4).fill(1) };
    expect(() => mergeMoments(moments, weighted)).toThrow(/classes have weights cannot be merged/);
  });

  test("of other features or classes are refused, and so are data without labels", () => {
    const whole = momentsOf(data, kernels);
    const fewer = momentsOf(data.selectColumns([0, 1, 2]), kernels);
    const reordered = momentsOf(data.selectColumns([1, 0, 2, 3, 4, 5, 6]), kernels);
    const others = momentsOf(
      data.with({ labels: Array.from(data.labels!.codes, (code) => `other ${code}`) }),
      kernels,
    );
    for (const other of [fewer, reordered])
      expect(() => mergeMoments(whole, other)).toThrow(/different features/);
    expect(() => mergeMoments(whole, others)).toThrow(/different classes/);
    expect(() => mergeMoments(whole, others)).toThrow(InputError);
    expect(() => momentsOf(data.with({ labels: null }), kernels)).toThrow(/moments need labels/);
  });
});

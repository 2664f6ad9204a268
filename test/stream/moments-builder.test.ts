import { describe, expect, test } from "vitest";
import { createKernels } from "../../src/index.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import { MedianSearch } from "../../src/models/median-search.js";
import { type Moments, momentsOf } from "../../src/models/moments.js";
import { MomentsBuilder } from "../../src/models/moments-builder.js";
import { FloatRows } from "../../src/numeric/float-rows.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { BuiltKernels } from "../kernels/built.js";
import { randomData } from "../support/random-data.js";

const kernels = await createKernels({ threads: 1 });
const data = randomData({ rows: 9000, features: 6, classes: 3, seed: 3, unbalanced: true });
const names = Array.from(data.labels!.codes, (code) => data.labels!.classes[code]);

/** The moments of the rows, given in parts of so many. */
function build(values: Matrix, partRows: number, own: Kernels = kernels, scatter = true): Moments {
  const builder = new MomentsBuilder(own, data.featureNames, scatter);
  for (let start = 0; start < values.rows; start += partRows) {
    const rows = Array.from({ length: Math.min(partRows, values.rows - start) }, (_, i) => start + i);
    builder.add(
      values.selectRows(rows),
      rows.map((i) => names[i]),
    );
  }
  return builder.finish() as Moments;
}

const shifted = (by: number) => {
  const { rows, columns, data: all } = data.values as Matrix;
  return new Matrix(
    all.map((x) => x + by),
    rows,
    columns,
  );
};

const worst = (actual: Matrix, expected: Matrix) => {
  const size = expected.data.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  return actual.data.reduce((most, x, at) => Math.max(most, Math.abs(x - expected.data[at])), 0) / size;
};

describe("moments of rows in parts", () => {
  test.each([0, 1e6, -1e9])("are those of all rows together, with means of %d", (mean) => {
    const values = shifted(mean);
    const exact = momentsOf(data, kernels);
    const found = build(values, 1000);
    // x + mean has lost digits of x, which no way of summing brings back.
    const lost = Math.max(1e-12, (Math.abs(mean) * 2 ** -52) / 10);
    expect(found.classes).toEqual(exact.classes);
    expect(found.counts).toEqual(exact.counts);
    expect(worst(found.within, exact.within)).toBeLessThan(mean === -1e9 ? 1e-7 : 1e-10);
    expect(worst(found.spreads, exact.spreads)).toBeLessThan(mean === -1e9 ? 1e-7 : 1e-10);
    const alone = build(values, 1000, kernels, false);
    expect(worst(alone.spreads, exact.spreads)).toBeLessThan(mean === -1e9 ? 1e-7 : 1e-10);
    exact.means.data.forEach((x, at) => {
      expect(Math.abs(found.means.data[at] - mean - x)).toBeLessThan(20 * lost);
      expect(Math.abs(alone.means.data[at] - mean - x)).toBeLessThan(20 * lost);
    });
    expect(build(values, 13, kernels, false).spreads.data).toEqual(alone.spreads.data);
  });

  test.each([
    ["32", (x: Float64Array) => new FloatRows(Float32Array.from(x), 9000, 6)],
    ["64", (x: Float64Array) => new Matrix(x, 9000, 6)],
  ])("in %s bits lose nothing where means are a million times the spread", (_, store) => {
    // Multiples of 1/8 of which 24 bits hold every digit, with a spread near 1.
    const small = (data.values as Matrix).data.map((x) => Math.round(8 * x) / 8);
    const exact = momentsOf(data.with({ values: new Matrix(small, 9000, 6) }), kernels);
    const builder = new MomentsBuilder(kernels, data.featureNames, true);
    const stored = store(small.map((x) => x + 1e6));
    builder.add(stored, names);
    const found = builder.finish() as Moments;
    expect(worst(found.within, exact.within)).toBeLessThan(1e-12);
    expect(worst(found.spreads, exact.spreads)).toBeLessThan(1e-12);
    exact.means.data.forEach((x, at) => {
      expect(Math.abs(found.means.data[at] - 1e6 - x)).toBeLessThan(1e-9);
    });
  });

  test("rows of 32 and of 64 bits may follow each other", () => {
    const rounded = Float32Array.from((data.values as Matrix).data);
    const wide = new Matrix(Float64Array.from(rounded), 9000, 6);
    const builder = new MomentsBuilder(kernels, data.featureNames, true);
    builder.add(new FloatRows(rounded.subarray(0, 600), 100, 6), names.slice(0, 100));
    builder.add(wide.block(100, 0, 5000, 6), names.slice(100, 5100));
    builder.add(new FloatRows(rounded.subarray(30_600), 3900, 6), names.slice(5100));
    const found = builder.finish() as Moments;
    const expected = build(wide, 9000);
    expect(found.within.data).toEqual(expected.within.data);
    expect(found.means.data).toEqual(expected.means.data);
  });

  test("with weights, the scatter is the sum of the weighted scatters of the classes", () => {
    const { classes, codes } = data.labels!;
    const weightOf = [0.25, 3, 1.5];
    const all = Array.from(codes.keys());
    const expected = Matrix.zeros(6, 6);
    const apart = classes.map((_, code) =>
      momentsOf(data.selectRows(all.filter((i) => codes[i] === code)), kernels),
    );
    apart.forEach(({ within }, code) => {
      within.data.forEach((x, at) => {
        expected.data[at] += weightOf[code] * x;
      });
    });
    const weights = new Map(classes.map((name, code) => [name, weightOf[code]]));
    const builder = new MomentsBuilder(kernels, data.featureNames, true, undefined, weights);
    builder.add(data.values as Matrix, names);
    const found = builder.finish() as Moments;
    expect(worst(found.within, expected)).toBeLessThan(1e-12);
    expect(found.weights).toEqual(Float64Array.from(weightOf));
    // Sizes, means and spreads stay those of the rows.
    const plain = build(data.values as Matrix, 1000);
    for (const part of ["counts", "means", "spreads"] as const) expect(found[part]).toEqual(plain[part]);
  });

  test("more classes than room was made for keep their first rows", () => {
    const many = Array.from({ length: 9000 }, (_, i) => `class ${i % 70}`);
    const builder = new MomentsBuilder(kernels, data.featureNames, true);
    builder.add(data.values, many);
    const exact = momentsOf(data.with({ labels: many }), kernels);
    const found = builder.finish() as Moments;
    expect(found.classes).toEqual(exact.classes);
    expect(worst(found.means, exact.means)).toBeLessThan(1e-12);
    expect(worst(found.within, exact.within)).toBeLessThan(1e-12);
  });

  test("drift that is far larger than the spread costs no digits", () => {
    const { rows, columns, data: all } = data.values as Matrix;
    const drifting = new Matrix(
      all.map((x, at) => x / 1024 + Math.floor(Math.floor(at / columns) / 3000)),
      rows,
      columns,
    );
    const exact = momentsOf(data.with({ values: drifting }), kernels);
    expect(worst(build(drifting, 700).within, exact.within)).toBeLessThan(1e-10);
    expect(worst(build(drifting, 700, kernels, false).spreads, exact.spreads)).toBeLessThan(1e-10);
  });

  test("have the same bits for parts of any size and any number of threads", async () => {
    const values = shifted(5);
    const one = build(values, 9000);
    const several = await BuiltKernels.create("wasm", 2, { blockBytes: 2 ** 27, stepsWorthSharing: 0 });
    for (const found of [build(values, 17), build(values, 4096), build(values, 333, several)]) {
      expect(found.within.data).toEqual(one.within.data);
      expect(found.means.data).toEqual(one.means.data);
      expect(found.spreads.data).toEqual(one.spreads.data);
    }
    await several.dispose();
  });

  test("infinite values are refused with their column", () => {
    const values = shifted(0);
    values.set(7, 2, Number.POSITIVE_INFINITY);
    expect(() => build(values, 100)).toThrow(/column ".*" has values that are infinite/);
  });
});

describe("medians in passes", () => {
  /** With so little room that several passes are needed. */
  const passes = (values: readonly number[]) => {
    const search = new MedianSearch(16);
    let count = 0;
    while (search.median === null) {
      search.begin();
      for (const value of values) search.take(value);
      search.conclude();
      count++;
    }
    return { median: search.median, count };
  };
  const sortedMedian = (values: readonly number[]) => {
    const sorted = Float64Array.from(values).sort();
    const [a, b] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]];
    return a === b ? a : a + (b - a) / 2;
  };
  const random = new Random(5);
  test.each([
    ["normal numbers", Array.from({ length: 5001 }, () => random.normal())],
    ["an even number", Array.from({ length: 4000 }, () => 1e6 + random.normal())],
    ["mostly zeros", Array.from({ length: 3000 }, () => Math.max(0, random.normal() - 0.2))],
    ["few different values", Array.from({ length: 2001 }, () => random.integer(4))],
    ["an outlier", [...Array.from({ length: 999 }, () => random.normal()), 1e300, -1e300]],
    [
      "a range that no number holds",
      Array.from({ length: 999 }, (_, i) => (i % 7 === 0 ? 1.7e308 : -1.7e308)),
    ],
    ["the same, with all between", Array.from({ length: 999 }, () => 1.7e308 * (2 * random.uniform() - 1))],
    ["one value", Array.from({ length: 50 }, () => 3)],
  ])("are exact: %s", (_, values) => {
    const { median, count } = passes(values);
    expect(median).toBe(sortedMedian(values));
    expect(count).toBeLessThan(130);
  });

  test("infinite values, which are refused later, do not keep them from ending", () => {
    const values = Array.from({ length: 999 }, () => random.normal());
    const { median } = passes([...values, ...Array.from({ length: 99 }, (_, i) => (i % 2 ? 1 : -1) / 0)]);
    expect(median).toBe(sortedMedian(values));
  });
});

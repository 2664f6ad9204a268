import { afterAll, describe, expect, test } from "vitest";
import { createKernels, type Dataset, type Matrix, planted, Random } from "../../../src/index.js";
import { Criterion } from "../../../src/selectors/ldfs/criterion.js";
import { prepare } from "../../../src/selectors/ldfs/prepare.js";
import { discriminantStart } from "../../../src/selectors/ldfs/start.js";
import { expectClose } from "../../support/expect-close.js";
import { inverse, multiply, type Rows, scatters, toRows, trace, transpose } from "../../support/scatter.js";

const kernels = await createKernels({ kernels: "wasm", threads: 1 });
const workspace = kernels.workspace();
afterAll(async () => {
  workspace.release();
  await kernels.dispose();
});

const alpha = 0.3;
const tall = planted({
  rows: 60,
  classes: 4,
  relevant: 3,
  copies: 2,
  combinations: 1,
  noise: 6,
  seed: 2,
}).data;
const wide = planted({
  rows: 20,
  classes: 3,
  relevant: 3,
  copies: 2,
  combinations: 1,
  noise: 30,
  seed: 3,
}).data;
const many = planted({
  rows: 90,
  classes: 12,
  relevant: 6,
  copies: 2,
  combinations: 1,
  noise: 6,
  seed: 4,
}).data;

/** The definition, by Gauss and Jordan; scatter matrices of the test support are sums, ours are means. */
function literal(data: Dataset) {
  const { between, within } = scatters(data);
  const n = data.rows;
  const m = within.map((row, i) => row.map((x, j) => x / n + (i === j ? alpha : 0)));
  const sb = between.map((row) => row.map((x) => x / n));
  const form = (a: Rows, scatter: Rows) => multiply(transpose(a), multiply(scatter, a));
  return {
    separation: (a: Rows) => -trace(multiply(inverse(form(a, m)), form(a, sb))),
    total: (a: Rows) => form(a, m).map((row, i) => row.map((x, j) => x + form(a, sb)[i][j])),
  };
}

async function opened(data: Dataset) {
  const prepared = await prepare(
    kernels,
    workspace,
    data,
    { standardize: true, alpha, l: null },
    data.features,
    async () => {},
  );
  const { scatter, between, l } = prepared;
  return { prepared, l, criterion: new Criterion(kernels, workspace, scatter, between, alpha, l) };
}

/** Aᵀ of random numbers, in memory of the kernels. */
function randomDirections(l: number, features: number): Matrix {
  const random = new Random(5);
  const a = workspace.matrix(l, features);
  for (let at = 0; at < a.data.length; at++) a.data[at] = random.normal();
  return a;
}

describe.each([
  ["more samples than features", tall, "within"],
  ["more features than samples", wide, "samples"],
  ["many classes", many, "within"],
])("%s", (_, data, form) => {
  test("the value is that of the definition, and Sw is only formed where it is small", async () => {
    const { prepared, criterion, l } = await opened(data);
    expect(prepared.scatter).toHaveProperty(form);
    const a = randomDirections(l, data.features);
    const value = criterion.evaluate(a, workspace.matrix(l, data.features));
    expectClose([value], [literal(data).separation(toRows(a.transposed()))], { relative: 1e-9 });
  });

  test("the gradient agrees with differences of the definition", async () => {
    const { criterion, l } = await opened(data);
    const { separation } = literal(data);
    const a = randomDirections(l, data.features);
    const gradient = workspace.matrix(l, data.features);
    criterion.evaluate(a, gradient);
    const rows = toRows(a.transposed()).map((row) => [...row]);
    const largest = Math.max(...gradient.data.map(Math.abs));
    for (const [i, j] of [
      [0, 0],
      [3, l - 1],
      [data.features - 1, 0],
      [5, Math.floor(l / 2)],
    ]) {
      const step = 1e-5;
      const at = (x: number) =>
        separation(rows.map((row, r) => row.map((v, c) => (r === i && c === j ? v + x : v))));
      const slope = (at(step) - at(-step)) / (2 * step);
      expect(Math.abs(gradient.get(j, i) - slope)).toBeLessThan(1e-6 * largest);
    }
    // g does not change with the scale, so its slope along A is zero.
    const along = gradient.data.reduce((sum, x, at) => sum + x * a.data[at], 0);
    expect(Math.abs(along)).toBeLessThan(1e-9 * largest * Math.sqrt(a.data.length));
  });

  test("the start has AᵀSA = I and no slope; no other A separates better", async () => {
    const { prepared, criterion, l } = await opened(data);
    const start = discriminantStart(prepared);
    expect(start.rows).toBe(l);
    const rows = toRows(start.transposed());
    const { total, separation } = literal(data);
    total(rows).forEach((row, i) => {
      row.forEach((x, j) => {
        expect(x).toBeCloseTo(i === j ? 1 : 0, 8);
      });
    });
    const gradient = workspace.matrix(l, data.features);
    const best = criterion.evaluate(start, gradient);
    expectClose([best], [separation(rows)], { relative: 1e-8 });
    expect(Math.max(...gradient.data.map(Math.abs))).toBeLessThan(1e-7 * Math.abs(best));
    const other = criterion.evaluate(randomDirections(l, data.features), gradient);
    expect(other).toBeGreaterThan(best);
  });

  test("directions that depend on each other have no value", async () => {
    const { criterion, l } = await opened(data);
    const a = randomDirections(l, data.features);
    a.data.copyWithin(data.features, 0, data.features);
    expect(criterion.evaluate(a, workspace.matrix(l, data.features))).toBe(Number.POSITIVE_INFINITY);
  });
});

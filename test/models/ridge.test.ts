import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createKernels } from "../../src/index.js";
import { fitRidge, Ridge } from "../../src/models/ridge.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";

interface Fitted {
  penalty: number;
  weights: number[];
  intercept: number;
}

/** scikit-learn's Ridge and RidgeCV; test/fixtures/evaluation/make_regression.py wrote it. */
const cases = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/regression.json", import.meta.url), "utf8"),
) as Record<"tall" | "wide", { z: number[][]; y: number[]; ridge: Fitted; ridgeCv: Fitted }>;

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

test.each(["tall", "wide"] as const)("is scikit-learn's ridge regression, %s", (name) => {
  const { z, y, ridge, ridgeCv } = cases[name];
  const [values, targets] = [Matrix.fromRows(z), Float64Array.from(y)];
  const given = fitRidge(values, targets, kernels, ridge.penalty);
  expectClose(given.weights, ridge.weights, { relative: 1e-9, absolute: 1e-12 });
  expectClose([given.intercept], [ridge.intercept], { relative: 1e-9 });
  const chosen = fitRidge(values, targets, kernels);
  expectClose([chosen.penalty], [ridgeCv.penalty], { relative: 1e-12 });
  expectClose(chosen.weights, ridgeCv.weights, { relative: 1e-9, absolute: 1e-12 });
});

test("the chosen penalty has the smallest error when each row is left out and the rest is fitted anew", () => {
  const { z, y } = cases.tall;
  const values = Matrix.fromRows(z);
  const all = Array.from(y.keys());
  const errorAt = (penalty: number) =>
    all.reduce((sum, row) => {
      const others = all.filter((other) => other !== row);
      const part = fitRidge(
        values.selectRows(others),
        Float64Array.from(others, (i) => y[i]),
        kernels,
        penalty,
      );
      return sum + (part.predict(values.selectRows([row]))[0] - y[row]) ** 2;
    }, 0);
  const { penalty } = fitRidge(values, Float64Array.from(y), kernels);
  expect(errorAt(penalty)).toBeLessThan(errorAt(penalty / 3));
  expect(errorAt(penalty)).toBeLessThan(errorAt(penalty * 3));
});

test("a model comes back from its JSON, and damaged JSON is refused", () => {
  const { z, y } = cases.wide;
  const fitted = fitRidge(Matrix.fromRows(z), Float64Array.from(y), kernels);
  const restored = Ridge.restore(JSON.parse(JSON.stringify(fitted)));
  expect(restored.predict(Matrix.fromRows(z))).toEqual(fitted.predict(Matrix.fromRows(z)));
  expect(() => Ridge.restore({ ...fitted.toJSON(), weights: [1] })).toThrow(
    /"weights" must be a list of 45 numbers/,
  );
  expect(() => fitted.predict(Matrix.fromRows([[1]]))).toThrow(/fitted to 45/);
});

test("features that do not vary, and copies, do no harm", () => {
  const { z, y } = cases.tall;
  const rows = z.map((row) => [row[0], row[0], 0]);
  const { weights } = fitRidge(Matrix.fromRows(rows), Float64Array.from(y), kernels);
  expectClose([weights[0]], [weights[1]], { relative: 1e-9 });
  expect(weights[2]).toBe(0);
  const flat = fitRidge(Matrix.fromRows(y.map(() => [1])), Float64Array.from(y), kernels);
  expect(flat.weights[0]).toBe(0);
});

import { describe, expect, test } from "vitest";
import { createKernels, Dataset, select } from "../../../src/index.js";
import { expectClose } from "../../support/expect-close.js";
import { randomData } from "../../support/random-data.js";
import { multiply, type Rows, scatters, toRows, trace, transpose } from "../../support/scatter.js";

const kernels = await createKernels({ threads: 1 });
const frobenius = (a: Rows) => Math.sqrt(a.flat().reduce((sum, x) => sum + x * x, 0));

describe("the certificate equals what the definitions give", () => {
  test.each([
    { rows: 40, features: 9, p: 1, gamma: 1, alpha: 0, maxIterations: 4 },
    { rows: 40, features: 9, p: 0.5, gamma: 0.3, alpha: 1e-3, maxIterations: 7 },
    { rows: 8, features: 15, p: 1.5, gamma: 2, alpha: 0, maxIterations: 3 },
    { rows: 30, features: 12, p: 2, gamma: 0.5, alpha: 5, maxIterations: 2 },
  ])("%j", async ({ rows, features, ...given }) => {
    const data = randomData({ rows, features, classes: 4, seed: 3 });
    const zeta = 1e-12;
    const {
      map,
      certificate,
      trace: course,
      scores,
    } = await select(data, {
      method: "dfs",
      k: 1,
      kernels,
      tolerance: 0,
      zeta,
      ...given,
    });
    const { between, within, total } = scatters(data);
    const s = total.map((row, i) => row.map((x, j) => x + (i === j ? given.alpha : 0)));
    const a = toRows(map!.weights);
    const squares = a.map((row) => row.reduce((sum, x) => sum + x * x, 0));
    expectClose(scores, squares.map(Math.sqrt), { relative: 1e-14 });

    // St = Sb + Sw is what makes the shifted problem the same as the paper's.
    within.forEach((row, i) => {
      expectClose(
        row.map((x, j) => x + between[i][j]),
        total[i],
        { relative: 0, absolute: 1e-9 },
      );
    });

    const scatterA = multiply(between, a);
    const penalty = squares.reduce((sum, square) => sum + (square + zeta) ** (given.p / 2), 0);
    const objective = given.gamma * penalty - trace(multiply(transpose(a), scatterA));
    const size = given.gamma * penalty + trace(multiply(transpose(a), scatterA));
    expectClose([course!.objective.at(-1)!], [objective], { relative: 0, absolute: 1e-10 * size });

    const gram = multiply(transpose(a), multiply(s, a));
    const off = gram.flatMap((row, i) => row.map((x, j) => Math.abs(x - (i === j ? 1 : 0))));
    expect(Math.abs((certificate!.constraint as number) - Math.max(...off))).toBeLessThan(1e-11);
    expect(certificate!.constraint).toBeLessThan(1e-9);
    expect(certificate!.norm).toBeCloseTo(frobenius(a), 10);
    expect(certificate!.rank).toBe(3);
    expect(certificate!.support).toBe(
      squares.filter((square) => Math.sqrt(square) > 1e-3 * Math.sqrt(Math.max(...squares))).length,
    );

    const weights = squares.map((square) => (given.p / 2) * (square + zeta) ** (given.p / 2 - 1));
    const penaltyA = a.map((row, i) => row.map((x) => given.gamma * weights[i] * x));
    const left = penaltyA.map((row, i) => row.map((x, j) => x - scatterA[i][j]));
    const right = multiply(multiply(s, a), multiply(transpose(a), left));
    const residual = frobenius(left.map((row, i) => row.map((x, j) => x - right[i][j])));
    const scale = Math.hypot(frobenius(penaltyA), frobenius(scatterA));
    expectClose([certificate!.stationarity as number], [residual / scale], {
      relative: 1e-6,
      absolute: 1e-10,
    });

    const rises = course!.objective.slice(1).map((f, k) => (f - course!.objective[k]) / size);
    expectClose([certificate!.largestRise as number], [Math.max(0, ...rises)], { absolute: 1e-12 });
    expect(certificate!.iterations).toBe(given.maxIterations);
    expect(certificate!.converged).toBe(false);
  });

  test("a fit that has settled is stationary and says so", async () => {
    const data = randomData({ rows: 60, features: 10, classes: 3, seed: 5, relevant: 4 });
    const { certificate, trace: course } = await select(data, {
      method: "dfs",
      gamma: 5,
      maxIterations: 2000,
      tolerance: 1e-8,
      k: 1,
      kernels,
    });
    expect(certificate!.converged).toBe(true);
    expect(certificate!.stationarity).toBeLessThan(1e-3);
    expect(course!.converged).toBe(true);
    expect(course!.divergence.at(-1)!).toBeLessThan(1e-6);
  });

  test("two features, two classes: the transformation is worked out by hand", async () => {
    // With p = 2 the penalty is γ‖A‖², so a is the vector of smallest λ in (γI − Sb)a = λSt·a. The two features are
    // uncorrelated with St = 3·I (n − 1 = 3), so a points along the class means and aᵀSta = 1 gives ‖a‖ = 1/√3.
    const data = Dataset.fromRows(
      [
        [1, 1],
        [1, -1],
        [-1, 1],
        [-1, -1],
      ],
      ["a", "a", "b", "b"],
    );
    const { scores, trace: course } = await select(data, { method: "dfs", gamma: 0.25, p: 2, k: 1, kernels });
    expectClose(scores, [1 / Math.sqrt(3), 0], { relative: 1e-10, absolute: 1e-7 });
    // Sb = diag(3, 0), so f = −3/3 + 0.25/3.
    expect(course!.objective.at(-1)).toBeCloseTo(-1 + 0.25 / 3, 9);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, select } from "../../src/index.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { lassoOptions } from "../../src/selectors/lasso/options.js";
import { fitPath, type Path } from "../../src/selectors/lasso/path.js";
import { startPath } from "../../src/selectors/lasso/start.js";
import { BuiltKernels } from "../kernels/built.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";

interface GlmnetPath {
  rows: number[][];
  y: number[];
  alpha: number;
  factors: number[];
  lambdas: number[];
  chosen: number[];
  coefficients: number[][][];
}
/** Paths of glmnet with a tight tolerance; test/fixtures/selectors/make_lasso.R wrote them. */
const glmnet = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/lasso.json", import.meta.url), "utf8"),
) as Record<string, GlmnetPath>;

const kernels = await createKernels({ threads: 1 });
const defaults = Object.fromEntries(Object.entries(lassoOptions).map(([name, one]) => [name, one.default]));

interface Point {
  lambda: number;
  /** By column of the data and output. */
  coefficients: number[][];
  intercepts: number[];
  objective: number;
}

/** The whole path, with what is fitted at each λ. */
async function pathOf(
  data: Dataset,
  options: object = {},
  context: object = {},
): Promise<{ path: Path; points: Point[] }> {
  const workspace = kernels.workspace();
  const points: Point[] = [];
  try {
    const settings = { ...defaults, ...options } as Parameters<typeof startPath>[3];
    // More than there are: the path does not end because all have entered.
    const all = { k: data.features + 1, ...context };
    const { opened, fit, slopes, rules } = startPath(kernels, workspace, data, settings, all);
    const path = await fitPath(
      fit,
      slopes,
      rules,
      async () => {},
      (lambda, { model, loss }) => {
        const { coefficients: b } = model;
        const row = (at: number) => Array.from({ length: b.columns }, (_, k) => b.get(at, k));
        const byColumn = Array.from({ length: data.features }, () => new Array<number>(b.columns).fill(0));
        for (const [at, column] of opened.units.flatMap(({ features }) => features).entries())
          byColumn[column] = row(at);
        const penalty = fit.penaltyOf(Array.from(opened.units.keys()));
        points.push({
          lambda,
          coefficients: byColumn,
          intercepts: row(b.rows - 1),
          objective: loss + (points.length > 0 ? penalty : 0),
        });
      },
    );
    return { path, points };
  } finally {
    workspace.release();
  }
}

const dataOf = ({ rows, y }: GlmnetPath, number = false) =>
  number
    ? new Dataset({
        values: Dataset.fromRows(
          rows,
          y.map(() => 0),
        ).values,
        targets: y,
      })
    : Dataset.fromRows(rows, y);

/** Columns less their means, over their deviations (of n), with weights that add up to 1. */
function standardised(rows: number[][], weights: number[]): number[][] {
  const columns = rows[0].map((_, j) => {
    const mean = rows.reduce((sum, row, i) => sum + weights[i] * row[j], 0);
    const variance = rows.reduce((sum, row, i) => sum + weights[i] * (row[j] - mean) ** 2, 0);
    return rows.map((row) => (row[j] - mean) / Math.sqrt(variance));
  });
  return rows.map((_, i) => columns.map((column) => column[i]));
}

/** A penalised problem, written down: standardised rows, what is to be predicted, and the penalties of groups of columns. */
interface Literal {
  x: number[][];
  y: number[];
  weights: number[];
  kind: "gaussian" | "binomial" | "multinomial";
  outputs: number;
  /** Columns that enter together, with the factors of length and square. */
  groups: { columns: number[]; length: number; square: number }[];
}

function literalOf(
  rows: number[][],
  y: number[],
  kind: Literal["kind"],
  weights = y.map(() => 1 / y.length),
  groups = rows[0].map((_, j) => ({ columns: [j], length: 1, square: 1 })),
): Literal {
  const classes = new Set(y).size;
  let target = y;
  if (kind === "gaussian")
    target = standardised(
      y.map((one) => [one]),
      weights,
    ).map(([one]) => one);
  const outputs = kind === "multinomial" ? classes : 1;
  return { x: standardised(rows, weights), y: target, weights, kind, outputs, groups };
}

/** The mean loss at coefficients and intercepts, and its slopes by both; logarithms and powers are the engine's here. */
function lossOf({ x, y, weights, kind, outputs }: Literal, b: number[][], b0: number[]) {
  const slope = b.map((row) => row.map(() => 0));
  const slope0 = b0.map(() => 0);
  let loss = 0;
  x.forEach((row, i) => {
    const eta = b0.map((one, k) => one + row.reduce((sum, value, j) => sum + value * b[j][k], 0));
    let rest: number[];
    if (kind === "gaussian") {
      loss += 0.5 * weights[i] * (eta[0] - y[i]) ** 2;
      rest = [eta[0] - y[i]];
    } else if (kind === "binomial") {
      loss += weights[i] * (Math.max(eta[0], 0) + Math.log1p(Math.exp(-Math.abs(eta[0]))) - y[i] * eta[0]);
      rest = [1 / (1 + Math.exp(-eta[0])) - y[i]];
    } else {
      const most = Math.max(...eta);
      const powers = eta.map((one) => Math.exp(one - most));
      const sum = powers.reduce((all, one) => all + one, 0);
      loss += weights[i] * (Math.log(sum) + most - eta[y[i]]);
      rest = powers.map((one, k) => one / sum - (y[i] === k ? 1 : 0));
    }
    for (let k = 0; k < outputs; k++) {
      slope0[k] += weights[i] * rest[k];
      row.forEach((value, j) => {
        slope[j][k] += weights[i] * rest[k] * value;
      });
    }
  });
  return { loss, slope, slope0 };
}

const sizeOf = (b: number[][], columns: number[]) => Math.hypot(...columns.flatMap((j) => b[j]));
const penaltyOf = ({ groups }: Literal, b: number[][], lambda: number, alpha: number) =>
  groups.reduce((sum, { columns, length, square }) => {
    const size = sizeOf(b, columns);
    return sum + lambda * (alpha * length * size + ((1 - alpha) / 2) * square * size * size);
  }, 0);

/** The conditions of the optimum, each on its own: the largest violation as a part of λ. */
function violation(problem: Literal, { lambda, coefficients: b, intercepts }: Point, alpha = 1): number {
  const { slope, slope0 } = lossOf(problem, b, intercepts);
  const parts = problem.groups.map(({ columns, length, square }) => {
    const size = sizeOf(b, columns);
    const limit = lambda * alpha * length;
    const own = columns.flatMap((j) => slope[j]);
    if (size === 0) return Math.max(0, Math.hypot(...own) - limit) / limit;
    const pushed = columns.flatMap((j) =>
      b[j].map((one) => (limit * one) / size + lambda * (1 - alpha) * square * one),
    );
    return Math.hypot(...own.map((one, e) => one + pushed[e])) / limit;
  });
  return Math.max(...parts, Math.hypot(...slope0) / lambda);
}

/** Accelerated proximal gradient steps from zero, with restarts: slow and simple. */
function proximalGradient(problem: Literal, lambda: number, alpha: number, steps: number): number {
  const { groups, outputs, x } = problem;
  const squares = x.reduce(
    (sum, row, i) => sum + problem.weights[i] * row.reduce((all, v) => all + v * v, 1),
    0,
  );
  const rate = 1 / (squares * (problem.kind === "binomial" ? 0.25 : 1));
  let b = x[0].map(() => new Array<number>(outputs).fill(0));
  let b0 = new Array<number>(outputs).fill(0);
  let [ahead, ahead0, momentum] = [b, b0, 1];
  const valueAt = (c: number[][], c0: number[]) =>
    lossOf(problem, c, c0).loss + penaltyOf(problem, c, lambda, alpha);
  let value = valueAt(b, b0);
  for (let step = 0; step < steps; step++) {
    const { slope, slope0 } = lossOf(problem, ahead, ahead0);
    const next = ahead.map((row, j) => row.map((one, k) => one - rate * slope[j][k]));
    for (const { columns, length, square } of groups) {
      const size = sizeOf(next, columns);
      const shrunk =
        Math.max(0, 1 - (rate * lambda * alpha * length) / size) / (1 + rate * lambda * (1 - alpha) * square);
      for (const j of columns) next[j] = next[j].map((one) => one * shrunk);
    }
    const next0 = ahead0.map((one, k) => one - rate * slope0[k]);
    const reached = valueAt(next, next0);
    const later = (1 + Math.sqrt(1 + 4 * momentum * momentum)) / 2;
    const onward = reached > value ? 0 : (momentum - 1) / later;
    ahead = next.map((row, j) => row.map((one, k) => one + onward * (one - b[j][k])));
    ahead0 = next0.map((one, k) => one + onward * (one - b0[k]));
    momentum = reached > value ? 1 : later;
    [b, b0, value] = [next, next0, reached];
  }
  return value;
}

const kinds = {
  wide: "binomial",
  elastic: "binomial",
  balanced: "binomial",
  four: "multinomial",
  fourElastic: "multinomial",
  number: "gaussian",
  costs: "gaussian",
} as const;

describe.each(Object.entries(kinds))("glmnet's path %s", (name, kind) => {
  const theirs = glmnet[name];
  const { rows, y, alpha, factors } = theirs;
  const counts = y.map((one) => y.filter((other) => other === one).length);
  const weights = y.map((_, i) => (name === "balanced" ? 1 / (2 * counts[i]) : 1 / y.length));
  const groups = factors.map((factor, j) => ({ columns: [j], length: factor, square: factor }));
  const problem = literalOf(rows, y, kind, weights, groups);
  const options = { l1Ratio: alpha, classWeight: name === "balanced" ? "balanced" : "none" };
  const ours = (tolerance: number | null) =>
    pathOf(
      dataOf(theirs, kind === "gaussian"),
      { ...options, tolerance },
      { costs: Float64Array.from(factors) },
    );
  let tight: ReturnType<typeof ours> | undefined;
  const oursTight = () => (tight ??= ours(1e-15));

  test("has our penalties, ends where ours does and has our coefficients", async () => {
    const { path, points } = await oursTight();
    expect(path.converged).toBe(true);
    // With grouped classes glmnet gives up when a fit takes too long.
    if (kind !== "multinomial") expect(path.lambdas.length).toBe(theirs.lambdas.length);
    expectClose(path.lambdas.slice(0, theirs.lambdas.length), theirs.lambdas, { relative: 1e-12 });
    for (const [at, step] of theirs.chosen.entries()) {
      const expected = theirs.coefficients[at];
      const largest = Math.max(...expected.flat().map(Math.abs));
      expectClose(points[step].coefficients.flat(), expected.flat(), {
        absolute: (kind === "multinomial" ? 1e-3 : 1e-5) * largest,
      });
    }
  });

  test("has no lower objective than ours, at the usual tolerance", async () => {
    const { points } = await ours(null);
    // With less exact fits a path can end a few steps earlier.
    expect(points.length).toBeGreaterThan(0.85 * theirs.lambdas.length);
    for (const [at, step] of theirs.chosen.entries()) {
      if (step >= points.length) continue;
      const { lambda, coefficients, intercepts, objective } = points[step];
      const own =
        lossOf(problem, coefficients, intercepts).loss + penaltyOf(problem, coefficients, lambda, alpha);
      expectClose([objective], [own], { relative: 1e-10 });
      // At their coefficients the best intercepts are not stored: ours are close to them.
      const other =
        lossOf(problem, theirs.coefficients[at], intercepts).loss +
        penaltyOf(problem, theirs.coefficients[at], lambda, alpha);
      expect(own).toBeLessThanOrEqual(other * (1 + 1e-5));
    }
  });

  test("meets the conditions of the optimum everywhere", async () => {
    const { path, points } = await oursTight();
    for (const point of points.slice(1)) expect(violation(problem, point, alpha)).toBeLessThan(1e-3);
    expectClose([path.stationarity], [violation(problem, points[points.length - 1], alpha)], {
      relative: 0.5,
      absolute: 1e-6,
    });
  });
});

describe("an independent version by proximal gradient steps", () => {
  const rowsOf = (data: Dataset) => {
    const values = denseValues(data);
    return Array.from({ length: data.rows }, (_, i) =>
      Array.from({ length: data.features }, (_, j) => values.get(i, j)),
    );
  };
  const groups = [[0], [1, 3, 4], [2, 5], [6], [7]];
  const blocks = { of: Int32Array.of(0, 1, 2, 1, 1, 2, 3, 4), wanted: 6 };
  const penalties = groups.map((columns) => ({ columns, length: Math.sqrt(columns.length), square: 1 }));

  test.each([
    ["binomial", 2, 1],
    ["binomial", 2, 0.3],
    ["multinomial", 3, 1],
    ["multinomial", 4, 0.6],
    ["gaussian", 0, 1],
  ] as const)("%s, %d classes, ℓ1 part %d: groups enter as a whole", async (kind, classes, l1Ratio) => {
    const made = randomData({ rows: 36, features: 8, classes: Math.max(2, classes), relevant: 3, seed: 5 });
    const rows = rowsOf(made);
    const y =
      kind === "gaussian"
        ? rows.map((row) => row[0] - row[3] + 0.3 * row[7])
        : Array.from(made.labels!.codes);
    const data = kind === "gaussian" ? new Dataset({ values: made.values, targets: y }) : made;
    const problem = literalOf(rows, y, kind, undefined, penalties);
    const { points } = await pathOf(
      data,
      { l1Ratio, tolerance: 1e-14, lambdas: 20, lambdaMinRatio: 0.05 },
      { blocks },
    );
    for (const step of [4, 14]) {
      const point = points[step];
      const slow = proximalGradient(problem, point.lambda, l1Ratio, 1000);
      expect(point.objective).toBeLessThanOrEqual(slow * (1 + 1e-10));
      expectClose([point.objective], [slow], { relative: 1e-6 });
      expect(violation(problem, point, l1Ratio)).toBeLessThan(1e-5);
      for (const columns of groups) {
        const present = columns.filter((j) => point.coefficients[j].some((b) => b !== 0)).length;
        expect([0, columns.length]).toContain(present);
      }
    }
  });
});

describe("ranking", () => {
  const wide = dataOf(glmnet.wide);

  test("is the order in which features enter, with the size of coefficients within a step", async () => {
    const { path, points } = await pathOf(wide);
    const { ranking, scores } = await select(wide, { method: "lasso", k: wide.features, kernels });
    const firstStep = (j: number) => {
      const step = points.findIndex(({ coefficients }) => coefficients[j][0] !== 0);
      return step < 0 ? points.length : step;
    };
    const size = (j: number) => Math.abs(points[firstStep(j)]?.coefficients[j][0] ?? 0);
    const entered = Array.from(ranking).filter((j) => firstStep(j) < points.length);
    expect(entered.length).toBe(path.entered.filter((step) => step >= 0).length);
    expect(Array.from(ranking).slice(0, entered.length)).toEqual(
      [...entered].sort((a, b) => firstStep(a) - firstStep(b) || size(b) - size(a)),
    );
    for (const j of entered) {
      expect(scores[j] * path.lambdas[0]).toBeGreaterThan(path.lambdas[firstStep(j)]);
      expect(scores[j] * path.lambdas[0]).toBeLessThanOrEqual(path.lambdas[firstStep(j) - 1] * (1 + 1e-12));
    }
    expect(scores[ranking[0]]).toBe(1);
    Array.from(ranking.slice(1)).forEach((j, place) => {
      expect(scores[j]).toBeLessThanOrEqual(scores[ranking[place]]);
    });
  });

  test("of features that never enter goes by their slope where the path ends", async () => {
    const { points } = await pathOf(wide);
    const last = points[points.length - 1];
    const { slope } = lossOf(
      literalOf(glmnet.wide.rows, glmnet.wide.y, "binomial"),
      last.coefficients,
      last.intercepts,
    );
    const { ranking, scores } = await select(wide, { method: "lasso", k: wide.features, kernels });
    const never = Array.from(ranking).filter((j) =>
      points.every(({ coefficients }) => coefficients[j][0] === 0),
    );
    expect(never.length).toBeGreaterThan(5);
    expect(Array.from(ranking).slice(-never.length)).toEqual(never);
    expectClose(
      never.map((j) => scores[j] * points[0].lambda),
      never.map((j) => Math.abs(slope[j][0])),
      { relative: 1e-4 },
    );
  });

  test("of the first k does not depend on k, and a small k ends the path early", async () => {
    for (const data of [wide, dataOf(glmnet.four)]) {
      const all = Array.from((await select(data, { method: "lasso", k: data.features, kernels })).ranking);
      for (const k of [1, 3, 7]) {
        const { ranking, certificate } = await select(data, { method: "lasso", k, kernels });
        expect(Array.from(ranking).slice(0, k)).toEqual(all.slice(0, k));
        expect(Number(certificate!.lambda)).toBeGreaterThan(0.05 * Number(certificate!.lambdaMax));
      }
    }
  });

  test("of exact copies: only one enters a lasso, both an elastic net", async () => {
    const { rows, y } = glmnet.number;
    const twice = rows.map((row) => [...row, row[0]]);
    const data = new Dataset({
      values: Dataset.fromRows(
        twice,
        y.map(() => 0),
      ).values,
      targets: y,
    });
    const lasso = await select(data, { method: "lasso", k: 5, kernels });
    expect(lasso.ranking[0]).toBe(0);
    expect(Array.from(lasso.ranking.subarray(0, 5))).not.toContain(20);
    const net = await select(data, { method: "lasso", l1Ratio: 0.5, k: 5, kernels });
    expect(Array.from(net.ranking.subarray(0, 2))).toEqual([0, 20]);
    expect(net.scores[20]).toBe(net.scores[0]);
  });

  test("has the same bits on any number of threads", async () => {
    const data = dataOf(glmnet.four);
    const two = await BuiltKernels.create("wasm", 2, { blockBytes: 2 ** 27, stepsWorthSharing: 0 });
    const [one, other] = [
      await select(data, { method: "lasso", k: 14, kernels }),
      await select(data, { method: "lasso", k: 14, kernels: two }),
    ];
    await two.dispose();
    expect(other.scores).toEqual(one.scores);
  });

  test("a fit that is stopped early is told", async () => {
    const { notices } = await select(wide, { method: "lasso", k: 20, maxIterations: 1, kernels });
    expect(notices.map(({ text }) => text).join()).toContain("a fit was stopped before its optimum");
  });
});

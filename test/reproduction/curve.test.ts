import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { redundancyRate } from "../../src/evaluation/redundancy.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { planSplits } from "../../src/experiment/plan-splits.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import type { Kernels } from "../../src/kernels/kernels.js";
import type { CurveTask } from "../../src/reproduction/curve-task.js";
import { curveTasks } from "../../src/reproduction/run-curves.js";
import { path } from "../../src/selectors/dfs/path.js";
import { select } from "../../src/selectors/select.js";
import { randomData } from "../support/random-data.js";

let kernels: Kernels;
beforeAll(async () => {
  kernels = await createKernels({ threads: 1 });
});
afterAll(() => kernels.dispose());

const data = randomData({ rows: 60, features: 30, classes: 3, relevant: 5, separation: 1.2, seed: 4 });
const folds = planSplits(data, { seed: 7 }).repeats[0];
const ks = [2, 5, 12];

const run = async (
  method: string,
  options: object,
  more: Pick<CurveTask, "steps"> = {},
  part: Partial<CurveTask> = {},
  path?: CurveTask["selection"]["path"],
) => {
  const task: CurveTask = {
    dataset: 0,
    selection: {
      method,
      options: options as CurveTask["selection"]["options"],
      selectOn: "scaled",
      seed: 1,
      path,
    },
    classifier: { name: "svm", options: {} },
    rows: Int32Array.from({ length: data.rows }, (_, row) => row),
    splits: folds,
    ks,
    ...more,
    ...part,
  };
  const curves = await curveTasks.run(data, task, { kernels, progress: async () => {} });
  expect(curveTasks.isResult(JSON.parse(JSON.stringify(curves)))).toBe(true);
  return curves;
};

describe("tasks that give curves", () => {
  // `evaluate` gets there another way: predictions, then confusion matrices.
  test.each(["fisher", "trace-ratio"] as const)(
    "%s: the rows right are those of evaluate",
    async (method) => {
      const [curve] = await run(method, {});
      const { results } = await evaluate(data, {
        method,
        k: ks,
        protocol: "paper",
        sideBySide: false,
        seed: 7,
        kernels,
      });
      expect(curve.ks).toEqual(ks);
      for (const [at, { foldAccuracies, accuracy, redundancyAbs }] of results.entries()) {
        expect(curve.correct[at]).toEqual(
          foldAccuracies!.map((share, fold) => Math.round(share * folds[fold].test.length)),
        );
        expect(curve.correct[at].reduce((a, b) => a + b) / data.rows).toBeCloseTo(accuracy!, 12);
        expect(curve.redundancyAbs[at]).toBeCloseTo(redundancyAbs, 12);
      }
      const { redundancy } = redundancyRate(data, curve.features);
      expect(curve.redundancy[ks.length - 1]).toBeCloseTo(redundancy, 12);
    },
  );

  test("nested: only the training rows are seen", async () => {
    const [fold] = folds;
    const [curve] = await run("fisher", {}, {}, { rows: fold.train, splits: [fold] });
    const picked = await select(data.selectRows(fold.train), { method: "fisher", k: 12 });
    expect(curve.features).toEqual(Array.from(picked.ranking.subarray(0, 12)));
    expect(curve.correct.map((right) => right.length)).toEqual([1, 1, 1]);
  });

  test("a path gives a curve for each gamma, ranked by its row norms", async () => {
    const gammas = [0.1, 1, 5];
    const curves = await run("dfs", {}, {}, { splits: [] }, { gamma: gammas, p: [0.5] });
    expect(curves.map(({ gamma }) => gamma)).toEqual(gammas);
    const { points } = await path(data, { gammas, ps: [0.5], kernels });
    for (const [at, { norms, support }] of points.entries()) {
      const order = Array.from(norms.keys()).sort((a, b) => norms[b] - norms[a] || a - b);
      expect(curves[at].features.slice(0, 5)).toEqual(order.slice(0, 5));
      expect(curves[at].support).toBe(support);
      expect(curves[at].correct).toEqual([[], [], []]);
    }
  });

  test("steps give the whole course, and never rise", async () => {
    const [{ trace }] = await run("dfs", { gamma: 1, p: 0.5 }, { steps: 25 }, { splits: [], ks: [3] });
    expect(trace!.objective.length).toBeGreaterThanOrEqual(25);
    for (const [at, value] of trace!.objective.entries())
      if (at > 0) expect(value).toBeLessThanOrEqual(trace!.objective[at - 1] + 1e-9);
    const { trace: fitted } = await select(data, { method: "dfs", gamma: 1, p: 1, kernels });
    const [{ trace: same }] = await run("dfs", { gamma: 1 }, { steps: 5 }, { splits: [], ks: [3] });
    for (let step = 0; step < 5; step++)
      expect(same!.objective[step]).toBeCloseTo(fitted!.objective[step], 6);
  });
});

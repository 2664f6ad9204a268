import { describe, expect, test } from "vitest";
import { completeOptions } from "../../../src/core/option.js";
import type { Dataset } from "../../../src/data/dataset.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import type { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { matrixFreeGround } from "../../../src/selectors/dfs/matrix-free-target.js";
import { seenAs } from "../../../src/selectors/dfs/options.js";
import { recursiveGround } from "../../../src/selectors/dfs/recursive-target.js";
import { scoreByTarget } from "../../../src/selectors/dfs/score.js";
import { dfs } from "../../../src/selectors/dfs.js";
import { SparseFeatures } from "../../../src/selectors/matrix-free/sparse-features.js";
import { SparseMachines } from "../../../src/selectors/matrix-free/sparse-machines.js";
import { openSparse } from "../../../src/selectors/matrix-free/sparse-samples.js";
import { byClass } from "../../../src/selectors/recursion/by-class.js";
import { eliminate } from "../../../src/selectors/recursion/eliminate.js";
import { unitsOf } from "../../../src/selectors/recursion/units.js";
import { withContext } from "../../../src/selectors/run-context.js";
import { select } from "../../../src/selectors/select.js";
import { expectClose } from "../../support/expect-close.js";
import { sparseData } from "./sparse-data.js";

const kernels = await createKernels({ threads: 1 });
type Ground = typeof matrixFreeGround | typeof recursiveGround;
/** Few, so that most rounds go without a matrix. */
const mostTall = 60;

async function rank(open: Ground, data: Dataset, k: number, own = {}) {
  const options = completeOptions("dfs", dfs.options, own);
  const workspace = kernels.workspace();
  try {
    const view = { ...seenAs(options), margins: options.margins, l: options.l };
    return await withContext({ kernels }, k, async (context) =>
      scoreByTarget(kernels, await open(kernels, workspace, data, view, {}, mostTall), options, context),
    );
  } finally {
    workspace.release();
  }
}

describe("dfs without a matrix of samples × samples or features × features", () => {
  const { sparse, dense } = sparseData(90, 400, 4, 11, 0.1);

  test.each([
    ["alone", { margins: false }],
    ["with margins", {}],
    ["with balanced classes", { margins: false, classWeight: "balanced" }],
    ["with one direction", { l: 1 }],
    ["without standardising", { margins: false, standardize: false }],
  ])("ranks sparse data, and dense data in blocks, as the other forms do, %s", async (_, own) => {
    const expected = await rank(recursiveGround, dense, 12, own);
    for (const data of "margins" in own ? [sparse, dense] : [sparse]) {
      const found = await rank(matrixFreeGround, data, 12, own);
      expect(Array.from(found.order!)).toEqual(Array.from(expected.order!));
      expectClose(found.scores, expected.scores, { relative: 1e-4 });
      expect(found.chosen!.why).toMatch(
        /; the first \d\d rounds were solved by conjugate gradients in \d+ steps/,
      );
    }
  });
});

describe("svm-rfe on sparse samples", () => {
  test.each([
    [90, 400, 3, "none"],
    [60, 150, 2, "balanced"],
  ] as const)(
    "ranks %i × %i with %i classes as on samples written out",
    async (n, d, classes, classWeight) => {
      const { sparse, dense } = sparseData(n, d, classes, 3);
      const rows = Array.from({ length: n }, (_, i) => i).filter((i) => i % 5 > 0);
      const [few, written] = [sparse.selectRows(rows), dense.selectRows(rows)];
      const samples = byClass(few.labels!, classWeight);
      const opened = openSparse(few, few.values as SparseMatrix, samples, { standardize: true });
      const features = new SparseFeatures(opened.samples, opened.columns);
      const machines = new SparseMachines(features, { starts: samples.starts, upper: samples.weights });
      const { order, scores } = await eliminate(
        features,
        [machines],
        unitsOf(opened.columns, (feature) => feature),
        { dropRate: 0.1, slowRate: 0.03, slowFrom: 100 },
        async () => {},
      );
      const expected = await select(written, { method: "svm-rfe", k: 5, kernels, classWeight });
      expect(machines.converged).toBe(true);
      expect(Array.from(order)).toEqual(Array.from(expected.ranking));
      expectClose(
        Array.from(order, (j) => scores.get(j)!),
        Array.from(order, (j) => expected.scores[j]),
        { relative: 1e-7 },
      );
    },
  );
});

import { describe, expect, test } from "vitest";
import { completeOptions } from "../../../src/core/option.js";
import { Dataset } from "../../../src/data/dataset.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { upTo } from "../../../src/numeric/up-to.js";
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
import { BuiltKernels } from "../../kernels/built.js";
import { expectClose } from "../../support/expect-close.js";
import { sparseData } from "./sparse-data.js";

const alone = await createKernels({ threads: 1 });
type Ground = typeof matrixFreeGround | typeof recursiveGround;
/** Few, so that most rounds go without a matrix. */
const mostTall = 60;

async function rank(open: Ground, data: Dataset, k: number, own = {}, kernels = alone) {
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

test("two threads give the bits of one", async () => {
  const { sparse, dense } = sparseData(70, 200, 3, 2, 0.1);
  const two = await BuiltKernels.create("wasm", 2);
  try {
    for (const data of [sparse, dense]) {
      const [a, b] = [alone, two].map((kernels) =>
        rank(matrixFreeGround, data, 5, { margins: false }, kernels),
      );
      expect(Array.from((await b).scores)).toEqual(Array.from((await a).scores));
    }
  } finally {
    await two.dispose();
  }
});

test("a given gamma is refused where its factor would be too large", async () => {
  const n = 4200;
  const values = SparseMatrix.fromTriplets(n, n, upTo(n), upTo(n), new Float64Array(n).fill(1));
  const data = new Dataset({ values, labels: Array.from({ length: n }, (_, i) => i % 2) });
  const refused = select(data, { gamma: 0.1, kernels: alone });
  await expect(refused).rejects.toThrow(
    "a given gamma writes the data out and factors a matrix of 4200 × 4200 in every step, 0.3 GB together; recursive elimination does without",
  );
});

describe("svm-rfe on sparse samples", () => {
  test.each([
    [90, 400, 3, "none", undefined],
    [90, 400, 3, "none", 0],
    [60, 150, 2, "balanced", undefined],
  ] as const)(
    "ranks %i × %i with %i classes as on samples written out (class weights: %s, room for products: %s)",
    async (n, d, classes, classWeight, room) => {
      const { sparse, dense } = sparseData(n, d, classes, 3);
      const rows = Array.from({ length: n }, (_, i) => i).filter((i) => i % 5 > 0);
      const [few, written] = [sparse.selectRows(rows), dense.selectRows(rows)];
      const samples = byClass(few.labels!, classWeight);
      const opened = openSparse(few, few.values as SparseMatrix, samples, { standardize: true });
      const features = new SparseFeatures(opened.samples, opened.columns);
      const machines = new SparseMachines(features, { starts: samples.starts, upper: samples.weights }, room);
      const { order, scores } = await eliminate(
        features,
        [machines],
        unitsOf(opened.columns, (feature) => feature),
        { dropRate: 0.1, slowRate: 0.03, slowFrom: 100 },
        async () => {},
      );
      const expected = await select(written, { method: "svm-rfe", k: 5, kernels: alone, classWeight });
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

test.each(["dfs", "svm-rfe"] as const)(
  "select by %s takes large sparse data as it takes its columns that vary",
  async (method) => {
    const { sparse, dense } = sparseData(80, 160, 3, 8, 0.1);
    // Two exact copies among columns that are far apart, with nothing between them.
    const from = [...upTo(160), 5, 9];
    const apart = 1300;
    const { rowStarts, columnIndices, values } = sparse.values as SparseMatrix;
    const [rows, columns, held]: [number[], number[], number[]] = [[], [], []];
    for (let i = 0; i < sparse.rows; i++)
      for (let k = rowStarts[i]; k < rowStarts[i + 1]; k++)
        from.forEach((column, j) => {
          if (column !== columnIndices[k]) return;
          rows.push(i);
          columns.push(j * apart);
          held.push(values[k]);
        });
    const large = SparseMatrix.fromTriplets(sparse.rows, from.length * apart, rows, columns, held);
    expect(large.rows * large.columns).toBeGreaterThan(2 ** 24);
    const found = await select(new Dataset({ values: large, labels: sparse.labels }), {
      method,
      k: 8,
      kernels: alone,
    });
    const few = new Dataset({ values: dense.values.selectColumns(from), labels: dense.labels });
    const expected = await select(few, { method, k: 8, kernels: alone });
    expect(Array.from(found.ranking.subarray(0, from.length))).toEqual(
      Array.from(expected.ranking, (column) => column * apart),
    );
  },
);

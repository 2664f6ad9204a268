import { afterAll, expect, test } from "vitest";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { Random } from "../../../src/numeric/random.js";
import { KernelMatrix } from "../../../src/selectors/bahsic/kernel-matrix.js";
import { makeLabelKernel, makePairWeights } from "../../../src/selectors/bahsic/label-kernel.js";
import { LeaveOneOut } from "../../../src/selectors/bahsic/leave-one-out.js";

const kernels = await createKernels();
const workspace = kernels.workspace();
afterAll(async () => {
  workspace.release();
  await kernels.dispose();
});

const [rows, features] = [150, 40];
const pause = async () => {};

/** Features of growing spread, so that t goes from small to larger than expansions can take. */
async function open(estimator: "biased" | "unbiased") {
  const random = new Random(5);
  const values = workspace.matrix(features, rows);
  const codes = Int32Array.from({ length: rows }, (_, i) => i % 3);
  for (let j = 0; j < features; j++)
    for (let i = 0; i < rows; i++) values.set(j, i, 0.02 * (j + 1) * (random.normal() + codes[i]));
  const counts = Int32Array.of(50, 50, 50);
  const weights = makePairWeights(makeLabelKernel("one-hot", counts), counts, estimator);
  const kernel = new KernelMatrix(kernels, workspace, values, codes, weights);
  const all = new Map(Array.from({ length: features }, (_, j) => [j, 1]));
  await kernel.setFeatures(all, pause);
  await kernel.fill(0.2, pause);
  return { kernel, leaveOneOut: new LeaveOneOut(kernels, workspace, values) };
}

test.each(["biased", "unbiased"] as const)("losses are as exact as they say: %s", async (estimator) => {
  const { kernel, leaveOneOut } = await open(estimator);
  const chosen = Array.from({ length: features }, (_, j) => j);
  const rough = await leaveOneOut.losses(kernel, 0.2, chosen, "coarse", pause);
  const exact = await leaveOneOut.losses(kernel, 0.2, chosen, "fine", pause);
  let isRough = 0;
  for (const j of chosen) {
    const literal = await kernel.lossWithout([j], 0.2, pause);
    expect(Math.abs(exact[j].value - literal)).toBeLessThan(1e-11 * Math.abs(literal));
    expect(exact[j].isFine).toBe(true);
    const off = Math.abs(rough[j].value - literal);
    expect(off).toBeLessThanOrEqual(rough[j].error + 1e-11 * Math.abs(literal));
    if (!rough[j].isFine && off > 1e-10 * Math.abs(literal)) isRough++;
  }
  expect(isRough).toBeGreaterThan(10);
  expect(exact.some(({ error }) => error === 0)).toBe(true);
});

test("taking features out leaves what starting without them gives", async () => {
  const { kernel, leaveOneOut } = await open("biased");
  const gone = new Map(Array.from({ length: 30 }, (_, j) => [j + 10, 1]));
  await kernel.removeFeatures(gone, pause);
  await kernel.fill(2, pause);
  const updated = [kernel.hsic, (await leaveOneOut.losses(kernel, 2, [3], "fine", pause))[0].value];
  await kernel.setFeatures(new Map(Array.from({ length: 10 }, (_, j) => [j, 1])), pause);
  await kernel.fill(2, pause);
  const anew = [kernel.hsic, (await leaveOneOut.losses(kernel, 2, [3], "fine", pause))[0].value];
  for (const at of [0, 1]) expect(Math.abs(updated[at] - anew[at])).toBeLessThan(1e-11 * Math.abs(anew[at]));
});

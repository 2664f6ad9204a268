import type { Dataset } from "../../data/dataset.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { fisher } from "../fisher.js";
import { openSamples } from "../samples.js";
import type { SelectorContext } from "../selector.js";
import { type Measure, valuesPerChunk } from "./measure.js";

/**
 * Relevance by the F statistic of a one-way analysis of variance, or of the regression of a target, redundancy by the
 * absolute correlation. What only rounding tells from 0, or a correlation from 1, is 0 or 1. No correlation counts for
 * less than `floor`.
 */
export async function measureCorrelation(
  data: Dataset,
  kernels: Kernels,
  workspace: Workspace,
  floor: number,
  context: SelectorContext,
): Promise<Measure> {
  const classes = data.labels!.classes.length;
  const { scores } = await fisher.score(data, { classWeight: "none" }, context);
  const rounding = data.rows * 2 ** -52;
  const toF = (score: number) => (data.targets ? score : (score * (data.rows - classes)) / (classes - 1));
  const relevance = scores.map((score) => (score <= rounding * rounding ? 0 : toF(score)));

  const { values, columns, copies } = openSamples(kernels, workspace, data, { standardize: true });
  const placeOf = new Int32Array(data.features).fill(-1);
  columns.forEach((j, place) => {
    placeOf[j] = place;
  });
  for (const [copy, original] of copies) placeOf[copy] = placeOf[original];

  const column = workspace.array(data.rows);
  const correlations = workspace.array(columns.length);
  let last = -1;
  const correlateWith = (chosen: number) => {
    if (last === chosen) return;
    last = chosen;
    for (let i = 0; i < data.rows; i++) column[i] = values.get(i, placeOf[chosen]);
    kernels.gemv(1 / (data.rows - 1), values.transposed(), column, 0, correlations);
  };
  return {
    relevance,
    unit: 1,
    valuesPerChunk,
    addRedundancy(chosen, features, sums) {
      correlateWith(chosen);
      for (const j of features) {
        const size = Math.abs(correlations[placeOf[j]]);
        const correlation = size <= rounding ? 0 : size >= 1 - rounding ? 1 : size;
        sums[j] += Math.max(floor, correlation);
      }
    },
  };
}

import type { Kernels, Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { TallScatter } from "./tall-scatter.js";
import { WideScatter } from "./wide-scatter.js";
import type { WithinScatter } from "./within-scatter.js";

/** Outer steps and vectors that a fit is likely to need, for weighing the two forms against each other. */
const likelySteps = 20;
const likelyVectors = 20;

/** Which form needs fewer operations: d³/3 + 4·2d²m a step and nd² once, or n²d + n³/3 + 4·4ndm a step. */
function cheaperForm(samples: number, features: number): "tall" | "wide" {
  const [n, d, m] = [samples, features, likelyVectors];
  const tall = n * d * d + likelySteps * ((d * d * d) / 3 + 8 * d * d * m);
  const wide = likelySteps * (n * n * d + (n * n * n) / 3 + 16 * n * d * m);
  return tall <= wide ? "tall" : "wide";
}

/** The scatter of these samples less their class means, in the form asked for or the cheaper one. */
export function makeScatter(
  kernels: Kernels,
  workspace: Workspace,
  samples: Matrix,
  form = cheaperForm(samples.rows, samples.columns),
): WithinScatter {
  if (form === "wide") return new WideScatter(kernels, workspace, samples);
  const within = workspace.matrix(samples.columns, samples.columns);
  kernels.syrk(1, samples.transposed(), 0, within);
  return new TallScatter(kernels, workspace, within);
}

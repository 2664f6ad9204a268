import type { Remedy } from "../../core/diagnostic.js";
import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Notice } from "../../core/notice.js";
import type { Dataset } from "../../data/dataset.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import { methodWarning } from "../selector.js";
import { type Edges, joinNeighbours } from "./neighbour-graph.js";
import type { GraphOptions } from "./options.js";

/** Edges with their weights, none negative, and the sums of weights at each sample. */
export interface WeightedGraph {
  readonly edges: Edges;
  readonly weights: Float64Array;
  readonly degrees: Float64Array;
  /** t of the heat weights. */
  readonly heatWidth?: number;
  readonly notices: readonly Notice[];
}

/** Joins neighbours and weighs the edges. `values` are in multiples of `unit`. */
export async function weighGraph(
  kernels: Kernels,
  values: Matrix,
  unit: number,
  data: Dataset,
  options: GraphOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<WeightedGraph> {
  const { graph, neighbours, symmetrize, weight, selfLoops } = options;
  const joined = {
    neighbours,
    mutual: symmetrize === "mutual",
    inside: graph === "neighbours" ? null : data.labels,
  };
  const edges = await joinNeighbours(kernels, values, joined, (part) => progress(0.9 * part));
  const heat =
    weight === "heat"
      ? await heatDivisor(kernels, values, unit, edges, options, (part) => progress(0.9 + 0.1 * part))
      : null;
  const weights = heat
    ? heatWeights(kernels, edges, heat.divisor)
    : weight === "cosine"
      ? cosineWeights(values, edges)
      : new Float64Array(edges.from.length).fill(1);
  const degrees = new Float64Array(values.rows).fill(selfLoops ? 1 : 0);
  for (let e = 0; e < weights.length; e++) {
    degrees[edges.from[e]] += weights[e];
    degrees[edges.to[e]] += weights[e];
  }
  const notices = judgeWeights(weights, edges, unit, options);
  return { edges, weights, degrees, heatWidth: heat?.width, notices };
}

/** t as the user gives it, and what the squared distances of `values` are divided by. */
async function heatDivisor(
  kernels: Kernels,
  values: Matrix,
  unit: number,
  { meanDistance }: Edges,
  { heatWidth, heatRule }: GraphOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<{ width: number; divisor: number }> {
  if (heatRule === "squared") {
    const divisor = heatWidth === null ? meanDistance : heatWidth / unit / unit;
    return { width: heatWidth ?? meanDistance * unit * unit, divisor };
  }
  const width =
    heatWidth ?? (heatRule === "one" ? 1 : unit * (await meanDistanceOfAll(kernels, values, progress)));
  return { width, divisor: 2 * (width / unit) * (width / unit) };
}

/** Weights that have all vanished tell nothing; when most have, the user should know. */
function judgeWeights(
  weights: Float64Array,
  { meanDistance }: Edges,
  unit: number,
  { weight, selfLoops }: GraphOptions,
): Notice[] {
  const vanished = weights.reduce((count, value) => count + (value === 0 ? 1 : 0), 0);
  if (vanished === 0 || 2 * vanished < weights.length) return [];
  const size = (meanDistance * unit * unit).toPrecision(3);
  const [cause, remedies]: [string, Remedy[]] =
    weight === "heat"
      ? [
          `the heat kernel is too narrow for squared neighbour distances of ${size} on average`,
          [{ action: "leave it to the method, or give a width of that size", option: "heatWidth" }],
        ]
      : [
          "most neighbours are at right angles",
          [{ action: "use other weights", option: "weight", value: "heat" }],
        ];
  if (vanished === weights.length && !selfLoops)
    throw new InputError("not-possible", `every edge has weight zero: ${cause}`, { remedies });
  return [methodWarning(`${vanished} of ${weights.length} edges have weight zero: ${cause}`, remedies)];
}

/** exp(−d²/divisor) for every edge. */
function heatWeights(kernels: Kernels, { distances }: Edges, divisor: number): Float64Array {
  // Where all neighbours are exact copies, their mean distance is zero and so is every exponent.
  const exponents = distances.map((distance) => (distance > 0 ? -distance / divisor : 0));
  const weights = new Float64Array(exponents.length);
  kernels.exp(exponents, weights);
  return weights;
}

/** The cosine between the two samples of every edge; zero where one of them is all zeros. */
function cosineWeights({ data, columns }: Matrix, { from, to }: Edges): Float64Array {
  const product = (i: number, j: number) => {
    let sum = 0;
    for (let at = 0; at < columns; at++) sum += data[i * columns + at] * data[j * columns + at];
    return sum;
  };
  return Float64Array.from(from, (i, e) => {
    const size = Math.sqrt(product(i, i)) * Math.sqrt(product(to[e], to[e]));
    const cosine = size > 0 ? product(i, to[e]) / size : 0;
    if (cosine < 0)
      throw new InputError(
        "not-possible",
        `${optionName("weight")} cosine cannot be used here: rows ${i + 1} and ${to[e] + 1} are neighbours with a cosine of ${cosine.toPrecision(3)}, and weights must not be negative`,
        {
          remedies: [
            { action: "use other weights", option: "weight", value: "heat" },
            {
              action: "leave the values as they are where none is negative",
              option: "standardize",
              value: false,
            },
          ],
        },
      );
    return cosine;
  });
}

/** The mean Euclidean distance of all n² pairs of rows, each row with itself included. */
async function meanDistanceOfAll(
  kernels: Kernels,
  values: Matrix,
  progress: (fraction: number) => Promise<void>,
): Promise<number> {
  const { rows: n, columns: d } = values;
  const height = Math.max(4, Math.min(64, n, Math.floor(1e8 / (n * d))));
  const workspace = kernels.workspace();
  try {
    const out = workspace.matrix(height, n);
    let sum = 0;
    for (let start = 0; start < n; start += height) {
      const rows = Math.min(height, n - start);
      kernels.squaredDistances(values.block(start, 0, rows, d), values, out.block(0, 0, rows, n));
      for (let at = 0; at < rows * n; at++) sum += Math.sqrt(out.data[at]);
      await progress((start + rows) / n);
    }
    return sum / n / n;
  } finally {
    workspace.release();
  }
}

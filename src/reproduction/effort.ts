import { type DatasetName, datasetNames } from "./paper.js";

/** How much is computed. */
export interface Effort {
  /** Fold seeds of the paper protocol: 1, 2, … */
  readonly seeds: number;
  /** Numbers of features of the curves, rising; those of the tables are always there. */
  readonly ks: readonly number[];
  /** What DFS's γ is chosen from. */
  readonly gammas: readonly number[];
  /** What the heat kernel's width of the Laplacian score is chosen from, in multiples of the number of features. */
  readonly widths: readonly number[];
  /** What ReliefF's number of neighbours is chosen from. */
  readonly neighbours: readonly number[];
  /** Data sets that are evaluated under the nested protocol too. */
  readonly nestedOn: readonly DatasetName[];
  /** Folds inside a training fold, by which the nested protocol chooses parameters. */
  readonly innerFolds: number;
  /** p, with γ chosen for each. */
  readonly ps: readonly number[];
  /** The surfaces' γ, for p = 0.1 and 1; those of {@link gammas} among them. */
  readonly surfaceGammas: readonly number[];
  /** Fold seeds of surfaces and of the comparison of p. */
  readonly pathSeeds: number;
  /** Steps of the convergence curves. */
  readonly steps: number;
  /** How often labels are shuffled. */
  readonly shuffles: number;
  /** How often a time is taken; the least counts. */
  readonly timings: number;
}

const range = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);

/** As in the paper. */
export const fullEffort: Effort = {
  seeds: 10,
  ks: range(10, 100, 5),
  gammas: [0.01, 0.1, 1, 10, 100],
  widths: [0.03, 0.1, 0.3, 1, 3],
  neighbours: [1, 3, 5, 10, 20],
  nestedOn: datasetNames,
  innerFolds: 3,
  ps: [1, 0.1, 0.01, 0.001],
  surfaceGammas: [1e-6, 1e-4, 0.01, 0.1, 1, 10, 100, 1e4, 1e6],
  pathSeeds: 2,
  steps: 60,
  shuffles: 10,
  timings: 2,
};

/** Every part, but of each only so much that one sees what it is. */
export const quickEffort: Effort = {
  seeds: 2,
  ks: [10, 20, 40, 60, 80, 100],
  gammas: [0.01, 0.1, 1],
  widths: [0.1, 1],
  neighbours: [1, 10],
  nestedOn: ["COLON", "USPS"],
  innerFolds: 2,
  ps: [1, 0.1],
  surfaceGammas: [1e-4, 0.01, 0.1, 1, 100],
  pathSeeds: 1,
  steps: 30,
  shuffles: 3,
  timings: 1,
};

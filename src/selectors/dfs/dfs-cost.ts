import { largestGram } from "../../models/svm/gram.js";
import { CountedWork, openingSamples } from "../counted-work.js";
import { mostHeld } from "../matrix-free/dense-operator.js";
import { mostProducts } from "../matrix-free/sparse-machines.js";
import { staysSparse } from "../matrix-free/sparse-samples.js";
import { countElimination, countGram, countMachines, roundsUnder } from "../recursion/recursion-cost.js";
import type { Cost, DataShape } from "../selector.js";
import { usualMostTall } from "./matrix-free-target.js";
import type { DfsOptions } from "./options.js";
import { schedule } from "./recursive-target.js";

/** Steps of the solver on fifteen data sets, outer ones that factor a matrix and inner ones that do not. */
const stepsOf = { wide: { outer: 35, inner: 190 }, tall: { outer: 8, inner: 55 } } as const;
/** The one-shot path takes so many times what a single γ takes. */
const pointsOfPath = 7;

/** What a run does: target-k mode by recursion or along a path, or a given γ. */
export function countDfs(shape: DataShape, options: DfsOptions): Cost {
  const { rows: n, features, classes } = shape;
  const d = options.kernel === "additive" ? features * 5 : features;
  const work = openingSamples(new CountedWork(), n, d);
  const bytes = 8 * (n * d + 8 * d * (classes + 3) + Math.min(2 * d * d, n * n));
  if (options.gamma === 0) return countLda(work, n, d).cost(bytes);
  if (options.gamma !== null) return countFit(work, n, d, classes, 1).cost(bytes);
  if (options.elimination === "one-shot") return countFit(work, n, d, classes, pointsOfPath).cost(bytes);
  const withMargins = options.margins && n <= largestGram;
  if (options.kernel !== "additive" && worksMatrixFree(shape))
    return countMatrixFree(shape, withMargins && shape.entries < n * d);
  countRecursion(work, { ...shape, features: d }, withMargins);
  const side = withMargins || d > n ? n : d;
  return work.cost(8 * (2 * n * d + 2 * side * side + 4 * d * classes));
}

/** As `isMatrixFree` says of the data. */
const worksMatrixFree = ({ rows, features, entries }: DataShape): boolean =>
  entries < rows * features ? staysSparse(rows * features, entries) : Math.min(rows, features) > largestGram;

/** Steps of conjugate gradients in a round: 41 on dense data of 5000 × 5000, 80 on TDT2 and 33 on a quarter of it. */
const stepsOfRound = { dense: 40, sparse: 80 } as const;

/** Rounds by conjugate gradients, and by St of the last features. */
function countMatrixFree(shape: DataShape, withMargins: boolean): Cost {
  const { rows: n, features: d, classes: c, entries, k } = shape;
  const isSparse = entries < n * d;
  const rounds = roundsUnder(d, schedule);
  const work = new CountedWork().loops(30 * entries + 600 * d);
  countElimination(work, rounds, withMargins ? 2 : 1);
  if (withMargins) countMachines(work, shape, rounds, false);
  const steps = isSparse ? stepsOfRound.sparse : stepsOfRound.dense;
  const free = rounds.filter((left) => left > usualMostTall);
  for (const left of free) {
    const held = (entries / d) * left;
    work.loops(steps * (20 * n * c + (isSparse ? held * c : held)));
    if (!isSparse) work.product(n, left, 2 * c, steps);
  }
  const tall = rounds.filter((left) => left <= usualMostTall);
  const largest = tall[0] ?? 0;
  if (isSparse) work.loops((entries / d) * largest * ((entries / d / n) * largest));
  else work.gram(largest, n);
  for (const left of tall) work.cholesky(left).solve(left, c, 2);
  countFit(work, n, Math.min(k, d), c, 1);
  const stays = isSparse ? 4.5 * entries : Math.min(2 * n * d, mostHeld);
  const margins = withMargins ? Math.min(mostProducts, n * n) : 0;
  return work.cost(8 * (stays + 2 * largest * largest + 8 * n * c + 4 * d * c + margins));
}

/** Rounds by the discriminant criterion and by the margins, and the last fit on the picked features. */
function countRecursion(work: CountedWork, shape: DataShape, withMargins: boolean): void {
  const { rows: n, features: d, classes: c, k } = shape;
  const rounds = roundsUnder(d, schedule);
  work.loops(10 * n * d).product(d, n, c);
  countElimination(work, rounds, withMargins ? 2 : 1);
  if (withMargins || d > n) countGram(work, n, rounds);
  if (withMargins) countMachines(work, shape, rounds, true);
  const largestTall = rounds.find((left) => left <= n);
  if (largestTall) work.gram(largestTall, n);
  for (const left of rounds) {
    const size = Math.min(left, n);
    work.cholesky(size).solve(size, c, 2);
    if (left > n) work.loops(n * n).product(left, n, c);
    else work.loops(2 * left * left);
  }
  countFit(work, n, Math.min(k, d), c, 1);
}

/** The solver: with more features than samples by products with the samples, else by a factor of the scatter matrix. */
function countFit(work: CountedWork, n: number, d: number, classes: number, times: number): CountedWork {
  const m = classes + 2;
  const isWide = d > n;
  const { outer, inner } = isWide ? stepsOf.wide : stepsOf.tall;
  work.loops(times * inner * 75 * d * m).product(Math.min(n, d), m, m, 8 * times * inner);
  if (isWide) {
    work
      .gram(n, d, times * outer)
      .cholesky(n, times * outer)
      .solve(n, m, 3 * times * inner);
    return work.product(d, n, m, 4 * times * inner);
  }
  work.gram(d, n).cholesky(d, times * outer);
  return work.solve(d, m, 3 * times * inner);
}

/** Discriminant analysis without a penalty. */
function countLda(work: CountedWork, n: number, d: number): CountedWork {
  const size = Math.min(n, d);
  return work.gram(size, Math.max(n, d)).eigen(size).product(d, size, size);
}

import { largestGram } from "../../models/svm/gram.js";
import { CountedWork, openingSamples } from "../counted-work.js";
import { countElimination, countGram, countMachines, roundsUnder } from "../recursion/recursion-cost.js";
import type { Cost, DataShape } from "../selector.js";
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
  countRecursion(work, { ...shape, features: d }, options.margins && n <= largestGram);
  return work.cost(8 * (2 * n * d + 2 * n * n + 4 * d * classes));
}

/** Rounds by the discriminant criterion and by the margins, and the last fit on the picked features. */
function countRecursion(work: CountedWork, shape: DataShape, withMargins: boolean): void {
  const { rows: n, features: d, classes: c, k } = shape;
  const rounds = roundsUnder(d, schedule);
  work.loops(10 * n * d).product(d, n, c);
  countElimination(work, rounds, withMargins ? 2 : 1);
  if (withMargins || d > n) countGram(work, n, rounds);
  if (withMargins) countMachines(work, shape, rounds);
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

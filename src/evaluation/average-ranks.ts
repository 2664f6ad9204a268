import { InputError } from "../core/input-error.js";
import { fTail } from "../numeric/distributions.js";
import { normalRangeQuantile } from "../numeric/studentized-range.js";
import { upTo } from "../numeric/up-to.js";

/** What {@link friedman} found. */
export interface Friedman {
  /** The mean rank of each method over the data sets, 1 for the best; equal values share their mean rank. */
  readonly averageRanks: readonly number[];
  /** Friedman's statistic, corrected for ties. */
  readonly chiSquare: number;
  /** Iman and Davenport's form of it, which is less cautious; infinite where all data sets rank alike. */
  readonly f: number;
  /** Of that form: how likely so different ranks are if the methods do not differ. Where all data sets rank alike, the exact figure. */
  readonly pValue: number;
  /** Methods whose average ranks are farther apart differ at 5 % (Nemenyi's test). */
  readonly criticalDifference: number;
  /** Runs of methods, from the best rank on, that do not differ; each as places of methods, none inside another. */
  readonly alike: readonly (readonly number[])[];
}

const level = 0.05;

/**
 * Whether methods differ over data sets, by their ranks on each: Friedman's test, and Nemenyi's for which of them do (Demšar
 * 2006). `values[i][j]` is the figure of method j on data set i; a larger one is better.
 */
export function friedman(values: readonly (readonly number[])[]): Friedman {
  const [n, m] = [values.length, values[0]?.length ?? 0];
  if (n < 2 || m < 3)
    throw new InputError(
      "option-value",
      `Friedman's test needs at least two data sets and three methods; ${n} and ${m} were given`,
    );
  const sums = new Array<number>(m).fill(0);
  let ties = 0;
  for (const row of values) {
    const { ranks, tied } = ranksOf(row);
    ranks.forEach((rank, j) => {
      sums[j] += rank;
    });
    ties += tied;
  }
  const averageRanks = sums.map((sum) => sum / n);
  const squares = sums.reduce((sum, one) => sum + one * one, 0);
  const between = (12 / (n * m * (m + 1))) * squares - 3 * n * (m + 1);
  const correction = 1 - ties / (n * m * (m * m - 1));
  // Where every data set ranks all methods the same, there is nothing to test.
  const chiSquare = correction > 0 ? Math.max(0, between / correction) : 0;
  const rest = n * (m - 1) - chiSquare;
  const f = rest > 1e-9 * n * m ? ((n - 1) * chiSquare) / rest : Number.POSITIVE_INFINITY;
  const criticalDifference =
    (normalRangeQuantile(level, m) / Math.SQRT2) * Math.sqrt((m * (m + 1)) / (6 * n));
  return {
    averageRanks,
    chiSquare,
    f,
    pValue: f === Number.POSITIVE_INFINITY ? allAlike(values[0], n) : fTail(f, m - 1, (m - 1) * (n - 1)),
    criticalDifference,
    alike: runsWithin(averageRanks, criticalDifference),
  };
}

/**
 * How likely it is that n data sets rank methods in the same way by chance, equal values like those of the first: every order but
 * that of the first has as many possibilities as its values can be arranged. The F distribution would call it impossible.
 */
function allAlike(row: readonly number[], n: number): number {
  const counts = new Map<number, number>();
  let orders = 1;
  row.forEach((value, at) => {
    const count = (counts.get(value) ?? 0) + 1;
    counts.set(value, count);
    orders *= (at + 1) / count;
  });
  let share = 1;
  for (let i = 1; i < n; i++) share /= orders;
  return share;
}

/** Ranks from the largest value on, equal values sharing theirs, and the sum of t³ − t over runs of t equal ones. */
function ranksOf(row: readonly number[]): { readonly ranks: readonly number[]; readonly tied: number } {
  const order = Array.from(upTo(row.length)).sort((a, b) => row[b] - row[a] || a - b);
  const ranks = new Array<number>(row.length);
  let tied = 0;
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && row[order[to]] === row[order[from]]) to++;
    for (let place = from; place < to; place++) ranks[order[place]] = (from + 1 + to) / 2;
    const t = to - from;
    tied += t * t * t - t;
    from = to;
  }
  return { ranks, tied };
}

/** The longest runs of two or more methods, in the order of their ranks, whose ranks lie within the distance. */
function runsWithin(ranks: readonly number[], distance: number): number[][] {
  const order = Array.from(upTo(ranks.length)).sort((a, b) => ranks[a] - ranks[b] || a - b);
  const runs: number[][] = [];
  let reached = 0;
  order.forEach((first, from) => {
    let to = from + 1;
    while (to < order.length && ranks[order[to]] - ranks[first] <= distance) to++;
    if (to - from > 1 && to > reached) runs.push(order.slice(from, to));
    reached = Math.max(reached, to);
  });
  return runs;
}

import { type Friedman, friedman } from "../evaluation/average-ranks.js";
import { adjustHolm, correctedResampledT, wilcoxonSignedRank } from "../evaluation/paired-tests.js";
import { spread } from "../evaluation/spread.js";

/** Whether two methods differ on one data set, by the metric averaged over all k. */
export interface DatasetTest {
  readonly dataset: string;
  readonly methods: readonly [string, string];
  /** The mean of the first less that of the second: a fraction. */
  readonly difference: number;
  /** The corrected resampled t test over the folds. */
  readonly t: number;
  readonly pValue: number;
  /** Adjusted by Holm's method for all pairs of methods on this data set. */
  readonly adjusted: number;
}

/** Whether two methods differ over all data sets, each counting once. */
export interface OverallTest {
  readonly methods: readonly [string, string];
  readonly difference: number;
  /** Data sets where the two are not equal. */
  readonly pairs: number;
  /** Wilcoxon's signed-rank test. */
  readonly pValue: number;
  readonly adjusted: number;
}

/** The metric of one method on one data set: for each fold, the mean over all k. */
export interface FoldCurve {
  readonly dataset: string;
  readonly method: string;
  readonly folds: readonly number[];
  /** Rows of the first fold. */
  readonly sizes: { readonly train: number; readonly test: number };
}

/** Tests of all two methods on each data set; none with a single fold, which has no spread. */
export const testOnDatasets = (curves: readonly FoldCurve[]): DatasetTest[] => testPairs(curves, pairsOf);

/** Tests of each method against each baseline on each data set; none with a single fold. */
export const testAgainst = (curves: readonly FoldCurve[], baselines: readonly FoldCurve[]): DatasetTest[] =>
  testPairs([...curves, ...baselines], (own) =>
    own
      .filter((curve) => curves.includes(curve))
      .flatMap((one) => own.filter((curve) => baselines.includes(curve)).map((other) => [one, other])),
  );

/** Tests of some pairs of the curves of each data set. */
function testPairs(
  curves: readonly FoldCurve[],
  pairs: (own: readonly FoldCurve[]) => (readonly [FoldCurve, FoldCurve])[],
): DatasetTest[] {
  const names = [...new Set(curves.map(({ dataset }) => dataset))];
  return names.flatMap((dataset) => {
    const own = curves.filter((curve) => curve.dataset === dataset && curve.folds.length > 1);
    const tests = pairs(own).map(([a, b]) => {
      const differences = a.folds.map((accuracy, fold) => accuracy - b.folds[fold]);
      const { meanDifference, t, pValue } = correctedResampledT(differences, a.sizes);
      return { dataset, methods: [a.method, b.method] as const, difference: meanDifference, t, pValue };
    });
    return withAdjusted(tests);
  });
}

/** Tests of all two methods over the data sets, of which there are two or more. */
export function testOverDatasets(curves: readonly FoldCurve[]): OverallTest[] {
  const datasets = [...new Set(curves.map(({ dataset }) => dataset))];
  if (datasets.length < 2) return [];
  const methods = [...new Set(curves.map(({ method }) => method))];
  const tests = pairsOf(methods).map(([a, b]) => {
    const differences = datasets.map((dataset) => meanOn(curves, a, dataset) - meanOn(curves, b, dataset));
    const { pairs, pValue } = wilcoxonSignedRank(differences);
    return { methods: [a, b] as const, difference: spread(differences).mean, pairs, pValue };
  });
  return withAdjusted(tests);
}

/** How methods rank over the data sets: Friedman's test with average ranks by the name of the method. */
export interface RankTest extends Omit<Friedman, "averageRanks" | "alike"> {
  /** The best first. */
  readonly ranks: readonly { readonly method: string; readonly rank: number }[];
  /** Methods that do not differ at 5 %. */
  readonly alike: readonly (readonly string[])[];
  readonly datasets: number;
}

/** The ranks of three or more methods over two or more data sets; null with fewer. */
export function rankOverDatasets(curves: readonly FoldCurve[]): RankTest | null {
  const datasets = [...new Set(curves.map(({ dataset }) => dataset))];
  const methods = [...new Set(curves.map(({ method }) => method))];
  if (datasets.length < 2 || methods.length < 3) return null;
  const values = datasets.map((dataset) => methods.map((method) => meanOn(curves, method, dataset)));
  const { averageRanks, alike, ...test } = friedman(values);
  return {
    ...test,
    ranks: methods
      .map((method, place) => ({ method, rank: averageRanks[place] }))
      .sort((a, b) => a.rank - b.rank),
    alike: alike.map((places) => places.map((place) => methods[place])),
    datasets: datasets.length,
  };
}

/** The mean over the folds of a method on a data set. */
const meanOn = (curves: readonly FoldCurve[], method: string, dataset: string): number =>
  spread(curves.find((curve) => curve.method === method && curve.dataset === dataset)!.folds).mean;

function withAdjusted<T extends { pValue: number }>(tests: readonly T[]): (T & { adjusted: number })[] {
  const adjusted = adjustHolm(tests.map(({ pValue }) => pValue));
  return tests.map((test, place) => ({ ...test, adjusted: adjusted[place] }));
}

const pairsOf = <T>(list: readonly T[]): [T, T][] =>
  list.flatMap((first, place) => list.slice(place + 1).map((second): [T, T] => [first, second]));

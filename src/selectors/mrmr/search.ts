import { inChunks, type Measure } from "./measure.js";

/** Relevance and mean redundancy to one number, larger is better. */
export type Criterion = (relevance: number, redundancy: number) => number;

/** What a search is to go by. */
export interface Search {
  readonly measure: Measure;
  readonly criterion: Criterion;
  /** The features that may be chosen; of equal ones the one that stands first here is chosen. */
  readonly candidates: Int32Array;
  /** The features that come after all candidates, whatever they are worth. */
  readonly others: Int32Array;
  /** Candidates that are chosen before all others, the best first. */
  readonly kept: ReadonlySet<number>;
  /** How many features to choose. */
  readonly steps: number;
  readonly rows: number;
  progress(fraction: number): Promise<void>;
}

/** A score for every feature of the data, and the candidates and others in order, best first. */
export interface Found {
  readonly scores: Float64Array;
  readonly order: Int32Array;
}

/**
 * Chooses one feature after another: always the one with the best criterion beside those that are chosen already. A
 * chosen feature's score is the criterion at its choice; the rest is ordered, and scored, by what would be chosen next.
 */
export async function searchGreedily(search: Search): Promise<Found> {
  const { measure, criterion, kept, steps } = search;
  const { relevance, unit } = measure;
  const sums = new Float64Array(relevance.length);
  const scores = new Float64Array(relevance.length);
  const chosen: number[] = [];
  const left = Int32Array.from([...search.candidates, ...search.others]);
  let [eligible, remaining] = [search.candidates.length, left.length];

  const evaluate = () => {
    for (const j of left.subarray(0, remaining))
      scores[j] =
        chosen.length === 0
          ? relevance[j] * unit
          : criterion(relevance[j] * unit, (sums[j] * unit) / chosen.length);
  };
  /** Beyond every finite score the limits decide: the greater relevance, then the smaller redundancy. */
  const better = (a: number, b: number): boolean =>
    scores[a] > scores[b] ||
    (scores[a] === Number.POSITIVE_INFINITY &&
      scores[b] === Number.POSITIVE_INFINITY &&
      (relevance[a] > relevance[b] || (relevance[a] === relevance[b] && sums[a] < sums[b])));

  const bestPlace = (mayBe: (feature: number) => boolean): number => {
    let best = -1;
    for (let place = 0; place < eligible; place++)
      if (mayBe(left[place]) && (best < 0 || better(left[place], left[best]))) best = place;
    return best;
  };

  evaluate();
  for (let step = 0; step < steps; step++) {
    const best = bestPlace(step < kept.size ? (j) => kept.has(j) : () => true);
    const winner = left[best];
    chosen.push(winner);
    left.copyWithin(best, best + 1, remaining);
    eligible--;
    remaining--;
    await inChunks(
      left.subarray(0, remaining),
      search.rows,
      measure.valuesPerChunk,
      (fraction) => search.progress((step + fraction) / steps),
      (some) => measure.addRedundancy(winner, some, sums),
    );
    evaluate();
  }

  const byScore = (a: number, b: number) => (better(a, b) ? -1 : better(b, a) ? 1 : 0);
  const tail = [left.subarray(0, eligible), left.subarray(eligible, remaining)];
  return { scores, order: Int32Array.from([...chosen, ...tail.flatMap((part) => [...part].sort(byScore))]) };
}

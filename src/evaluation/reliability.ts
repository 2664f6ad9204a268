import { InputError } from "../core/input-error.js";
import { count, listOf, number, object } from "../core/json.js";
import { log } from "../numeric/math.js";
import type { Matrix } from "../numeric/matrix.js";
import { wilsonInterval } from "./spread.js";

/** How {@link reliability} counts. */
export interface ReliabilityOptions {
  /** Bins of equal width between 0 and 1; 10 by default. */
  readonly bins?: number;
  /**
   * For every row the class whose probability is held against the truth: the predicted one. The most probable one by
   * default. One and the same class for all rows gives the curve of that class against the rest.
   */
  readonly predicted?: ArrayLike<number>;
}

/** How far probabilities can be trusted. */
export interface Reliability {
  /** The curve; bins without rows are left out. */
  readonly bins: readonly ReliabilityBin[];
  /** The mean over the rows of Σ (probability − 1 for the true class, 0 for others)² over the classes: 0 is best, 2 is worst. */
  readonly brier: number;
  /** The mean of −log of the probability of the true class; a probability of 0 counts as 2⁻⁵². */
  readonly logLoss: number;
  readonly rows: number;
}

/** Rows whose class was predicted with about the same probability. */
export interface ReliabilityBin {
  /** Probabilities from this, included, … */
  readonly from: number;
  /** … to that, included in the last bin only. */
  readonly to: number;
  readonly rows: number;
  /** The mean probability of the predicted classes: the share that should be right. */
  readonly probability: number;
  /** The share that is right. */
  readonly share: number;
  /** Wilson's 95 % interval of the share. */
  readonly low: number;
  readonly high: number;
}

/** A {@link Reliability} in JSON. */
export const reliabilityShape = object<Reliability>({
  bins: listOf(
    object<ReliabilityBin>({
      from: number,
      to: number,
      rows: count,
      probability: number,
      share: number,
      low: number,
      high: number,
    }),
  ),
  brier: number,
  logLoss: number,
  rows: count,
});

/**
 * The reliability curve of probabilities (rows × classes) with the true class codes: of the rows that are predicted with a
 * probability of about p, a share of p should be right. With Brier score and log loss.
 */
export function reliability(
  probabilities: Matrix,
  truth: ArrayLike<number>,
  { bins = 10, predicted }: ReliabilityOptions = {},
): Reliability {
  const { rows } = probabilities;
  check(probabilities, truth, "truth");
  if (predicted) check(probabilities, predicted, "predicted");
  if (!(Number.isInteger(bins) && bins >= 1))
    throw new InputError("option-value", `bins must be a whole number of at least 1; ${bins} was given`, {
      facts: { option: "bins", given: bins },
    });
  const counts = Array.from({ length: bins }, () => ({ rows: 0, right: 0, sum: 0 }));
  let [squares, losses] = [0, 0];
  for (let i = 0; i < rows; i++) {
    let best = predicted?.[i] ?? 0;
    for (let c = 0; c < probabilities.columns; c++) {
      const p = probabilities.get(i, c);
      if (!predicted && p > probabilities.get(i, best)) best = c;
      const apart = p - Number(c === truth[i]);
      squares += apart * apart;
    }
    losses -= log(Math.max(Number.EPSILON, probabilities.get(i, truth[i])));
    const p = probabilities.get(i, best);
    const bin = counts[Math.min(bins - 1, Math.floor(p * bins))];
    bin.rows++;
    bin.sum += p;
    if (best === truth[i]) bin.right++;
  }
  return {
    bins: counts.flatMap(({ rows: inside, right, sum }, at) =>
      inside === 0
        ? []
        : [
            {
              from: at / bins,
              to: (at + 1) / bins,
              rows: inside,
              probability: sum / inside,
              share: right / inside,
              ...wilsonInterval(right, inside),
            },
          ],
    ),
    brier: squares / rows,
    logLoss: losses / rows,
    rows,
  };
}

function check({ rows, columns }: Matrix, codes: ArrayLike<number>, what: string): void {
  if (rows === 0 || codes.length !== rows)
    throw new InputError(
      "unusable-data",
      `there are ${rows} rows of probabilities and ${codes.length} class codes in ${what}; give as many, and at least one`,
    );
  for (let i = 0; i < rows; i++)
    if (!(Number.isInteger(codes[i]) && codes[i] >= 0 && codes[i] < columns))
      throw new InputError(
        "unusable-data",
        `class code ${codes[i]} was given in ${what}; with ${columns} classes, codes go from 0 to ${columns - 1}`,
        { facts: { row: i + 1 } },
      );
}

import { InputError } from "../core/input-error.js";
import { incompleteBeta } from "../numeric/distributions.js";
import type { Random } from "../numeric/random.js";

/** What accuracy chance alone gives. */
export interface ChanceBand {
  readonly low: number;
  readonly high: number;
  /** The share of chance results that lie within, as asked for. */
  readonly coverage: number;
}

/** A band from permuted labels. */
export interface PermutationBand extends ChanceBand {
  readonly mean: number;
  readonly permutations: number;
}

/** The band that holds the middle `coverage` of results with permuted labels: their quantiles. */
export function permutationBand(permuted: ArrayLike<number>, coverage = 0.9): PermutationBand {
  requireShare("coverage", coverage);
  if (permuted.length === 0)
    throw new InputError(
      "option-value",
      "a chance band needs the result of at least one permutation; none was given",
    );
  let sum = 0;
  for (let i = 0; i < permuted.length; i++) sum += permuted[i];
  return {
    low: quantile(permuted, (1 - coverage) / 2),
    high: quantile(permuted, (1 + coverage) / 2),
    coverage,
    mean: sum / permuted.length,
    permutations: permuted.length,
  };
}

/** How often chance does as well: (1 + permuted results at least as good) / (1 + permutations). */
export function permutationPValue(observed: number, permuted: ArrayLike<number>): number {
  let asGood = 0;
  for (let i = 0; i < permuted.length; i++) if (permuted[i] >= observed) asGood++;
  return (1 + asGood) / (1 + permuted.length);
}

/**
 * The band of the share of `rows` that a guesser gets right who is right with probability `chance` each time: exact
 * binomial quantiles. Narrower than what permuted labels show where training and testing share anything.
 */
export function binomialBand(rows: number, chance: number, coverage = 0.9): ChanceBand {
  requireShare("coverage", coverage);
  requireShare("chance", chance);
  if (!(Number.isInteger(rows) && rows >= 1))
    throw new InputError(
      "option-value",
      `the number of rows must be a whole number of at least 1; ${rows} was given`,
    );
  return {
    low: binomialQuantile(rows, chance, (1 - coverage) / 2) / rows,
    high: binomialQuantile(rows, chance, (1 + coverage) / 2) / rows,
    coverage,
  };
}

/** The share of the largest class: what always naming it would get right. */
export function majorityShare(codes: ArrayLike<number>): number {
  const counts = new Map<number, number>();
  for (let i = 0; i < codes.length; i++) counts.set(codes[i], (counts.get(codes[i]) ?? 0) + 1);
  return Math.max(...counts.values()) / codes.length;
}

/** The value below which the share lies, linear between neighbours (NumPy's default, R's type 7). */
export function quantile(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  const place = share * (sorted.length - 1);
  const below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (place - below) * (sorted[above] - sorted[below]);
}

/**
 * Labels or targets at random, each as often as before. With groups, labels stay as they depend on them: where every group
 * is of one class, whole groups change places (class sizes then change with the groups' sizes); otherwise rows change
 * places inside their group.
 */
export function permuteCodes<T extends Int32Array | Float64Array>(
  codes: T,
  random: Random,
  groups: Int32Array | null = null,
): T {
  const permuted = codes.slice() as T;
  if (groups === null) return random.shuffle(permuted);
  const members = new Map<number, number[]>();
  groups.forEach((group, row) => {
    const rows = members.get(group);
    if (rows) rows.push(row);
    else members.set(group, [row]);
  });
  const lists = [...members.values()];
  if (lists.every((rows) => rows.every((row) => codes[row] === codes[rows[0]]))) {
    const order = random.shuffle(lists.map((rows) => codes[rows[0]]));
    lists.forEach((rows, group) => {
      for (const row of rows) permuted[row] = order[group];
    });
  } else
    for (const rows of lists) {
      const own = random.shuffle(rows.map((row) => codes[row]));
      rows.forEach((row, i) => {
        permuted[row] = own[i];
      });
    }
  return permuted;
}

/** The smallest x with P(X ≤ x) ≥ share, by halving. */
function binomialQuantile(n: number, p: number, share: number): number {
  let [low, high] = [-1, n];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    // P(X ≤ x) = I_{1−p}(n − x, x + 1)
    if (incompleteBeta(n - middle, middle + 1, 1 - p, p) >= share) high = middle;
    else low = middle;
  }
  return high;
}

function requireShare(name: string, share: number): void {
  if (!(share > 0 && share < 1))
    throw new InputError("option-value", `${name} must be a number above 0 and below 1; ${share} was given`);
}

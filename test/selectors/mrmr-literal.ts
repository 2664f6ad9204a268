/** mRMR written straight from its formulas: every sum over again for every pair, nothing kept, nothing shared. */
export interface LiteralOptions {
  scheme: "mid" | "miq" | "fcd" | "fcq";
  discretize: "sigma" | "equal-width" | "equal-frequency" | "none";
  sigmas?: number;
  bins?: number;
  k: number;
  epsilon?: number;
  base?: number;
  /** Only so many of the most relevant features may be chosen, the most relevant first among equals. */
  pool?: number;
}

export interface LiteralResult {
  order: number[];
  scores: number[];
}

/** Scores that agree to this count as tied, and the earlier feature wins: sums in another order differ so much. */
const tolerance = 1e-11;

export function literalMrmr(
  columns: readonly number[][],
  labels: readonly number[],
  options: LiteralOptions,
): LiteralResult {
  const { scheme, k, epsilon = 0, pool } = options;
  const mutual = scheme === "mid" || scheme === "miq";
  const data = mutual ? columns.map((x) => discretized(x, options)) : columns;
  const inBase = (nats: number) => nats / Math.log(options.base ?? Math.E);
  const relevance = data.map((x) => (mutual ? inBase(information(x, labels)) : fStatistic(x, labels)));
  const redundancy = (f: number, s: number) =>
    mutual ? inBase(information(data[f], data[s])) : Math.abs(correlation(data[f], data[s]));
  const criterion = (f: number, chosen: readonly number[]): number => {
    if (chosen.length === 0) return relevance[f];
    const mean = chosen.reduce((sum, s) => sum + redundancy(f, s), 0) / chosen.length;
    if (scheme === "mid" || scheme === "fcd") return relevance[f] - mean;
    if (mean + epsilon < tolerance) return relevance[f] > tolerance ? Number.POSITIVE_INFINITY : 0;
    return relevance[f] / (mean + epsilon);
  };

  let candidates = columns.map((_, j) => j).filter((j) => new Set(columns[j]).size > 1);
  if (pool !== undefined)
    candidates = candidates
      .sort((a, b) => rounded(relevance[b]) - rounded(relevance[a]) || a - b)
      .slice(0, pool);
  const better = (a: number, b: number, scores: readonly number[]) =>
    scores[a] === scores[b]
      ? scores[a] === Number.POSITIVE_INFINITY && relevance[a] > relevance[b] + tolerance
      : scores[a] > scores[b] + tolerance * Math.max(1, Math.abs(scores[b]));
  const chosen: number[] = [];
  const scores: number[] = columns.map(() => 0);
  while (chosen.length < Math.min(k, candidates.length)) {
    const left = candidates.filter((j) => !chosen.includes(j));
    for (const j of left) scores[j] = criterion(j, chosen);
    chosen.push(left.reduce((best, j) => (better(j, best, scores) ? j : best)));
  }
  const left = candidates.filter((j) => !chosen.includes(j));
  for (const j of left) scores[j] = criterion(j, chosen);
  const tail: number[] = [];
  while (tail.length < left.length)
    tail.push(
      left.filter((j) => !tail.includes(j)).reduce((best, j) => (better(j, best, scores) ? j : best)),
    );
  const rest = columns.map((_, j) => j).filter((j) => !candidates.includes(j));
  return { order: [...chosen, ...tail, ...rest], scores };
}

function discretized(x: readonly number[], { discretize, sigmas = 1, bins = 5 }: LiteralOptions): number[] {
  const [min, max] = [Math.min(...x), Math.max(...x)];
  const m = mean(x);
  const sigma = Math.sqrt(x.reduce((sum, value) => sum + (value - m) ** 2, 0) / (x.length - 1));
  const sorted = [...x].sort((a, b) => a - b);
  const quantile = (part: number) => {
    const place = part * (x.length - 1);
    const below = Math.floor(place);
    return sorted[below] + (place - below) * ((sorted[below + 1] ?? sorted[below]) - sorted[below]);
  };
  const inner = Array.from({ length: bins - 1 }, (_, at) => at + 1);
  return x.map((value) => {
    if (discretize === "none") return value;
    if (discretize === "sigma") return value - m > sigmas * sigma ? 1 : value - m < -sigmas * sigma ? -1 : 0;
    if (discretize === "equal-width")
      return inner.filter((at) => min + at * ((max - min) / bins) <= value).length;
    return inner.filter((at) => quantile(at / bins) <= value).length;
  });
}

/** Σ p(a,b) ln(p(a,b) / p(a)p(b)). */
export function information(a: readonly number[], b: readonly number[]): number {
  const [both, first, second] = [counted(a.map((x, i) => `${x} ${b[i]}`)), counted(a), counted(b)];
  const part = (count: number) => count / a.length;
  let sum = 0;
  for (const [x, ofFirst] of first)
    for (const [y, ofSecond] of second) {
      const p = both.get(`${x} ${y}`) ?? 0;
      if (p > 0) sum += part(p) * Math.log(part(p) / part(ofFirst) / part(ofSecond));
    }
  return sum;
}

function counted<T>(values: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

function fStatistic(x: readonly number[], labels: readonly number[]): number {
  const classes = [...new Set(labels)];
  const total = mean(x);
  let [between, within] = [0, 0];
  for (const label of classes) {
    const members = x.filter((_, i) => labels[i] === label);
    between += members.length * (mean(members) - total) ** 2;
    within += members.reduce((sum, value) => sum + (value - mean(members)) ** 2, 0);
  }
  if (within < 1e-20) return between > 1e-20 ? Number.POSITIVE_INFINITY : 0;
  return between / (classes.length - 1) / (within / (x.length - classes.length));
}

function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const sum = (value: (i: number) => number) => a.reduce((total, _, i) => total + value(i), 0);
  const cross = sum((i) => (a[i] - meanA) * (b[i] - meanB));
  return cross / Math.sqrt(sum((i) => (a[i] - meanA) ** 2) * sum((i) => (b[i] - meanB) ** 2));
}

const rounded = (x: number) => Math.round(x / tolerance);

const mean = (x: readonly number[]) => x.reduce((sum, value) => sum + value, 0) / x.length;

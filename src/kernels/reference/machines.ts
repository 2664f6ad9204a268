import { Matrix } from "../../numeric/matrix.js";
import { ExactPair, type PairProblem } from "../exact-pair.js";
import type { PairMachines } from "../kernels.js";

/** What two samples that are the same differ by. */
const leastCurvature = 1e-12;
/** Where the optimum cannot be found to rounding: the tolerance, and how many moves per sample are made at most. */
const [tolerance, mostMoves] = [1e-5, 5000];

/** Trains some of the pairs, and gives how many were stopped: see {@link Kernels.trainMachines}. */
export function trainMachines(machines: PairMachines, from: number, to: number): number {
  const { starts, upper } = machines;
  const exact = new ExactPair();
  let stopped = 0;
  let pair = 0;
  for (let a = 0; a < upper.length; a++)
    for (let b = a + 1; b < upper.length; b++, pair++) {
      if (pair < from || pair >= to) continue;
      const samples = [...samplesOf(starts, a), ...samplesOf(starts, b)];
      const positives = starts[a + 1] - starts[a];
      const column = (place: number) => (place < positives ? b - 1 : a);
      const problem: PairProblem = {
        rows: productsOf(machines, samples, [a, b]),
        positives,
        upper: [upper[a], upper[b]],
        coefficients: Float64Array.from(samples, (i, place) => machines.coefficients.get(i, column(place))),
      };
      if (!exact.solve(problem) && !movePairs(problem)) stopped++;
      for (const [place, i] of samples.entries())
        machines.coefficients.set(i, column(place), problem.coefficients[place]);
    }
  return stopped;
}

const samplesOf = (starts: Int32Array, a: number): number[] =>
  Array.from({ length: starts[a + 1] - starts[a] }, (_, i) => starts[a] + i);

/** Products of all samples of a pair. */
function productsOf(machines: PairMachines, samples: readonly number[], classes: readonly number[]) {
  const size = samples.length;
  const products = Matrix.zeros(size, size);
  for (const [row, i] of samples.entries()) {
    for (const other of classes) bring(machines, i, other);
    for (const [column, j] of samples.entries()) products.set(row, column, machines.products.get(i, j));
  }
  return { data: products.data, locate: (place: number) => place * size };
}

/** Sums the products of a sample with those of a class, where they are not of the features that are left. */
function bring(
  { products, known, values, left, starts, upper }: PairMachines,
  sample: number,
  other: number,
): void {
  const stamp = sample * upper.length + other;
  if (known[stamp] === left) return;
  known[stamp] = left;
  for (let t = starts[other]; t < starts[other + 1]; t++) {
    let sum = 0;
    for (let j = 0; j < left; j++) sum += values.get(j, sample) * values.get(j, t);
    products.set(sample, t, sum);
  }
}

/** The multiplier with the largest force rises, that one falls which promises the largest gain, until forces differ little. */
function movePairs({ rows, positives, upper, coefficients: beta }: PairProblem): boolean {
  const size = beta.length;
  const product = (i: number, j: number) => rows.data[rows.locate(i) + j];
  const lowest = (t: number) => (t < positives ? 0 : -upper[1]);
  const highest = (t: number) => (t < positives ? upper[0] : 0);
  const force = beta.map((_, t) => beta.reduce((f, b, i) => f - b * product(i, t), t < positives ? 1 : -1));
  for (let move = 0; move < mostMoves * size; move++) {
    let riser = -1;
    for (let t = 0; t < size; t++)
      if (beta[t] < highest(t) && (riser < 0 || force[t] > force[riser])) riser = t;
    const gap = (t: number) => force[riser] - force[t];
    const curvature = (t: number) =>
      Math.max(leastCurvature, product(riser, riser) + product(t, t) - 2 * product(riser, t));
    let [faller, widest, best] = [-1, 0, 0];
    for (let t = 0; t < size; t++) {
      if (!(gap(t) > 0) || beta[t] <= lowest(t)) continue;
      widest = Math.max(widest, gap(t));
      const gain = (gap(t) * gap(t)) / curvature(t);
      if (gain > best) [faller, best] = [t, gain];
    }
    if (widest < tolerance) return true;
    const [up, down] = [highest(riser) - beta[riser], beta[faller] - lowest(faller)];
    const step = Math.min(gap(faller) / curvature(faller), up, down);
    beta[riser] = step === up ? highest(riser) : beta[riser] + step;
    beta[faller] = step === down ? lowest(faller) : beta[faller] - step;
    for (let t = 0; t < size; t++) force[t] -= step * (product(riser, t) - product(faller, t));
  }
  return false;
}

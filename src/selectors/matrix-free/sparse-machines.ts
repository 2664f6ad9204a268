import { InputError } from "../../core/input-error.js";
import { ExactPair } from "../../kernels/exact-pair.js";
import { Smo } from "../../models/svm/smo.js";
import { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import type { Criterion } from "../recursion/eliminate.js";

import { closely, movePairs, roughly } from "../recursion/move-pairs.js";
import type { SampleClasses } from "../recursion/trainers.js";
import { PairProducts } from "./pair-products.js";
import type { SparseFeatures } from "./sparse-features.js";

/** Numbers that the products of samples may take: 800 MB. */
export const mostProducts = 1e8;

/** Two classes, and y·α of their samples: those of the first class, then those of the second. */
interface Pair {
  readonly classes: readonly [number, number];
  readonly coefficients: Float64Array;
}

/**
 * {@link Machines} on sparse samples: the same machines, trained again and again on fewer features, each beginning where it ended before. A
 * pair needs the products of its own samples only, so nothing samples × samples is made over all classes.
 */
export class SparseMachines implements Criterion {
  private readonly pairs: readonly Pair[];
  private readonly products: PairProducts;
  private readonly smo = new Smo();
  private readonly exact = new ExactPair();
  private begun = false;
  /** False where the solver gave up on a pair of classes. */
  converged = true;

  constructor(
    private readonly features: SparseFeatures,
    private readonly classes: SampleClasses,
    /** Numbers that the products of samples take at most, but always those that one pair needs. */
    room: number = mostProducts,
  ) {
    const { starts, upper } = classes;
    requireRoom(starts);
    this.products = new PairProducts(features.sparse, starts, room);
    this.pairs = pairsOf(upper.length).map(([a, b]) => ({
      classes: [a, b],
      coefficients: new Float64Array(starts[a + 1] - starts[a] + starts[b + 1] - starts[b]),
    }));
  }

  /** Trains all pairs on the features that are left, and gives their squared weights. */
  async weigh(pause: () => Promise<void>): Promise<Float64Array> {
    await this.train(pause);
    return this.weights();
  }

  /** Trains all pairs on the features that are left. */
  async train(pause: () => Promise<void>): Promise<void> {
    this.products.refresh(this.features.columns);
    for (const pair of this.pairs) {
      this.products.open(...pair.classes);
      if (!this.begun) await this.movePairs(pair, roughly, pause);
      if (!this.exact.solve(this.problemOf(pair))) await this.movePairs(pair, closely, pause);
      await pause();
    }
    this.begun = true;
  }

  /** The sum of squared weights over all pairs, for each row of the features that are left. */
  async weights(): Promise<Float64Array> {
    const result = new Float64Array(this.features.left);
    this.eachFeature((row, weights) => {
      for (let pair = 0; pair < weights.length; pair++) result[row] += weights[pair] * weights[pair];
    });
    return result;
  }

  /** The weights themselves: one row for each feature that is left, one column for each pair. */
  async weightsOfPairs(): Promise<Matrix> {
    const result = Matrix.zeros(this.features.left, this.pairs.length);
    this.eachFeature((row, weights) => result.data.set(weights, row * weights.length));
    return result;
  }

  /** Tells the weights of every feature in all pairs; they are overwritten by the next. */
  private eachFeature(tell: (row: number, weights: Float64Array) => void): void {
    const { starts } = this.classes;
    const { starts: from, places, values } = this.features.sparse;
    const classes = starts.length - 1;
    const classOf = new Int32Array(this.features.samples);
    for (let a = 0; a < classes; a++) classOf.fill(a, starts[a], starts[a + 1]);
    const { coefficients, pairOf } = this.gatherCoefficients();
    const weights = new Float64Array(this.pairs.length);
    this.features.columns.forEach((feature, row) => {
      weights.fill(0);
      for (let k = from[feature]; k < from[feature + 1]; k++) {
        const sample = places[k];
        const pairs = classOf[sample] * classes;
        for (let b = 0, at = sample * classes; b < classes; b++)
          if (coefficients[at + b] !== 0) weights[pairOf[pairs + b]] += values[k] * coefficients[at + b];
      }
      tell(row, weights);
    });
  }

  /** Samples × classes: y·α in the machine for the sample's class and another one; and which pair two classes are. */
  private gatherCoefficients(): { coefficients: Float64Array; pairOf: Int32Array } {
    const { starts } = this.classes;
    const classes = starts.length - 1;
    const result = new Float64Array(this.features.samples * classes);
    const pairOf = new Int32Array(classes * classes);
    this.pairs.forEach(({ classes: [a, b], coefficients }, pair) => {
      pairOf[a * classes + b] = pair;
      pairOf[b * classes + a] = pair;
      const positives = starts[a + 1] - starts[a];
      for (let t = 0; t < positives; t++) result[(starts[a] + t) * classes + b] = coefficients[t];
      for (let t = positives; t < coefficients.length; t++)
        result[(starts[b] + t - positives) * classes + a] = coefficients[t];
    });
    return { coefficients: result, pairOf };
  }

  private problemOf({ classes: [a, b], coefficients }: Pair) {
    const { starts, upper } = this.classes;
    const bounds = [upper[a], upper[b]] as const;
    return { rows: this.products, positives: starts[a + 1] - starts[a], upper: bounds, coefficients };
  }

  /** Moves pairs of multipliers, beginning where the last training ended, until the tolerance is met. */
  private async movePairs(pair: Pair, tolerance: number, pause: () => Promise<void>): Promise<void> {
    const { coefficients, ...problem } = this.problemOf(pair);
    const whole = { ...problem, samples: upTo(coefficients.length) };
    if (!(await movePairs(this.smo, whole, coefficients, tolerance, pause))) this.converged = false;
  }
}

function requireRoom(starts: Int32Array): void {
  const numbers = PairProducts.leastSize(starts);
  if (numbers <= mostProducts) return;
  throw new InputError(
    "unusable-data",
    `machines on sparse data hold the products of the samples of two classes, which are ${(numbers / 1.25e8).toFixed(1)} GB here and at most ${mostProducts / 1.25e8} GB; take fewer rows, or a method that does without machines`,
    { remedies: [{ action: "take Discriminative Feature Selection", option: "method", value: "dfs" }] },
  );
}

function pairsOf(classes: number): [number, number][] {
  const pairs: [number, number][] = [];
  for (let a = 0; a < classes; a++) for (let b = a + 1; b < classes; b++) pairs.push([a, b]);
  return pairs;
}

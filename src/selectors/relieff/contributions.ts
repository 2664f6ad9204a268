import { InputError } from "../../core/input-error.js";
import { classCounts, type Labels } from "../../data/labels.js";
import type { Kernels, Workspace } from "../../kernels/kernels.js";
import { exp } from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";
import { Distances } from "./distances.js";
import type { MixedDifferences } from "./mixed-differences.js";
import { findNearest, makeNeighbours, type Neighbours } from "./nearest.js";
import type { Rules } from "./rules.js";
import { powerOfTwoFrom, type ScaledSamples } from "./scaled-samples.js";
import { findNearestAsWeka } from "./weka.js";

/**
 * So many samples are worked on together at most, and fewer where they have more differences to their neighbours than this
 * in all. Many keep the threads busy, few let a run that may stop do so soon.
 */
const mostSamples = { inOrder: 128, mayStop: 64 };
const mostDifferences = 2 ** 26;

/** Works out what single samples say about the features. All its memory is taken from one workspace. */
export class Contributions {
  /** How many samples it takes at a time. */
  readonly most: number;
  /** How large a contribution to each feature can be. */
  readonly bounds: Float64Array;
  private readonly values: Matrix;
  private readonly codes: Int32Array;
  private readonly neighbours: Neighbours;
  private readonly weigher: Weigher;
  private readonly distances: Distances;
  private readonly snap: number;
  /** Room for the values of samples that do not stand one after the other. */
  private readonly gathered: Matrix | null;
  private readonly rows: Matrix;
  private readonly weights: Matrix;
  private readonly out: Matrix;
  /** What brings columns to features where some have several or none, and room for that. */
  private readonly mixed: { readonly of: MixedDifferences; readonly out: Matrix } | null;

  /** `inOrder` says that all samples will be asked for, one after the other. */
  constructor(
    private readonly kernels: Kernels,
    workspace: Workspace,
    { values, ranges, mixed }: ScaledSamples,
    labels: Labels,
    private readonly rules: Rules,
    inOrder: boolean,
  ) {
    const counts = classCounts(labels);
    this.values = values;
    this.codes = labels.codes;
    this.neighbours = makeNeighbours(labels.codes, counts.length, rules.neighbours);
    this.weigher = new Weigher(rules, counts);
    this.bounds = ranges.map((range) => range * this.weigher.largestSum);
    this.snap = 1.5 * 2 ** 20 * powerOfTwoFrom(largestDistance(ranges, rules));
    const width = this.neighbours.rows.length;
    const fitting = Math.max(8, Math.floor(mostDifferences / (width * values.columns)));
    this.most = Math.min(values.rows, inOrder ? mostSamples.inOrder : mostSamples.mayStop, fitting);
    this.distances = new Distances(kernels, workspace, values, rules, this.most, inOrder, mixed);
    this.gathered = inOrder ? null : workspace.matrix(this.most, values.columns);
    this.rows = workspace.matrix(this.most, width);
    this.weights = workspace.matrix(this.most, width);
    this.out = workspace.matrix(this.most, values.columns);
    this.mixed = mixed ? { of: mixed, out: Matrix.zeros(this.most, ranges.length) } : null;
  }

  /** One row per sample; the matrix is overwritten by the next call. */
  async of(samples: Int32Array, progress: (fraction: number) => Promise<void>): Promise<Matrix> {
    const { values } = this;
    const [rows, weights, out] = [this.rows, this.weights, this.out].map((matrix) =>
      matrix.block(0, 0, samples.length, matrix.columns),
    );
    const block = this.valuesOf(samples);
    await this.distances.measure(samples, block, progress);
    samples.forEach((sample, i) => {
      this.findNeighbours(sample, this.distances.row(i));
      this.weigher.weigh(this.neighbours, this.codes[sample], rowOf(rows, i), rowOf(weights, i));
    });
    this.kernels.weightedDifferences(block, values, rows, weights, out);
    if (!this.mixed) return out;
    this.mixed.of.overFeatures(samples, rows, weights, out, this.mixed.out);
    return this.mixed.out;
  }

  private valuesOf(samples: Int32Array): Matrix {
    const { values, gathered } = this;
    if (!gathered) return values.block(samples[0], 0, samples.length, values.columns);
    samples.forEach((sample, i) => {
      rowOf(gathered, i).set(rowOf(values, sample));
    });
    return gathered.block(0, 0, samples.length, values.columns);
  }

  private findNeighbours(sample: number, distances: Float64Array): void {
    const { neighbours, rules } = this;
    if (rules.ownNeighbour) distances[sample] = distances.reduce((most, x) => Math.max(most, x), 0);
    if (rules.wekaNeighbours) findNearestAsWeka(neighbours, distances, sample);
    else findNearest(neighbours, distances, rules.ownNeighbour ? -1 : sample, this.snap);
  }
}

const rowOf = ({ data, columns }: Matrix, i: number) => data.subarray(i * columns, (i + 1) * columns);

/** No two samples lie farther apart; refuses values whose distances or squares may be more than a number can hold. */
export function largestDistance(ranges: Float64Array, { distance }: Rules): number {
  let sum = 0;
  for (const range of ranges) sum += distance === "manhattan" ? range : range * range;
  if (!(sum < 1e140))
    throw new InputError("unusable-data", "the values are too large to be compared as they are", {
      remedies: [{ action: "divide each feature by its range", option: "scaling", value: "range" }],
    });
  return sum;
}

/** Says how much each neighbour counts: hits below zero, misses above. */
class Weigher {
  /** Influence by rank, and its running sums. */
  private readonly influence: Float64Array;
  private readonly sums: Float64Array;
  private readonly priors: Float64Array;

  constructor(
    private readonly rules: Rules,
    counts: Int32Array,
  ) {
    const rows = counts.reduce((sum, count) => sum + count, 0);
    const present = counts.filter((count) => count > 0).length;
    this.priors = Float64Array.from(counts, (count) =>
      rules.prior === "empirical" ? count / rows : count > 0 ? 1 / present : 0,
    );
    const longest = counts.reduce((most, count) => Math.max(most, Math.min(count, rules.neighbours)), 0);
    this.influence = Float64Array.from({ length: longest }, (_, place) => influenceAt(place, rules));
    this.sums = new Float64Array(longest + 1);
    for (let place = 0; place < longest; place++)
      this.sums[place + 1] = this.sums[place] + this.influence[place];
  }

  /** Writes the rows and weights of all neighbours of a sample of class `own`; weights of empty places are 0. */
  weigh(
    { starts, limits, found, rows }: Neighbours,
    own: number,
    toRows: Float64Array,
    to: Float64Array,
  ): void {
    for (let code = 0; code < starts.length; code++) {
      const factor = code === own ? -1 : this.missFactor(own, code);
      const divisor = this.rules.fixedDivisor ? this.rules.neighbours : this.sums[found[code]];
      for (let place = 0; place < limits[code]; place++) {
        const at = starts[code] + place;
        const isThere = place < found[code];
        toRows[at] = isThere ? rows[at] : 0;
        to[at] = isThere ? (factor * this.influence[place]) / divisor : 0;
      }
    }
  }

  /** The weights of one sample in absolute value add up to no more than this. */
  get largestSum(): number {
    let largest = 0;
    for (let own = 0; own < this.priors.length; own++) {
      let sum = 1;
      for (let code = 0; code < this.priors.length; code++)
        if (code !== own && this.priors[code] > 0) sum += this.missFactor(own, code);
      if (this.priors[own] > 0) largest = Math.max(largest, sum);
    }
    return largest;
  }

  private missFactor(own: number, other: number): number {
    const share = this.priors[other] / (1 - this.priors[own]);
    return this.rules.invertedPrior ? 1 / share : share;
  }
}

/** exp(−(rank/σ)²) as a part of the nearest one's, which does not vanish for small σ. */
export function influenceAt(place: number, { sigma, firstRank }: Rules): number {
  if (sigma === null) return 1;
  const [nearest, rank] = [firstRank / sigma, (place + firstRank) / sigma];
  return exp((nearest - rank) * (nearest + rank));
}

import type { ExactRows } from "../../kernels/exact-pair.js";
import type { KernelRows } from "../../models/svm/kernel-rows.js";
import type { SparseSamples } from "./sparse-samples.js";

/** Blocks are summed anew when this part of the features is left, so that what rounding has added up does not show. */
const worthKeeping = 0.25;

/**
 * The products of sparse samples of two classes over the features that are left. Means are not taken away: multipliers add up to
 * zero, so a machine is the same with and without. There is a block for every two classes; features that go are subtracted
 * from those that are held, which are all of them as long as there is room, and else those inside a class and some of those across; the
 * others are summed when their pair is opened. A sample is named by its place: those of the first class come first.
 */
export class PairProducts implements ExactRows, KernelRows {
  data = new Float64Array(0);
  /** By first class and second, which is not before it: the products of its samples, one row for each sample of the first. */
  private readonly held = new Map<number, Float64Array>();
  /** Holds the block of a pair for which there is no room. */
  private passing = new Float64Array(0);
  private remaining: Int32Array = new Int32Array(0);
  private leftWhenSummed = 0;
  /** The values of the features that are left, by class. */
  private runs: readonly Run[][] = [];
  private first = 0;
  private second = 0;
  private across: Float64Array = this.passing;
  private size = 0;
  private used = 0;
  private slotOf = new Int32Array(0);

  constructor(
    private readonly sparse: SparseSamples,
    /** Where each class begins, and at last where the samples end. */
    private readonly starts: Int32Array,
    /** Numbers that it may hold. */
    room: number,
  ) {
    let free = room - PairProducts.leastSize(starts);
    for (const [a, b] of this.blocks()) {
      const length = this.members(a) * this.members(b);
      if (a !== b && length > free) continue;
      if (a !== b) free -= length;
      this.held.set(this.keyOf(a, b), new Float64Array(length));
    }
  }

  /** The numbers that it holds at least: products inside all classes, those of the two largest, and the block of these. */
  static leastSize(starts: Int32Array): number {
    const counts = Array.from(starts.subarray(1), (end, a) => end - starts[a]).sort((a, b) => b - a);
    const [one, other] = [counts[0], counts[1] ?? 0];
    return counts.reduce((sum, count) => sum + count * count, (one + other) * (one + other) + one * other);
  }

  /** Takes up the features that are left, which were among those that were left before. */
  refresh(remaining: Int32Array): void {
    const isLeft = new Set(remaining);
    const gone = this.remaining.filter((feature) => !isLeft.has(feature));
    const anew = remaining.length <= worthKeeping * this.leftWhenSummed || gone.length >= remaining.length;
    this.remaining = remaining;
    this.runs = this.runsOf(remaining);
    if (anew || this.leftWhenSummed === 0) {
      this.leftWhenSummed = remaining.length;
      for (const block of this.held.values()) block.fill(0);
      this.changeHeld(this.runs, 1);
    } else this.changeHeld(this.runsOf(gone), -1);
  }

  /** Takes up two classes, the first before the second. */
  open(first: number, second: number): void {
    this.first = first;
    this.second = second;
    this.across = this.held.get(this.keyOf(first, second)) ?? this.sumAcross(first, second);
    this.size = this.members(first) + this.members(second);
    this.used = 0;
    if (this.slotOf.length < this.size) this.slotOf = new Int32Array(this.size);
    this.slotOf.fill(-1, 0, this.size);
  }

  locate(place: number): number {
    let slot = this.slotOf[place];
    if (slot < 0) {
      slot = this.used++;
      this.slotOf[place] = slot;
      this.reserve(this.used * this.size);
      this.copyRow(place, slot * this.size);
    }
    return slot * this.size;
  }

  fill(sample: number, others: Int32Array, count: number, out: Float32Array, at: number): void {
    const start = this.locate(sample);
    const { data } = this;
    for (let t = 0; t < count; t++) out[at + t] = data[start + others[t]];
  }

  diagonal(sample: number): number {
    const positives = this.members(this.first);
    const [a, own] = sample < positives ? [this.first, sample] : [this.second, sample - positives];
    return this.inside(a)[own * (this.members(a) + 1)];
  }

  private members(a: number): number {
    return this.starts[a + 1] - this.starts[a];
  }

  private inside(a: number): Float64Array {
    return this.held.get(this.keyOf(a, a))!;
  }

  private keyOf(a: number, b: number): number {
    return a * this.starts.length + b;
  }

  private *blocks(): Iterable<readonly [number, number]> {
    const classes = this.starts.length - 1;
    for (let a = 0; a < classes; a++) for (let b = a; b < classes; b++) yield [a, b];
  }

  /** The values of features lie class after class. */
  private runsOf(features: Int32Array): Run[][] {
    const { starts } = this;
    const { starts: from, places } = this.sparse;
    const runs: Run[][] = Array.from({ length: starts.length - 1 }, () => []);
    features.forEach((feature, row) => {
      for (let k = from[feature], a = 0; k < from[feature + 1]; ) {
        while (places[k] >= starts[a + 1]) a++;
        const begin = k;
        while (k < from[feature + 1] && places[k] < starts[a + 1]) k++;
        runs[a].push({ row, from: begin, to: k });
      }
    });
    return runs;
  }

  private changeHeld(runs: readonly Run[][], sign: 1 | -1): void {
    for (const [a, b] of this.blocks()) {
      const block = this.held.get(this.keyOf(a, b));
      if (block) this.addProducts(runs, a, b, sign, block);
    }
  }

  private sumAcross(a: number, b: number): Float64Array {
    const length = this.members(a) * this.members(b);
    if (this.passing.length < length) this.passing = new Float64Array(length);
    this.passing.fill(0, 0, length);
    this.addProducts(this.runs, a, b, 1, this.passing);
    return this.passing;
  }

  /** Adds the products of two classes over the features that both have values in. */
  private addProducts(runs: readonly Run[][], a: number, b: number, sign: 1 | -1, out: Float64Array): void {
    const { places, values } = this.sparse;
    const [ofFirst, ofSecond] = [runs[a], runs[b]];
    const width = this.members(b);
    const [top, left] = [this.starts[a], this.starts[b]];
    for (let i = 0, j = 0; i < ofFirst.length; i++) {
      const { row, from, to } = ofFirst[i];
      while (j < ofSecond.length && ofSecond[j].row < row) j++;
      if (j === ofSecond.length) return;
      if (ofSecond[j].row > row) continue;
      const { from: begin, to: end } = ofSecond[j];
      for (let k = from; k < to; k++) {
        const value = sign * values[k];
        const at = (places[k] - top) * width - left;
        for (let l = begin; l < end; l++) out[at + places[l]] += value * values[l];
      }
    }
  }

  private copyRow(place: number, start: number): void {
    const { first, second, data, across } = this;
    const positives = this.members(first);
    const negatives = this.members(second);
    if (place < positives) {
      data.set(this.inside(first).subarray(place * positives, (place + 1) * positives), start);
      data.set(across.subarray(place * negatives, (place + 1) * negatives), start + positives);
      return;
    }
    const own = place - positives;
    for (let t = 0, at = own; t < positives; t++, at += negatives) data[start + t] = across[at];
    data.set(this.inside(second).subarray(own * negatives, (own + 1) * negatives), start + positives);
  }

  private reserve(length: number): void {
    if (this.data.length >= length) return;
    const larger = new Float64Array(Math.min(2 * length, Math.max(length, this.size * this.size)));
    larger.set(this.data.subarray(0, length - this.size));
    this.data = larger;
  }
}

/** The values of a feature in one class: from here to there in the samples. */
interface Run {
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

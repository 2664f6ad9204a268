import type { ExactRows } from "../../models/svm/exact-pair.js";
import type { KernelRows } from "../../models/svm/kernel-rows.js";
import { type BySample, bySample, type SparseSamples } from "./sparse-samples.js";

/**
 * The products of sparse samples of two classes, row by row as they are asked for, over the features that are left. Means are not
 * taken away: multipliers add up to zero, so a machine is the same with and without. Products inside each class are held, since every pair with
 * that class needs them; those across are summed when a row is. A sample is named by its place: those of the first class come first.
 */
export class PairProducts implements ExactRows, KernelRows {
  data = new Float64Array(0);
  /** By class: products of its samples with each other. */
  private readonly inside: readonly Float64Array[];
  /** The features that are left, by sample. */
  private list!: BySample;
  /** By class: the rows of features that it has values in, rising, and where those begin and end in the samples. */
  private runs: readonly Run[][] = [];
  private left = 0;
  private first = 0;
  private second = 0;
  private size = 0;
  private used = 0;
  private slotOf = new Int32Array(0);
  /** By row: the run of the first class, and of the second; −1 where there is none. */
  private inFirst = new Int32Array(0);
  private inSecond = new Int32Array(0);

  constructor(
    private readonly sparse: SparseSamples,
    /** Where each class begins, and at last where the samples end. */
    private readonly starts: Int32Array,
  ) {
    this.inside = Array.from(
      { length: starts.length - 1 },
      (_, a) => new Float64Array(this.members(a) * this.members(a)),
    );
  }

  /** The numbers that it holds at most: products inside all classes, and those of the two largest. */
  static sizeFor(starts: Int32Array): number {
    const counts = Array.from(starts.subarray(1), (end, a) => end - starts[a]).sort((a, b) => b - a);
    const together = counts[0] + (counts[1] ?? 0);
    return counts.reduce((sum, count) => sum + count * count, together * together);
  }

  /** Takes up the features that are left. */
  refresh(remaining: Int32Array): void {
    this.left = remaining.length;
    this.inFirst = new Int32Array(this.left).fill(-1);
    this.inSecond = new Int32Array(this.left).fill(-1);
    this.findRuns(remaining);
    this.list = bySample(this.sparse, remaining);
    this.runs.forEach((runs, a) => {
      this.sumInside(a, runs);
    });
  }

  /** Takes up two classes. */
  open(first: number, second: number): void {
    for (const { row } of this.runs[this.first] ?? []) this.inFirst[row] = -1;
    for (const { row } of this.runs[this.second] ?? []) this.inSecond[row] = -1;
    this.first = first;
    this.second = second;
    this.runs[first].forEach(({ row }, run) => {
      this.inFirst[row] = run;
    });
    this.runs[second].forEach(({ row }, run) => {
      this.inSecond[row] = run;
    });
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
      this.make(place, slot * this.size);
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
    return this.inside[a][own * (this.members(a) + 1)];
  }

  private members(a: number): number {
    return this.starts[a + 1] - this.starts[a];
  }

  /** The values of a feature lie class after class. */
  private findRuns(remaining: Int32Array): void {
    const { starts } = this;
    const { starts: from, places } = this.sparse;
    const runs: Run[][] = this.inside.map(() => []);
    remaining.forEach((feature, row) => {
      for (let k = from[feature], a = 0; k < from[feature + 1]; ) {
        while (places[k] >= starts[a + 1]) a++;
        const begin = k;
        while (k < from[feature + 1] && places[k] < starts[a + 1]) k++;
        runs[a].push({ row, from: begin, to: k });
      }
    });
    this.runs = runs;
  }

  private sumInside(a: number, runs: readonly Run[]): void {
    const { places, values } = this.sparse;
    const out = this.inside[a].fill(0);
    const [start, size] = [this.starts[a], this.members(a)];
    for (const { from, to } of runs)
      for (let k = from; k < to; k++) {
        const value = values[k];
        const at = (places[k] - start) * size - start;
        for (let l = from; l <= k; l++) out[at + places[l]] += value * values[l];
      }
    for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) out[j * size + i] = out[i * size + j];
  }

  private make(place: number, start: number): void {
    const { first, second, data } = this;
    const positives = this.members(first);
    const isFirst = place < positives;
    const [own, other] = isFirst ? [first, second] : [second, first];
    const at = isFirst ? place : place - positives;
    const members = this.members(own);
    const inside = this.inside[own].subarray(at * members, (at + 1) * members);
    data.set(inside, isFirst ? start : start + positives);
    const across = isFirst ? start + positives : start;
    data.fill(0, across, across + this.members(other));
    this.addAcross(
      this.starts[own] + at,
      this.runs[other],
      isFirst ? this.inSecond : this.inFirst,
      across - this.starts[other],
    );
  }

  private addAcross(sample: number, runs: readonly Run[], runOf: Int32Array, offset: number): void {
    const { data } = this;
    const { ends, rows, values: held } = this.list;
    const { places, values } = this.sparse;
    for (let k = ends[sample]; k < ends[sample + 1]; k++) {
      const run = runOf[rows[k]];
      if (run < 0) continue;
      const value = held[k];
      for (let l = runs[run].from, { to } = runs[run]; l < to; l++)
        data[offset + places[l]] += value * values[l];
    }
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

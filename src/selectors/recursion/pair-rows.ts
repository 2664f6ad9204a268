import type { ExactRows } from "../../kernels/exact-pair.js";
import type { SampleRows } from "./feature-rows.js";

/** Rows are made anew when this part of the features is left, so that what rounding has added up does not show. */
export const worthKeeping = 0.25;
/** A row stays for so many rounds in which its sample has no coefficient: samples come back, and summing it anew takes longer. */
const mostIdleRounds = 4;

/**
 * The products of samples of two classes with all samples of both, where there are too many for a Gram matrix: row by row as they are
 * asked for, summed over the features that are left. Features that go are subtracted.
 */
export class PairRows implements ExactRows {
  data = new Float64Array(0);
  private used = 0;
  /** By place: its slot, or −1. By slot: its place. */
  private readonly slotOf: Int32Array;
  private readonly placeOf: Int32Array;
  /** By place: for how many rounds it has had no coefficient. */
  private readonly idleRounds: Int32Array;
  private leftWhenCleared: number;

  constructor(
    private readonly features: SampleRows,
    /** Columns of the features; those of a class follow each other. */
    private readonly samples: Int32Array,
    private readonly positives: number,
  ) {
    this.slotOf = new Int32Array(samples.length).fill(-1);
    this.placeOf = new Int32Array(samples.length);
    this.idleRounds = new Int32Array(samples.length);
    this.leftWhenCleared = features.left;
  }

  locate(place: number): number {
    let slot = this.slotOf[place];
    if (slot < 0) {
      slot = this.used++;
      this.reserve(this.used * this.samples.length);
      this.slotOf[place] = slot;
      this.placeOf[slot] = place;
      this.make(place, slot * this.samples.length);
    }
    return slot * this.samples.length;
  }

  /** Follows the last drop of features. */
  follow(coefficients: Float64Array): void {
    const { features, samples, placeOf } = this;
    if (features.left < worthKeeping * this.leftWhenCleared) {
      this.clear();
      return;
    }
    this.forgetIdle(coefficients);
    for (let slot = 0; slot < this.used; slot++)
      this.add(-1, placeOf[slot], slot * samples.length, features.left, features.gone);
  }

  private forgetIdle(coefficients: Float64Array): void {
    const { samples, placeOf, slotOf, idleRounds, data } = this;
    const size = samples.length;
    for (let slot = this.used - 1; slot >= 0; slot--) {
      const place = placeOf[slot];
      idleRounds[place] = coefficients[place] === 0 ? idleRounds[place] + 1 : 0;
      if (idleRounds[place] <= mostIdleRounds) continue;
      slotOf[place] = -1;
      const last = --this.used;
      if (slot === last) continue;
      data.copyWithin(slot * size, last * size, (last + 1) * size);
      placeOf[slot] = placeOf[last];
      slotOf[placeOf[slot]] = slot;
    }
  }

  private clear(): void {
    for (let slot = 0; slot < this.used; slot++) this.slotOf[this.placeOf[slot]] = -1;
    this.used = 0;
    this.leftWhenCleared = this.features.left;
  }

  private make(place: number, start: number): void {
    const { data, samples, features } = this;
    data.fill(0, start, start + samples.length);
    this.idleRounds[place] = 0;
    this.add(1, place, start, 0, features.left);
  }

  /** Adds the products of some features to the row of a sample. */
  private add(sign: number, place: number, start: number, from: number, count: number): void {
    const { samples, positives } = this;
    const { data, offset, rowStride } = this.features.values!;
    const others = samples.length - positives;
    let at = offset + from * rowStride;
    // Four at a time spare most of the loads.
    let left = count;
    for (; left > 3; left -= 4, at += 4 * rowStride) {
      this.addFour(sign, at + samples[place], at + samples[0], start, positives);
      this.addFour(sign, at + samples[place], at + samples[positives], start + positives, others);
    }
    for (; left > 0; left--, at += rowStride) {
      const x = sign * data[at + samples[place]];
      this.addOne(x, at + samples[0], start, positives);
      this.addOne(x, at + samples[positives], start + positives, others);
    }
  }

  private addOne(x: number, from: number, to: number, count: number): void {
    const { data: out } = this;
    const { data } = this.features.values!;
    for (let t = 0; t < count; t++) out[to + t] += x * data[from + t];
  }

  private addFour(sign: number, own: number, from: number, to: number, count: number): void {
    const { data: out } = this;
    const { data, rowStride } = this.features.values!;
    const x = sign * data[own];
    const y = sign * data[own + rowStride];
    const z = sign * data[own + 2 * rowStride];
    const w = sign * data[own + 3 * rowStride];
    const second = from + rowStride;
    const third = second + rowStride;
    const fourth = third + rowStride;
    for (let t = 0; t < count; t++)
      out[to + t] += x * data[from + t] + y * data[second + t] + (z * data[third + t] + w * data[fourth + t]);
  }

  private reserve(length: number): void {
    if (this.data.length >= length) return;
    const larger = new Float64Array(2 * length);
    larger.set(this.data);
    this.data = larger;
  }
}

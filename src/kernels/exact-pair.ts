import { FreeFactor } from "./exact-pair/free-factor.js";

/** Forces that differ by less than this are the same. */
const tolerance = 1e-10;

/** The kernel values of a sample against all of both classes: `data[locate(place) + other place]`. */
export interface ExactRows {
  /** May be another array after a row was located. */
  readonly data: Float64Array;
  locate(place: number): number;
}

/** A problem of two classes, and where it stands. Samples have places, those of class +1 first. */
export interface PairProblem {
  readonly rows: ExactRows;
  /** How many samples are of class +1. */
  readonly positives: number;
  /** The bound of a sample's multiplier, in class +1 and in class −1. */
  readonly upper: readonly [number, number];
  /** y·α by place, within the bounds and adding up to zero: where to begin, and afterwards the solution. */
  readonly coefficients: Float64Array;
}

/**
 * The optimum of C-SVC to rounding, from a beginning near it: that of a similar problem, or of moved pairs. For β = y·α it
 * minimises ½βᵀKβ − yᵀβ with Σβ = 0 inside the bounds by an active set: a linear system moves all free β to the
 * optimum of their plane; one that meets its bound on the way stays there; those at a bound that pull away from it are
 * freed. Each step lowers the objective. Since Σβ = 0, K + c·11ᵀ is the same problem for any c, and positive definite for
 * all free samples unless several β give the same weights.
 *
 * f = y − Kβ is the force on β: at the optimum it is the same, b, for all free β.
 */
export class ExactPair {
  private rows!: ExactRows;
  private size = 0;
  /** The c of K + c·11ᵀ: as large as entries of K are. */
  private shift = 0;
  private beta!: Float64Array;
  private force = new Float64Array(0);
  private lowest = new Float64Array(0);
  private highest = new Float64Array(0);
  private direction = new Float64Array(0);
  private isFree = new Uint8Array(0);
  /** The β that the forces are of. */
  private counted = new Float64Array(0);
  /** The forces on free samples where the last steps have led them. */
  private expected = new Float64Array(0);
  private changed = new Int32Array(0);
  private readonly factor = new FreeFactor();
  /** How many steps were made. */
  steps = 0;

  /** False where it gives up, with coefficients that are no worse than before: too many are free, or steps lead nowhere. */
  solve(problem: PairProblem): boolean {
    this.begin(problem);
    const most = 100 + 10 * this.size;
    for (let place = 0; place < this.size; place++)
      if (this.beta[place] > this.lowest[place] && this.beta[place] < this.highest[place])
        if (!this.release(place)) return false;
    for (this.steps = 0; this.steps < most; this.steps++) {
      const level = this.towardsOptimum();
      if (this.advance(level)) continue;
      this.sumForces();
      if (!this.isLevel(level)) continue;
      const pulled = this.pulledAway(level);
      if (pulled.length === 0) return true;
      for (const place of pulled) if (!this.release(place)) return false;
    }
    return false;
  }

  private begin({ rows, positives, upper, coefficients }: PairProblem): void {
    const size = coefficients.length;
    if (this.force.length < size) {
      this.force = new Float64Array(size);
      this.lowest = new Float64Array(size);
      this.highest = new Float64Array(size);
      this.direction = new Float64Array(size);
      this.isFree = new Uint8Array(size);
      this.counted = new Float64Array(size);
      this.expected = new Float64Array(size);
      this.changed = new Int32Array(size);
    }
    this.rows = rows;
    this.size = size;
    this.beta = coefficients;
    this.factor.clear();
    this.isFree.fill(0, 0, size);
    this.counted.fill(0, 0, size);
    this.force.fill(1, 0, positives).fill(-1, positives, size);
    this.lowest.fill(0, 0, positives).fill(-upper[1], positives, size);
    this.highest.fill(upper[0], 0, positives).fill(0, positives, size);
    this.shift = 0;
    this.expectForces();
    if (this.shift === 0) this.shift = 1;
  }

  /** The forces on those that are not zero, which are all that is asked for before the first optimum. */
  private expectForces(): void {
    const { rows, force, expected, beta, changed } = this;
    const count = this.listChanged();
    for (let at = 0; at < count; at++) {
      const place = changed[at];
      const start = rows.locate(place);
      const { data } = rows;
      this.shift = Math.max(this.shift, data[start + place]);
      let sum = force[place];
      for (let k = 0; k < count; k++) sum -= beta[changed[k]] * data[start + changed[k]];
      expected[place] = sum;
    }
  }

  /** Lists the β that the forces do not know of; gives their number. */
  private listChanged(): number {
    const { beta, counted, changed, size } = this;
    let count = 0;
    for (let t = 0; t < size; t++) if (beta[t] !== counted[t]) changed[count++] = t;
    return count;
  }

  /** f = y − Kβ, by the β that have changed, four at a time, which spares most of the loads. */
  private sumForces(): void {
    const { rows, force, beta, counted, size, changed } = this;
    const count = this.listChanged();
    const change = (at: number) => beta[changed[at]] - counted[changed[at]];
    let at = 0;
    for (; at + 3 < count; at += 4) {
      const a = rows.locate(changed[at]);
      const b = rows.locate(changed[at + 1]);
      const c = rows.locate(changed[at + 2]);
      const d = rows.locate(changed[at + 3]);
      const { data } = rows;
      const x = change(at);
      const y = change(at + 1);
      const z = change(at + 2);
      const w = change(at + 3);
      for (let t = 0; t < size; t++)
        force[t] -= x * data[a + t] + y * data[b + t] + (z * data[c + t] + w * data[d + t]);
    }
    for (; at < count; at++) {
      const a = rows.locate(changed[at]);
      const { data } = rows;
      const x = change(at);
      for (let t = 0; t < size; t++) force[t] -= x * data[a + t];
    }
    for (at = 0; at < count; at++) counted[changed[at]] = beta[changed[at]];
    for (let t = 0; t < size; t++) this.expected[t] = force[t];
    this.factor.forgetPulls();
  }

  /**
   * Lets a sample move. Where it depends on free ones, they all move along the line that changes no weights and no forces,
   * down the objective, until one meets a bound. False where too many would be free.
   */
  private release(place: number): boolean {
    while (!this.append(place)) {
      const { direction, expected, factor } = this;
      if (factor.isFull) return false;
      const { moves, free, count } = factor;
      factor.solveUpper(moves);
      let slope = expected[place];
      for (let r = 0; r < count; r++) slope -= moves[r] * expected[free[r]];
      const sign = slope < 0 ? -1 : 1;
      for (let r = 0; r < count; r++) direction[free[r]] = -sign * moves[r];
      direction[place] = sign;
      free[factor.count++] = place;
      const { length, place: stopped } = this.stop(Number.POSITIVE_INFINITY);
      for (let r = 0; r <= count; r++) this.beta[free[r]] += length * direction[free[r]];
      factor.count--;
      this.settle(stopped);
      if (stopped === place) return true;
      this.remove(stopped);
    }
    return true;
  }

  /** Sets the direction to the optimum of the free samples; gives the force that they would all have there. */
  private towardsOptimum(): number {
    const { moves, free, count } = this.factor;
    if (count === 0) return this.highestRising();
    const level = this.factor.wayToLevel(this.expected);
    // One alone cannot move, not even by rounding.
    for (let r = 0; r < count; r++) this.direction[free[r]] = count > 1 ? moves[r] : 0;
    return level;
  }

  /** The largest force on what can rise: where nothing is free, it stands for the force of free samples. */
  private highestRising(): number {
    let level = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < this.size; t++)
      if (this.beta[t] < this.highest[t]) level = Math.max(level, this.force[t]);
    return level;
  }

  /**
   * Moves towards the optimum, where free samples have the force `level`. True where a bound came first, at which a sample now
   * stays; then only the forces on free samples are known.
   */
  private advance(level: number): boolean {
    const { direction, beta, expected } = this;
    const { free, count } = this.factor;
    const { length, place } = this.stop(1);
    for (let r = 0; r < count; r++) {
      const t = free[r];
      beta[t] += length * direction[t];
      expected[t] += length * (level - expected[t]);
    }
    this.factor.advancePulls(length, level);
    if (place < 0) return false;
    this.settle(place);
    this.remove(place);
    return true;
  }

  /** How far the direction leads, at most so far, and the place that meets its bound there, or −1. */
  private stop(most: number): { length: number; place: number } {
    const { direction, beta, lowest, highest } = this;
    const { free, count } = this.factor;
    let length = most;
    let place = -1;
    for (let r = 0; r < count; r++) {
      const t = free[r];
      const step = direction[t];
      if (step === 0) continue;
      const room = ((step > 0 ? highest[t] : lowest[t]) - beta[t]) / step;
      if (room < length) {
        length = Math.max(0, room);
        place = t;
      }
    }
    return { length, place };
  }

  /** Puts a sample exactly at the bound that it has met. */
  private settle(place: number): void {
    this.beta[place] = this.direction[place] > 0 ? this.highest[place] : this.lowest[place];
  }

  /** Whether the forces on free samples are what the last step promised; rounding may take another one. */
  private isLevel(level: number): boolean {
    const { free, count } = this.factor;
    for (let r = 0; r < count; r++) if (Math.abs(this.force[free[r]] - level) > tolerance) return false;
    return true;
  }

  /** Lists the samples at a bound that are pulled away from it at least half as much as the one that is pulled most. */
  private pulledAway(level: number): readonly number[] {
    const { beta, force, lowest, highest, isFree, direction: pull, size } = this;
    let most = 0;
    for (let place = 0; place < size; place++) {
      const up = force[place] - level;
      const bound = up > 0 ? highest[place] : lowest[place];
      pull[place] = isFree[place] === 1 || beta[place] === bound ? 0 : Math.abs(up);
      if (pull[place] > most) most = pull[place];
    }
    const pulled: number[] = [];
    if (most > tolerance)
      for (let place = 0; place < size; place++) if (pull[place] >= most / 2) pulled.push(place);
    return pulled;
  }

  /** Adds a sample to the factor. False where it depends on those there are, or where there is no room. */
  private append(place: number): boolean {
    const { rows, shift, factor } = this;
    const { free, moves, count } = factor;
    if (factor.isFull) return false;
    const start = rows.locate(place);
    const { data } = rows;
    for (let r = 0; r < count; r++) moves[r] = data[start + free[r]] + shift;
    if (!factor.append(place, data[start + place] + shift, this.expected[place])) return false;
    this.isFree[place] = 1;
    return true;
  }

  private remove(place: number): void {
    this.factor.remove(place);
    this.isFree[place] = 0;
  }
}

import type { KernelRows } from "./kernel-rows.js";
import { RowStore } from "./row-store.js";

/** Stands for a curvature that is not above zero. */
const leastCurvature = 1e-12;
/** Samples that could still grow along y, and that could still fall; one that could do both is free. */
const canRise = 1;
const canFall = 2;

/** One problem of two classes. */
export interface SmoProblem {
  readonly rows: KernelRows;
  /** The samples as `rows` knows them, those of class +1 first. */
  readonly samples: Int32Array;
  /** How many of them are of class +1. */
  readonly positives: number;
  /** The bound of a sample's multiplier, in class +1 and in class −1. */
  readonly upper: readonly [number, number];
  readonly tolerance: number;
  readonly shrinking: boolean;
  /** y·α by place to begin from, within the bounds and adding up to zero; without it multipliers begin at zero. */
  readonly start?: Float64Array;
}

/**
 * Sequential minimal optimisation of C-SVC: min ½αᵀQα − Σα, 0 ≤ α ≤ C, yᵀα = 0. Each step moves the pair of multipliers
 * that the second-order rule picks (Fan, Chen, Lin 2005). Samples at a bound that will likely stay there are set aside
 * (shrinking).
 *
 * Choices that do not matter in exact arithmetic are LIBSVM's, so that the path is the same step by step: the last of
 * equals wins, kernel values are rounded to single precision, except on the diagonal, and sums go in the same order.
 *
 * Works with f = −y·∇, with which both classes are treated alike: some α can still move along +y (canRise), some along −y
 * (canFall), and at the optimum no f of the former is above one of the latter.
 */
export class Smo {
  private problem!: SmoProblem;
  private size = 0;
  private active = 0;
  private untilShrinking = 0;
  private unshrunk = false;
  /** The sample of largest f that can rise, when it is known for the present f. */
  private riser = -1;
  private scanned = false;
  /** Per place; places change when samples are set aside. */
  private place!: Int32Array;
  private sample!: Int32Array;
  private sign!: Int8Array;
  private alpha!: Float64Array;
  private force!: Float64Array;
  private diagonal!: Float64Array;
  private freedom!: Uint8Array;
  /** How many pairs were moved. */
  iterations = 0;

  constructor(private readonly store = new RowStore()) {
    this.allocate(0);
  }

  /** Takes up a problem. */
  begin(problem: SmoProblem): void {
    const { samples, positives, rows, start } = problem;
    const size = samples.length;
    if (size > this.alpha.length) this.allocate(size);
    this.problem = problem;
    this.size = size;
    this.active = size;
    this.untilShrinking = Math.min(size, 1000) + 1;
    this.unshrunk = false;
    this.scanned = false;
    this.iterations = 0;
    for (let t = 0; t < size; t++) {
      const positive = t < positives;
      this.place[t] = t;
      this.sample[t] = samples[t];
      this.sign[t] = positive ? 1 : -1;
      this.alpha[t] = 0;
      this.force[t] = positive ? 1 : -1;
      this.diagonal[t] = rows.diagonal(samples[t]);
      this.freedom[t] = positive ? canRise : canFall;
    }
    this.store.begin(rows, this.sample, size);
    if (start) this.startFrom(start);
  }

  private startFrom(start: Float64Array): void {
    const { force, alpha, freedom, sign, store, size, problem } = this;
    for (let i = 0; i < size; i++) {
      if (start[i] === 0) continue;
      alpha[i] = Math.abs(start[i]);
      freedom[i] = freedomOf(alpha[i], problem.upper[sign[i] > 0 ? 0 : 1], sign[i]);
      const row = store.locate(i);
      const { data } = store;
      for (let t = 0; t < size; t++) force[t] -= start[i] * data[row + t];
    }
  }

  /** Moves at most this many pairs; true when the optimum is reached. */
  run(most: number): boolean {
    for (let step = 0; step < most; step++) {
      if (--this.untilShrinking === 0) {
        this.untilShrinking = Math.min(this.size, 1000);
        if (this.problem.shrinking) this.shrink();
      }
      if (!this.scanned) this.scan();
      let faller = this.findFaller();
      if (faller < 0) {
        if (this.active === this.size) return true;
        this.unshrink();
        this.scan();
        faller = this.findFaller();
        if (faller < 0) return true;
        this.untilShrinking = 1;
      }
      this.iterations++;
      this.move(this.riser, faller);
    }
    return false;
  }

  /** y·α by the samples' order in the problem, and the threshold: the decision is Σ y·α·K − rho. */
  result(): { coefficients: Float64Array; rho: number } {
    const coefficients = new Float64Array(this.size);
    for (let t = 0; t < this.size; t++) coefficients[this.place[t]] = this.sign[t] * this.alpha[t];
    return { coefficients, rho: this.threshold() };
  }

  private allocate(capacity: number): void {
    this.place = new Int32Array(capacity);
    this.sample = new Int32Array(capacity);
    this.sign = new Int8Array(capacity);
    this.alpha = new Float64Array(capacity);
    this.force = new Float64Array(capacity);
    this.diagonal = new Float64Array(capacity);
    this.freedom = new Uint8Array(capacity);
  }

  private scan(): void {
    const { force, freedom, active } = this;
    let riser = -1;
    let highest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < active; t++)
      if ((freedom[t] & canRise) !== 0 && force[t] >= highest) {
        highest = force[t];
        riser = t;
      }
    this.riser = riser;
    this.scanned = true;
  }

  /** The partner of the riser that promises the largest gain, or −1 when no pair violates the conditions enough. */
  private findFaller(): number {
    const { riser, force, freedom, diagonal, store, active } = this;
    if (riser < 0) return -1;
    const start = store.locate(riser);
    const { data } = store;
    const highest = force[riser];
    const own = diagonal[riser];
    let faller = -1;
    let lowest = Number.POSITIVE_INFINITY;
    let largest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < active; t++) {
      if ((freedom[t] & canFall) === 0) continue;
      const f = force[t];
      if (f < lowest) lowest = f;
      const gap = highest - f;
      if (gap > 0) {
        const curvature = own + diagonal[t] - 2 * data[start + t];
        const gain = (gap * gap) / (curvature > 0 ? curvature : leastCurvature);
        if (gain >= largest) {
          largest = gain;
          faller = t;
        }
      }
    }
    return highest - lowest < this.problem.tolerance ? -1 : faller;
  }

  private move(i: number, j: number): void {
    const { alpha, force, sign, diagonal, freedom, store, active } = this;
    const { upper } = this.problem;
    const startI = store.locate(i);
    const startJ = store.locate(j);
    const { data } = store;
    const curvature = diagonal[i] + diagonal[j] - 2 * data[startI + j];
    const step = (force[i] - force[j]) / (curvature > 0 ? curvature : leastCurvature);
    const [oldI, oldJ] = [alpha[i], alpha[j]];
    const upperI = upper[sign[i] > 0 ? 0 : 1];
    const upperJ = upper[sign[j] > 0 ? 0 : 1];
    let newI = oldI + sign[i] * step;
    let newJ = oldJ - sign[j] * step;
    if (sign[i] !== sign[j]) {
      // Both move alike, so their difference stays.
      const difference = oldI - oldJ;
      if (difference > 0) {
        if (newJ < 0) [newI, newJ] = [difference, 0];
      } else if (newI < 0) [newI, newJ] = [0, -difference];
      if (difference > upperI - upperJ) {
        if (newI > upperI) [newI, newJ] = [upperI, upperI - difference];
      } else if (newJ > upperJ) [newI, newJ] = [upperJ + difference, upperJ];
    } else {
      const sum = oldI + oldJ;
      if (sum > upperI) {
        if (newI > upperI) [newI, newJ] = [upperI, sum - upperI];
      } else if (newJ < 0) [newI, newJ] = [sum, 0];
      if (sum > upperJ) {
        if (newJ > upperJ) [newI, newJ] = [sum - upperJ, upperJ];
      } else if (newI < 0) [newI, newJ] = [0, sum];
    }
    alpha[i] = newI;
    alpha[j] = newJ;
    freedom[i] = freedomOf(newI, upperI, sign[i]);
    freedom[j] = freedomOf(newJ, upperJ, sign[j]);
    const pushI = sign[i] * (newI - oldI);
    const pushJ = sign[j] * (newJ - oldJ);
    // The next riser is found on the way.
    let riser = -1;
    let highest = Number.NEGATIVE_INFINITY;
    for (let t = 0; t < active; t++) {
      const f = force[t] - (data[startI + t] * pushI + data[startJ + t] * pushJ);
      force[t] = f;
      if ((freedom[t] & canRise) !== 0 && f >= highest) {
        highest = f;
        riser = t;
      }
    }
    this.riser = riser;
    this.scanned = true;
  }

  /** Sets samples aside that are at a bound and beyond every sample that could still pull them away from it. */
  private shrink(): void {
    const { force, freedom } = this;
    // As in LIBSVM, these stay those from before anything is taken back in.
    const [highest, lowest] = this.extremes();
    if (!this.unshrunk && highest - lowest <= this.problem.tolerance * 10) {
      this.unshrunk = true;
      this.unshrink();
    }
    const idle = (t: number) =>
      (freedom[t] === canFall && force[t] > highest) || (freedom[t] === canRise && force[t] < lowest);
    for (let t = 0; t < this.active; t++) {
      if (!idle(t)) continue;
      this.active--;
      while (this.active > t && idle(this.active)) this.active--;
      this.swap(t, this.active);
    }
    this.scanned = false;
  }

  /** The largest f of what can rise, and the smallest of what can fall. */
  private extremes(): [number, number] {
    const { force, freedom, active } = this;
    let highest = Number.NEGATIVE_INFINITY;
    let lowest = Number.POSITIVE_INFINITY;
    for (let t = 0; t < active; t++) {
      if ((freedom[t] & canRise) !== 0 && force[t] > highest) highest = force[t];
      if ((freedom[t] & canFall) !== 0 && force[t] < lowest) lowest = force[t];
    }
    return [highest, lowest];
  }

  /** Takes everything back in; f of what was set aside is made anew. */
  private unshrink(): void {
    const { force, sign, alpha, store, active, size } = this;
    this.scanned = false;
    if (active === size) return;
    for (let t = active; t < size; t++) force[t] = sign[t];
    for (let i = 0; i < size; i++) {
      if (alpha[i] === 0) continue;
      const weight = sign[i] * alpha[i];
      const start = store.locate(i);
      const { data } = store;
      for (let t = active; t < size; t++) force[t] -= weight * data[start + t];
    }
    this.active = size;
  }

  private swap(a: number, b: number): void {
    if (a === b) return;
    const lists = [
      this.place,
      this.sample,
      this.sign,
      this.alpha,
      this.force,
      this.diagonal,
      this.freedom,
    ] as const;
    for (const list of lists) [list[a], list[b]] = [list[b], list[a]];
    this.store.swap(a, b);
  }

  /** The mean of −f over free samples; without any, the middle of what the bounds allow. */
  private threshold(): number {
    const { force, freedom, active } = this;
    let sum = 0;
    let count = 0;
    for (let t = 0; t < active; t++)
      if (freedom[t] === (canRise | canFall)) {
        sum -= force[t];
        count++;
      }
    if (count > 0) return sum / count;
    const [highest, lowest] = this.extremes();
    return (-highest - lowest) / 2;
  }
}

function freedomOf(alpha: number, upper: number, sign: number): number {
  const grows = alpha < upper;
  const falls = alpha > 0;
  return sign > 0
    ? (grows ? canRise : 0) | (falls ? canFall : 0)
    : (grows ? canFall : 0) | (falls ? canRise : 0);
}

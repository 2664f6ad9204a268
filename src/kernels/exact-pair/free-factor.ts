/** A sample whose kernel row adds less than this part of its own size to those of others depends on them. */
const independence = 1e-10;
/** With more free samples than this, moving pairs costs less than solving for all of them. */
export const mostFree = 1000;

/**
 * L·Lᵀ = K + c·11ᵀ of the samples that are free to move, with L⁻¹·1 and L⁻¹ times the forces on them, which follow every
 * change of the factor.
 */
export class FreeFactor {
  /** The places of the free samples in the order of the factor. */
  readonly free = new Int32Array(mostFree);
  count = 0;
  /** For linear systems: one number per free sample. */
  readonly moves = new Float64Array(mostFree);
  /** There is room for `room` rows, which are so far apart. */
  private factor = new Float64Array(0);
  private room = 0;
  private readonly ones = new Float64Array(mostFree);
  private readonly pulls = new Float64Array(mostFree);
  /** False after all forces were summed, until the pulls are solved for again. */
  private pullsHold = true;

  /** Begins without any free sample. */
  clear(): void {
    this.count = 0;
    this.pullsHold = true;
  }

  /** Whether no more can be free. */
  get isFull(): boolean {
    return this.count === mostFree;
  }

  /** The pulls do not belong to the forces any more. */
  forgetPulls(): void {
    this.pullsHold = false;
  }

  /**
   * Adds a sample: `moves` holds K + c of it with the free ones, `own` that with itself. False where it depends on them; `moves`
   * then is L⁻¹ times what it held.
   */
  append(place: number, own: number, force: number): boolean {
    const { free, moves, count } = this;
    if (count === this.room) this.makeRoom();
    const { factor, room } = this;
    this.solveLower(moves);
    const rest = own - dot(moves, 0, moves, count);
    if (!(rest > independence * own)) return false;
    const row = count * room;
    for (let r = 0; r < count; r++) factor[row + r] = moves[r];
    const root = Math.sqrt(rest);
    factor[row + count] = root;
    this.ones[count] = (1 - dot(moves, 0, this.ones, count)) / root;
    if (this.pullsHold) this.pulls[count] = (force - dot(moves, 0, this.pulls, count)) / root;
    free[count] = place;
    this.count++;
    return true;
  }

  /** Takes a sample out of the factor; rotations of neighbouring columns make it triangular again. */
  remove(place: number): void {
    const { factor, free, room, ones, pulls } = this;
    const count = --this.count;
    let at = 0;
    while (free[at] !== place) at++;
    for (let i = at; i < count; i++) {
      free[i] = free[i + 1];
      for (let j = 0, to = i * room; j <= i + 1; j++) factor[to + j] = factor[to + room + j];
    }
    for (let k = at; k < count; k++) {
      const row = k * room + k;
      const size = Math.sqrt(factor[row] * factor[row] + factor[row + 1] * factor[row + 1]);
      const cosine = factor[row] / size;
      const sine = factor[row + 1] / size;
      rotate(ones, k, cosine, sine);
      rotate(pulls, k, cosine, sine);
      for (let i = k, to = row; i < count; i++, to += room) {
        const a = factor[to];
        const b = factor[to + 1];
        factor[to] = cosine * a + sine * b;
        factor[to + 1] = cosine * b - sine * a;
      }
    }
  }

  /** `moves` ← the way of the free samples to the force that all have in common at their optimum, which it gives. */
  wayToLevel(forces: Float64Array): number {
    const { moves, ones, pulls, free, count } = this;
    if (!this.pullsHold) {
      for (let r = 0; r < count; r++) pulls[r] = forces[free[r]];
      this.solveLower(pulls);
      this.pullsHold = true;
    }
    const level = dot(ones, 0, pulls, count) / dot(ones, 0, ones, count);
    for (let r = 0; r < count; r++) moves[r] = pulls[r] - level * ones[r];
    this.solveUpper(moves);
    return level;
  }

  /** The forces have gone so far on the way to a level. */
  advancePulls(length: number, level: number): void {
    const { pulls, ones, count } = this;
    for (let r = 0; r < count; r++) pulls[r] += length * (level * ones[r] - pulls[r]);
  }

  /** x ← L⁻ᵀ·x. */
  solveUpper(x: Float64Array): void {
    const { factor, count, room } = this;
    for (let i = count - 1; i >= 0; i--) {
      const row = i * room;
      const value = x[i] / factor[row + i];
      x[i] = value;
      for (let j = 0; j < i; j++) x[j] -= factor[row + j] * value;
    }
  }

  /** x ← L⁻¹·x. */
  private solveLower(x: Float64Array): void {
    const { factor, count, room } = this;
    for (let i = 0, row = 0; i < count; i++, row += room)
      x[i] = (x[i] - dot(factor, row, x, i)) / factor[row + i];
  }

  private makeRoom(): void {
    const { factor, room, count } = this;
    this.room = Math.max(60, 2 * room);
    this.factor = new Float64Array(this.room * this.room);
    for (let i = 0; i < count; i++)
      this.factor.set(factor.subarray(i * room, i * room + i + 1), i * this.room);
  }
}

/** Turns the entries k and k + 1. */
function rotate(x: Float64Array, k: number, cosine: number, sine: number): void {
  const a = x[k];
  const b = x[k + 1];
  x[k] = cosine * a + sine * b;
  x[k + 1] = cosine * b - sine * a;
}

/** Σ a(from + j)·b(j), in four sums that do not wait for each other. */
function dot(a: Float64Array, from: number, b: Float64Array, count: number): number {
  let p = 0;
  let q = 0;
  let r = 0;
  let s = 0;
  let j = 0;
  for (; j + 3 < count; j += 4) {
    p += a[from + j] * b[j];
    q += a[from + j + 1] * b[j + 1];
    r += a[from + j + 2] * b[j + 2];
    s += a[from + j + 3] * b[j + 3];
  }
  for (; j < count; j++) p += a[from + j] * b[j];
  return p + q + (r + s);
}

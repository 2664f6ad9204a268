import { exp, log } from "../../numeric/math.js";

/** E may have moved by this part of itself, on average over its entries, before a factor is too old. */
const near = 0.07;
/** A steady E that moves on by less than this part of itself in a step is foreseen. */
const foreseen = 0.15;
/** Solves with an old factor; if more are needed, a new one is cheaper. */
const mostOldSolves = 3;
/**
 * With fewer features than so many for each vector, solving costs about as much as factoring. Both forms go by the
 * features, so that they take the same steps.
 */
const fewVectors = 16;

/**
 * Decides when M = Sw + E is factored anew. A factor for an E nearby serves as well while E moves little, because the
 * inner loop corrects what it gets wrong, and factoring is most of the work of an outer step. Measured on COIL20,
 * 20 outer steps: 13 factors and 51 inner steps instead of 20 and 52. Where E goes on steadily, a factor is made for the E of the
 * next step, or as near to it as a factor may be off, and serves longer: 10 factors and 50 inner steps.
 */
export class LazyFactor {
  private factored: Float64Array = new Float64Array(0);
  private wanted: Float64Array = new Float64Array(0);
  private before: Float64Array = new Float64Array(0);
  private isNew = false;
  private solves = 0;
  /** For how many E the factor has served; 0 when it belongs to the present one, 1 when it was made for one to come. */
  age = 0;

  /** `factor` makes the factor for one E. */
  constructor(private readonly factor: (diagonal: Float64Array) => void) {}

  /** From now on solves are for this E. If it is `steady`, the next one differs from it as it does from the last. */
  ask(diagonal: Float64Array, steady: boolean): void {
    this.before = steady ? this.wanted : diagonal;
    this.wanted = diagonal;
    this.isNew = false;
    this.solves = 0;
    this.age++;
  }

  /** Sees to a factor that is good enough to solve for so many vectors, and gives the E that it belongs to. */
  use(vectors: number): Float64Array {
    if (!this.isNew && !this.isGoodEnough(vectors)) {
      this.factored = this.foresee(vectors);
      this.factor(this.factored);
      this.age = this.factored === this.wanted ? 0 : 1;
      this.isNew = true;
    }
    this.solves++;
    return this.factored;
  }

  private isGoodEnough(vectors: number): boolean {
    if (!this.mayBeOld(vectors) || this.solves >= mostOldSolves) return false;
    return meanChange(this.wanted, this.factored) < near;
  }

  private mayBeOld(vectors: number): boolean {
    return this.wanted.length >= fewVectors * vectors;
  }

  /** E as it will be if every entry goes on by the factor of the last step; the present one while it moves too fast to tell. */
  private foresee(vectors: number): Float64Array {
    const { wanted, before } = this;
    const change = meanChange(wanted, before);
    if (change === 0 || change >= foreseen || !this.mayBeOld(vectors)) return wanted;
    const part = Math.min(1, near / change);
    return wanted.map((e, i) => e * exp(part * log(e / before[i])));
  }
}

function meanChange(wanted: Float64Array, factored: Float64Array): number {
  if (wanted.length !== factored.length) return 1;
  let sum = 0;
  for (let i = 0; i < wanted.length; i++)
    sum += 1 - Math.min(wanted[i], factored[i]) / Math.max(wanted[i], factored[i]);
  return sum / wanted.length;
}

/** E may have moved by this part of itself, on average over its entries, before a factor is too old. */
const near = 0.07;
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
 * 20 outer steps: 12 factors and 56 inner steps instead of 20 and 52; with near = 0.2, 11 factors and 70 inner steps.
 */
export class LazyFactor {
  private factored: Float64Array = new Float64Array(0);
  private wanted: Float64Array = new Float64Array(0);
  private solves = 0;
  /** For how many E the factor has served; 0 when it belongs to the present one. */
  age = 0;

  /** `factor` makes the factor for one E. */
  constructor(private readonly factor: (diagonal: Float64Array) => void) {}

  /** From now on solves are for this E. */
  ask(diagonal: Float64Array): void {
    this.wanted = diagonal;
    this.solves = 0;
    this.age++;
  }

  /** Sees to a factor that is good enough to solve for so many vectors, and gives the E that it belongs to. */
  use(vectors: number): Float64Array {
    if (this.wanted !== this.factored && !this.isGoodEnough(vectors)) {
      this.factor(this.wanted);
      this.factored = this.wanted;
      this.age = 0;
    }
    this.solves++;
    return this.factored;
  }

  private isGoodEnough(vectors: number): boolean {
    if (this.wanted.length < fewVectors * vectors || this.solves >= mostOldSolves) return false;
    return meanChange(this.wanted, this.factored) < near;
  }
}

function meanChange(wanted: Float64Array, factored: Float64Array): number {
  if (wanted.length !== factored.length) return 1;
  let sum = 0;
  for (let i = 0; i < wanted.length; i++)
    sum += 1 - Math.min(wanted[i], factored[i]) / Math.max(wanted[i], factored[i]);
  return sum / wanted.length;
}

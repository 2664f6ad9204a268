import { exp } from "../../numeric/math.js";
import type { Neighbours } from "./nearest.js";
import type { Rules } from "./rules.js";

/** Says how much each neighbour counts: hits below zero, misses above. */
export class Weigher {
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
function influenceAt(place: number, { sigma, firstRank }: Rules): number {
  if (sigma === null) return 1;
  const [nearest, rank] = [firstRank / sigma, (place + firstRank) / sigma];
  return exp((nearest - rank) * (nearest + rank));
}

import { exp, log } from "../../numeric/math.js";

/** Steps that one extrapolation looks back on. */
const historyLength = 3;
/** An extrapolation that makes a row this many times as long as the longest is not tried. */
const leap = 1e3;

/**
 * Row norms further along the way that the last three took: squared extrapolation of fixed-point iterations, on their
 * logarithms, because rows shrink by factors.
 */
export class Extrapolation {
  private history: Float64Array[] = [];
  /** How far it may reach; grows with success. */
  private boldness = 4;
  /** Added to norms before their logarithm is taken. */
  private readonly floor: number;

  constructor(zeta: number) {
    this.floor = Math.sqrt(zeta);
  }

  /** Forgets the steps, since what comes does not follow from them. */
  forget(): void {
    this.history = [];
  }

  /** Remembers one step. */
  remember(norms: Float64Array): void {
    if (this.history.length === historyLength) this.history = [];
    this.history.push(norms.map((norm) => log(norm + this.floor)));
  }

  /** Whether the step that was tried lowered the objective. */
  judge(success: boolean): void {
    this.boldness = success ? this.boldness * 4 : Math.max(1, this.boldness / 4);
    if (!success) this.forget();
  }

  /** Row norms to try after these, once there are enough steps. */
  propose(norms: Float64Array): Float64Array | null {
    if (this.history.length < historyLength) return null;
    const [first, second, third] = this.history;
    let [step, bend] = [0, 0];
    for (let i = 0; i < first.length; i++) {
      const [one, two] = [second[i] - first[i], third[i] - second[i]];
      step += one * one;
      bend += (two - one) * (two - one);
    }
    const reach = Math.min(this.boldness, Math.max(1, Math.sqrt(step / bend)));
    const bold = first.map((x, i) => {
      const [one, two] = [second[i] - x, third[i] - second[i]];
      return Math.max(0, exp(x + 2 * reach * one + reach * reach * (two - one)) - this.floor);
    });
    // Steps that hardly change any more leave nothing to extrapolate: 0/0, or a leap out of range.
    const most = leap * norms.reduce((largest, norm) => Math.max(largest, norm), 0);
    if (bold.every((norm) => norm <= most)) return bold;
    this.forget();
    return null;
  }
}

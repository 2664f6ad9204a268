import { type Descender, type Descent, vanishedPart } from "./descend.js";

/** What raising γ is told. */
export interface RaiseOptions {
  /** How many rows or blocks are to be left. */
  readonly k: number;
  readonly maxIterations: number;
  readonly tolerance: number;
}

/** A ranking of the features or blocks worked on, and the γ that did it. */
export interface Raised {
  readonly order: Int32Array;
  readonly gamma: number;
  /** How many values of γ were tried. */
  readonly tried: number;
  readonly descent: Descent;
}

/** γ begins where the penalty is this part of the separation, doubles, and ends where it would be so many times it. */
const grid = { first: 0.01, factor: 2, last: 1e4 } as const;
/** So many values of γ are likely to be tried. */
const likely = 14;

/**
 * Raises γ until no more than k rows or blocks are left. Every γ starts anew. Features are ranked by the step at which they vanished,
 * the last ones first, then by their row's largest entry just before, then by place.
 */
export async function raiseGamma(
  descender: Descender,
  { k, maxIterations, tolerance }: RaiseOptions,
  progress: (fraction: number) => Promise<void>,
): Promise<Raised> {
  const { separation, strengths, penalised } = descender.state();
  const unit = -separation / penalised;
  const rows = new VanishingRows(strengths);
  let gamma = grid.first * unit;
  for (let tried = 1; ; tried++, gamma *= grid.factor) {
    const descent = await descender.descend(
      { gamma, maxIterations, tolerance, enough: k },
      (parts) => rows.watch(parts),
      (done) => progress(Math.min(0.99, (tried - 1 + done) / likely)),
    );
    if (descent.left <= k || gamma * grid.factor > grid.last * unit)
      return { order: rows.order(), gamma, tried, descent };
  }
}

/** When each row was last there, and how large it was. */
export class VanishingRows {
  private readonly lastSeen: Float64Array;
  private readonly sizes: Float64Array;
  private steps = 0;

  /** From the rows at the start. */
  constructor(maxima: Float64Array) {
    this.lastSeen = new Float64Array(maxima.length);
    this.sizes = maxima.slice();
  }

  /** One step on, with each row as a part of the largest. */
  watch(parts: Float64Array): void {
    this.steps++;
    for (let i = 0; i < parts.length; i++)
      if (parts[i] >= vanishedPart) {
        this.lastSeen[i] = this.steps;
        this.sizes[i] = parts[i];
      }
  }

  /** All rows, best first. */
  order(): Int32Array {
    const { lastSeen, sizes } = this;
    return Int32Array.from(lastSeen.keys()).sort(
      (a, b) => lastSeen[b] - lastSeen[a] || sizes[b] - sizes[a] || a - b,
    );
  }
}

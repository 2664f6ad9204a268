import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Kernels } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Blocks, Penalty, Value } from "./penalty.js";
import type { WithinScatter } from "./within-scatter.js";

/** A has more columns than the total scatter has dimensions. */
export class RankError extends InputError {
  constructor(
    l: number,
    /** How many columns A can have. */
    readonly rank: number,
  ) {
    const most = `${rank}, the rank of the total scatter`;
    super("option-value", `${optionName("l")} must be at most ${most}; ${l} was given`);
  }
}

/** What the solver works on: Sw by what it does, Sb = BᵀB by B. */
export interface Problem {
  readonly kernels: Kernels;
  readonly within: WithinScatter;
  readonly between: Matrix;
  /** Rows that are kept or dropped as one; without them every row stands for itself. */
  readonly blocks?: Blocks;
  /** Told the objective and, on demand, the norms of all rows after every outer step. */
  readonly watch?: (objective: number, norms: () => Float64Array) => void;
}

/** How to solve it. */
export interface FitOptions extends Penalty {
  /** Columns of A. */
  readonly l: number;
  readonly alpha: number;
  readonly maxIterations: number;
  readonly tolerance: number;
  /**
   * Whether to hurry: rough inner loops for every p, and row norms extrapolated from the first step on. It lowers the
   * objective as surely, but not along the paper's way, so it may end in another minimum.
   */
  readonly hurry?: boolean;
  /** Whether weights go on as they did in the last step, so that a factor may be made for those to come. */
  readonly steady?: boolean;
  /** Whether the surrogate is what inner loops are accurate in for p < 1 too, for a fit that is only to be compared. */
  readonly rough?: boolean;
  /** A fit that is only to be compared is given up once its pace would not bring the plain objective below this in time. */
  readonly goal?: number;
}

/** Where to begin: the vectors and row norms of a fit nearby. */
export interface WarmStart {
  readonly vectors: Matrix;
  readonly norms: Float64Array;
}

/** A solution and how it was reached. */
export interface Fit {
  /** A, one row per feature, AᵀSA = I. */
  readonly transformation: Matrix;
  readonly norms: Float64Array;
  readonly theta: Float64Array;
  readonly value: Value;
  readonly objective: readonly number[];
  readonly divergence: readonly number[];
  readonly innerSteps: number;
  readonly converged: boolean;
  /** Where a fit nearby may begin. */
  readonly warm: WarmStart;
}

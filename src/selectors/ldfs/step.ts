import type { Workspace } from "../../kernels/kernels.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Blocks } from "../dfs/penalty.js";
import { shrinkRows } from "./shrink-rows.js";

/** How the descent goes from one A to the next. Matrices are kept as Aᵀ. */
export interface Step {
  /** next ← where a step of this length leads; false where it leads nowhere. */
  propose(a: Matrix, gradient: Matrix, length: number, gamma: number, next: Matrix): boolean;
  /** The proposal was taken. */
  accept(): void;
  /** Forgets what it learned from the steps so far. */
  reset(): void;
}

/** Along the gradient of what is smooth, then the proximal step of the penalty. A may become as small as it likes. */
export class FreeStep implements Step {
  private readonly moved: Matrix;
  private readonly levels: Float64Array;

  constructor(
    workspace: Workspace,
    l: number,
    features: number,
    private readonly blocks: Blocks | undefined,
  ) {
    this.moved = workspace.matrix(l, features);
    this.levels = new Float64Array(blocks?.weights.length ?? features);
  }

  propose(a: Matrix, gradient: Matrix, length: number, gamma: number, next: Matrix): boolean {
    const { data } = this.moved;
    for (let at = 0; at < data.length; at++) data[at] = a.data[at] - length * gradient.data[at];
    shrinkRows(this.moved, length * gamma, next, this.levels, this.blocks);
    return true;
  }

  accept(): void {}

  reset(): void {}
}

import type { Matrix } from "../../numeric/matrix.js";
import type { SparseMatrix } from "../../numeric/sparse-matrix.js";

/** What a writer can write: values with one name per column, and per row a label and an id where there are any. */
export interface WritableData {
  readonly values: Matrix | SparseMatrix;
  readonly featureNames: readonly string[];
  readonly labels?: readonly string[] | null;
  /** What the label column is called; `class` where not said. */
  readonly labelName?: string;
  readonly rowIds?: readonly string[] | null;
}

import { InputError } from "../../core/input-error.js";
import type { Matrix } from "../../numeric/matrix.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { Dataset } from "../dataset.js";

/** What a writer can write: values with one name per column, and per row a label and an id where there are any. */
export interface WritableData {
  readonly values: Matrix | SparseMatrix;
  readonly featureNames: readonly string[];
  /** The levels of features that are categories, which formats of text write in place of the codes. */
  readonly categories?: readonly (readonly string[] | null)[] | null;
  readonly labels?: readonly string[] | null;
  /** What the label column is called; `class` where not said. */
  readonly labelName?: string;
  readonly rowIds?: readonly string[] | null;
}

/** Refuses data whose parts do not fit together, and gives names to the id and label columns that no feature has. */
export function columnNames(data: WritableData): {
  readonly id: string | null;
  readonly label: string | null;
} {
  const { values, featureNames, labels, rowIds } = data;
  if (featureNames.length !== values.columns)
    throw new InputError(
      "unusable-data",
      `${values.columns} columns cannot be written with ${featureNames.length} names`,
    );
  for (const [what, list] of [["labels", labels] as const, ["row ids", rowIds] as const])
    if (list && list.length !== values.rows)
      throw new InputError(
        "unusable-data",
        `${values.rows} rows cannot be written with ${list.length} ${what}`,
      );
  const taken = new Set(featureNames);
  const label = labels ? unused(data.labelName ?? "class", taken) : null;
  if (label !== null) taken.add(label);
  return { id: rowIds ? unused("id", taken) : null, label };
}

function unused(name: string, taken: ReadonlySet<string>): string {
  let candidate = name;
  for (let i = 2; taken.has(candidate); i++) candidate = `${name}_${i}`;
  return candidate;
}

/** Writes row `row` of a dense or sparse matrix into `output`, zeros included. */
export function rowValues(values: Matrix | SparseMatrix, row: number, output: Float64Array): void {
  if (values instanceof SparseMatrix) {
    output.fill(0);
    for (let k = values.rowStarts[row]; k < values.rowStarts[row + 1]; k++)
      output[values.columnIndices[k]] = values.values[k];
  } else for (let j = 0; j < values.columns; j++) output[j] = values.get(row, j);
}

/** A dataset as writers take it. */
export function writableDataset(data: Dataset): WritableData {
  const { values, featureNames, categories, labels, targets, labelName, rowIds } = data;
  return {
    values,
    featureNames,
    categories,
    labels: targets
      ? Array.from(targets, String)
      : labels && Array.from(labels.codes, (code) => labels.classes[code]),
    labelName,
    rowIds,
  };
}

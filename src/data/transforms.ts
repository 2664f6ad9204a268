import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { plural } from "../core/text.js";
import { log, log1p, log2, log10 } from "../numeric/math.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

/** The changes on reading that are safe in folds: each looks at one value or one row only. */
export const transformNames = ["log", "log2", "log10", "log1p", "normalize-total"] as const;

/**
 * One of {@link transformNames}. `normalize-total` divides every row by its sum and multiplies by 10,000, so that
 * samples sequenced more deeply do not look larger; a row of zeros stays as it is.
 */
export type TransformName = (typeof transformNames)[number];

const rowTotal = 10_000;

/**
 * A changed copy of the values. `log1p` and `normalize-total` keep sparse data sparse. What could not be changed is added
 * to the notices.
 */
export function applyTransform(
  values: Matrix | SparseMatrix,
  name: TransformName,
  notices: Notice[] = [],
): Matrix | SparseMatrix {
  if (name === "normalize-total") return normalizeTotal(values, notices);
  if (name === "log1p") return mapValues(values, checked(name, log1p, -1));
  const dense = values instanceof Matrix ? values : values.toDense();
  return mapValues(dense, checked(name, { log, log2, log10 }[name], 0));
}

/** A logarithm that refuses what it has no value for; missing values pass through. */
function checked(name: string, f: (x: number) => number, above: number): (x: number) => number {
  return (x) => {
    if (x <= above)
      throw new InputError(
        "unusable-data",
        `the transform ${name} needs values above ${above}, but the data has ${x}${name === "log1p" ? "" : "; log1p allows zeros"}`,
        { facts: { option: "transforms", given: x, allowed: `above ${above}` } },
      );
    return f(x);
  };
}

function mapValues<T extends Matrix | SparseMatrix>(
  values: T,
  f: (x: number) => number,
): Matrix | SparseMatrix {
  if (values instanceof SparseMatrix) return withValues(values, values.values.map(f));
  return new Matrix(values.copy().data.map(f), values.rows, values.columns);
}

function normalizeTotal(values: Matrix | SparseMatrix, notices: Notice[]): Matrix | SparseMatrix {
  let [empty, incomplete] = [0, 0];
  const result = values instanceof Matrix ? values.copy() : withValues(values, values.values.slice());
  const numbers = result instanceof Matrix ? result.data : result.values;
  for (let i = 0; i < result.rows; i++) {
    const [from, to] =
      result instanceof Matrix
        ? [i * result.columns, (i + 1) * result.columns]
        : [result.rowStarts[i], result.rowStarts[i + 1]];
    let sum = 0;
    for (let k = from; k < to; k++) {
      if (numbers[k] < 0)
        throw new InputError(
          "unusable-data",
          `the transform normalize-total needs counts, but ${numbers[k]} in row ${i + 1} is negative`,
          { facts: { option: "transforms", given: numbers[k], row: i + 1 } },
        );
      sum += numbers[k];
    }
    if (sum > 0) for (let k = from; k < to; k++) numbers[k] *= rowTotal / sum;
    else if (sum === 0) empty++;
    else incomplete++;
  }
  const say = (count: number, why: string) => {
    if (count > 0)
      notices.push(
        notice(
          "note",
          "rows-not-transformed",
          `${plural(count, "row")} could not be scaled to the common total, because ${why}`,
          { count },
        ),
      );
  };
  say(empty, "all values are 0");
  say(incomplete, "values are missing");
  return result;
}

const withValues = (like: SparseMatrix, values: Float64Array) =>
  new SparseMatrix(like.rows, like.columns, like.rowStarts, like.columnIndices, values);

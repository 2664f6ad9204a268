import { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import { SparseMatrix } from "../numeric/sparse-matrix.js";

/** What standardising takes from each feature: fitted on some rows, it applies to any. */
export interface Scaling {
  readonly means: Float64Array;
  /** Standard deviations (of n − 1); 1 where a column does not vary. */
  readonly deviations: Float64Array;
}

/** Mean and standard deviation of every number over these rows only, without missing values. Categories stay as they are. */
export function fitScaling({ values, categories }: Dataset, rows: Int32Array): Scaling {
  const scaling = values instanceof Matrix ? fitDense(values, rows) : fitSparse(values, rows);
  categories?.forEach((levels, j) => {
    if (!levels) return;
    scaling.means[j] = 0;
    scaling.deviations[j] = 1;
  });
  return scaling;
}

/**
 * The data with its columns divided by their deviations and, where they are dense, centred. Sparse data is only divided,
 * so that it stays sparse; no method looks at where zero is.
 */
export function applyScaling(data: Dataset, { means, deviations }: Scaling): Dataset {
  const { values } = data;
  if (values instanceof SparseMatrix) {
    const divided = values.values.map((value, at) => value / deviations[values.columnIndices[at]]);
    return data.with({
      values: new SparseMatrix(values.rows, values.columns, values.rowStarts, values.columnIndices, divided),
    });
  }
  const scaled = Matrix.zeros(values.rows, values.columns);
  for (let i = 0, at = 0; i < values.rows; i++)
    for (let j = 0; j < values.columns; j++, at++)
      scaled.data[at] = (values.data[at] - means[j]) / deviations[j];
  return new Dataset({ ...data, values: scaled });
}

/** The same for some rows, without a copy of them in between. */
export function scaledRows(data: Dataset, rows: Int32Array, scaling: Scaling): Dataset {
  const { values } = data;
  if (values instanceof SparseMatrix) return applyScaling(data.selectRows(rows), scaling);
  const { means, deviations } = scaling;
  const { columns, data: all } = values;
  const scaled = Matrix.zeros(rows.length, columns);
  for (let i = 0, at = 0; i < rows.length; i++)
    for (let j = 0, from = rows[i] * columns; j < columns; j++, at++, from++)
      scaled.data[at] = (all[from] - means[j]) / deviations[j];
  return data.selectRows(rows, scaled);
}

/**
 * Values that are a column per place of `features`, each centred and divided as its feature, written into `out` (rows ×
 * columns, row after row).
 */
export function scaleInto(
  values: Matrix | SparseMatrix,
  features: ArrayLike<number>,
  { means, deviations }: Scaling,
  out: Matrix,
): void {
  const dense = values instanceof Matrix ? values : values.toDense();
  for (let i = 0, at = 0; i < dense.rows; i++)
    for (let j = 0; j < features.length; j++, at++)
      out.data[out.offset + at] = (dense.data[at] - means[features[j]]) / deviations[features[j]];
}

function fitDense(values: Matrix, rows: Int32Array): Scaling {
  const { data, columns } = values;
  const means = new Float64Array(columns);
  const sums = new Float64Array(columns);
  const firsts = new Float64Array(columns);
  const counts = new Int32Array(columns);
  const varies = new Uint8Array(columns);
  for (const row of rows)
    for (let j = 0, at = row * columns; j < columns; j++, at++) {
      if (Number.isNaN(data[at])) continue;
      if (counts[j]++ === 0) firsts[j] = data[at];
      else if (data[at] !== firsts[j]) varies[j] = 1;
    }
  for (const row of rows)
    for (let j = 0, at = row * columns; j < columns; j++, at++)
      if (!Number.isNaN(data[at])) means[j] += data[at] / counts[j];
  for (let j = 0; j < columns; j++) if (!varies[j]) means[j] = firsts[j];
  for (const row of rows)
    for (let j = 0, at = row * columns; j < columns; j++, at++) {
      if (Number.isNaN(data[at])) continue;
      const difference = data[at] - means[j];
      sums[j] += difference * difference;
    }
  const column = (j: number) =>
    Float64Array.from(rows, (row) => data[row * columns + j] - means[j]).filter(isKnown);
  return {
    means,
    deviations: sums.map((sum, j) => (varies[j] ? deviationOf(sum, counts[j], () => column(j)) : 1)),
  };
}

const isKnown = (value: number) => !Number.isNaN(value);

function fitSparse(matrix: SparseMatrix, rows: Int32Array): Scaling {
  const { columns, rowStarts, columnIndices, values } = matrix;
  const means = new Float64Array(columns);
  const sums = new Float64Array(columns);
  const counts = new Int32Array(columns);
  const known = new Int32Array(columns).fill(rows.length);
  const firsts = new Float64Array(columns);
  const varies = new Uint8Array(columns);
  const each = (visit: (column: number, value: number) => void) => {
    for (const row of rows)
      for (let at = rowStarts[row]; at < rowStarts[row + 1]; at++) visit(columnIndices[at], values[at]);
  };
  const eachKnown = (visit: (column: number, value: number) => void) =>
    each((j, value) => {
      if (!Number.isNaN(value)) visit(j, value);
    });
  each((j, value) => {
    if (Number.isNaN(value)) known[j]--;
  });
  eachKnown((j, value) => {
    means[j] += value / known[j];
    if (counts[j]++ === 0) firsts[j] = value;
    else if (value !== firsts[j]) varies[j] = 1;
  });
  for (let j = 0; j < columns; j++) {
    // What is not stored is zero.
    if (counts[j] < known[j] && firsts[j] !== 0) varies[j] = 1;
    if (!varies[j]) means[j] = firsts[j];
  }
  eachKnown((j, value) => {
    sums[j] += (value - means[j]) * (value - means[j]);
  });
  const column = (j: number) => {
    const differences = new Float64Array(known[j]).fill(-means[j]);
    let at = 0;
    eachKnown((other, value) => {
      if (other === j) differences[at++] = value - means[j];
    });
    return differences;
  };
  return {
    means,
    deviations: sums.map((sum, j) =>
      varies[j]
        ? deviationOf(sum + (known[j] - counts[j]) * means[j] * means[j], known[j], () => column(j))
        : 1,
    ),
  };
}

/**
 * From the sum of squared differences to the mean, of a column that varies; of another, rounding would make a deviation of
 * next to nothing. Where squares vanish or overflow, the differences are brought to size 1 first.
 */
function deviationOf(sum: number, rows: number, differences: () => Float64Array): number {
  let deviation = Math.sqrt(sum / (rows - 1));
  if (!(deviation > 0 && Number.isFinite(deviation))) {
    const apart = differences();
    const size = apart.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
    const scaled = apart.reduce((total, x) => total + (x / size) * (x / size), 0);
    deviation = size * Math.sqrt(scaled / (rows - 1));
  }
  return deviation > 0 && Number.isFinite(deviation) ? deviation : 1;
}

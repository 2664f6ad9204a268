import { classCounts, type Labels } from "../../data/labels.js";
import { type ClassWeight, classWeights } from "../../models/class-weight.js";
import type { Matrix } from "../../numeric/matrix.js";

/** The samples class after class; classes without samples are left out. */
export interface ByClass {
  /** The rows of the data in this order. */
  readonly order: Int32Array;
  /** Where each class begins, and at last where the samples end. */
  readonly starts: Int32Array;
  /** What a sample of each class counts. */
  readonly weights: Float64Array;
}

/** Puts samples of a class side by side. */
export function byClass(labels: Labels, classWeight: ClassWeight): ByClass {
  const counts = classCounts(labels);
  const weights = classWeights(counts, classWeight);
  const present = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const starts = new Int32Array(present.length + 1);
  present.forEach((code, a) => {
    starts[a + 1] = starts[a] + counts[code];
  });
  return {
    starts,
    weights: Float64Array.from(present, (code) => weights[code]),
    order: Int32Array.from(labels.codes.keys()).sort((i, k) => labels.codes[i] - labels.codes[k] || i - k),
  };
}

/**
 * Columns become rows, and rows columns in the order given; a few at a time, so that both stay in the cache. Where means and
 * factors of the columns are given, values are centred and scaled on the way.
 */
export function transpose(
  from: Matrix,
  rows: Int32Array,
  columns: Int32Array,
  to: Matrix,
  scaling?: { readonly means: Float64Array; readonly factors: Float64Array },
): void {
  const band = 64;
  const { data } = from;
  const { data: into, offset, rowStride } = to;
  for (let first = 0; first < columns.length; first += band) {
    const end = Math.min(columns.length, first + band);
    for (let i = 0; i < rows.length; i++) {
      const start = from.offset + rows[i] * from.rowStride;
      if (!scaling)
        for (let j = first; j < end; j++) into[offset + j * rowStride + i] = data[start + columns[j]];
      else
        for (let j = first; j < end; j++) {
          const value = data[start + columns[j]] - scaling.means[columns[j]];
          into[offset + j * rowStride + i] = value * scaling.factors[columns[j]];
        }
    }
  }
}

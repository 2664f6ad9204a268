import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import type { Kernels } from "../kernels/kernels.js";
import { Matrix } from "../numeric/matrix.js";

/** What methods that look at one feature at a time need to know of data: the size of each class, its means and its spreads. */
export interface ClassMoments {
  readonly featureNames: readonly string[];
  readonly classes: readonly string[];
  readonly counts: Float64Array;
  /** One row per class. */
  readonly means: Matrix;
  /** Σ (x − μ_class)² of each feature, one row per class. */
  readonly spreads: Matrix;
}

/**
 * What linear discriminant methods need to know of data: per class the number of samples and their mean, and the
 * scatter inside the classes. The moments of two parts give those of the whole exactly, so they can be gathered from
 * a stream of row blocks or from many machines.
 */
export interface Moments extends ClassMoments {
  /** Σ (x − μ_class)(x − μ_class)ᵀ, features × features. */
  readonly within: Matrix;
  /** What a row of each class counts in that sum; 1 if absent. */
  readonly weights?: Float64Array;
}

/** The moments of a dataset. */
export function momentsOf(data: Dataset, kernels: Kernels): Moments {
  const { labels, features } = data;
  if (!labels)
    throw new InputError("target", "moments need labels, but the data has none", {
      remedies: [{ action: "name the label column", option: "target" }],
    });
  const counts = new Float64Array(labels.classes.length);
  const means = Matrix.zeros(counts.length, features);
  for (const code of labels.codes) counts[code]++;
  // Deviations from a class's first sample are small where values are large and alike.
  const known = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const first = denseRows(
    data,
    known.map((code) => labels.codes.indexOf(code)),
  );
  const placeOf = counts.map((_, code) => known.indexOf(code));
  for (const { start, values } of rowBlocks(data))
    for (let i = 0; i < values.rows; i++) {
      const code = labels.codes[start + i];
      for (let j = 0; j < features; j++)
        means.data[code * features + j] += (values.get(i, j) - first.get(placeOf[code], j)) / counts[code];
    }
  known.forEach((code, place) => {
    for (let j = 0; j < features; j++) means.data[code * features + j] += first.get(place, j);
  });
  const spreads = Matrix.zeros(counts.length, features);
  const within = Matrix.zeros(features, features);
  for (const { start, values } of rowBlocks(data)) {
    for (let i = 0; i < values.rows; i++)
      for (
        let j = 0, to = labels.codes[start + i] * features, at = i * features;
        j < features;
        j++, at++, to++
      ) {
        values.data[at] -= means.data[to];
        spreads.data[to] += values.data[at] * values.data[at];
      }
    kernels.syrk(1, values.transposed(), start === 0 ? 0 : 1, within);
  }
  return { featureNames: data.featureNames, classes: labels.classes, counts, means, spreads, within };
}

/** Numbers that are written out at a time: 128 MB. */
const blockSize = 1 << 24;

/** Copies of some rows after others, so that sparse data is never written out whole. */
function* rowBlocks(data: Dataset): Generator<{ readonly start: number; readonly values: Matrix }> {
  const height = Math.max(1, Math.floor(blockSize / data.features));
  for (let start = 0; start < data.rows; start += height) {
    const count = Math.min(height, data.rows - start);
    yield {
      start,
      values: denseRows(
        data,
        Array.from({ length: count }, (_, i) => start + i),
      ),
    };
  }
}

function denseRows({ values }: Dataset, rows: readonly number[]): Matrix {
  const chosen = values.selectRows(rows);
  return chosen instanceof Matrix ? chosen : chosen.toDense();
}

/** The moments of two parts together. Both must know the same features and classes in the same order. */
export function mergeMoments(a: Moments, b: Moments): Moments {
  for (const key of ["featureNames", "classes"] as const)
    if (a[key].length !== b[key].length || a[key].some((name, i) => name !== b[key][i]))
      throw new InputError(
        "data-mismatch",
        `moments with different ${key === "classes" ? "classes" : "features"} cannot be merged`,
      );
  if (a.weights || b.weights)
    throw new InputError(
      "not-possible",
      "moments in which classes have weights cannot be merged: the weights hang on the rows of the whole",
    );
  const features = a.featureNames.length;
  const counts = a.counts.map((n, code) => n + b.counts[code]);
  const means = a.means.copy();
  const spreads = new Matrix(
    a.spreads.data.map((x, at) => x + b.spreads.data[at]),
    counts.length,
    features,
  );
  const within = new Matrix(
    a.within.data.map((x, at) => x + b.within.data[at]),
    features,
    features,
  );
  counts.forEach((n, code) => {
    const [na, nb] = [a.counts[code], b.counts[code]];
    if (nb === 0) return;
    const apart = Float64Array.from(
      { length: features },
      (_, j) => b.means.get(code, j) - a.means.get(code, j),
    );
    const weight = (na * nb) / n;
    for (let i = 0; i < features; i++) {
      means.data[code * features + i] += (apart[i] * nb) / n;
      spreads.data[code * features + i] += weight * apart[i] * apart[i];
      for (let j = 0; j < features; j++) within.data[i * features + j] += weight * apart[i] * apart[j];
    }
  });
  return { ...a, counts, means, spreads, within };
}

/** 1 for every feature that does not vary: its spread is zero in every class, and all classes have the same mean. */
export function constantIn({ counts, means, spreads }: ClassMoments): Uint8Array {
  const codes = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  return Uint8Array.from({ length: means.columns }, (_, j) =>
    codes.every((code) => spreads.get(code, j) === 0 && means.get(code, j) === means.get(codes[0], j))
      ? 1
      : 0,
  );
}

/** The moments of some features only. */
export function momentsAt<M extends ClassMoments | Moments>(moments: M, columns: ArrayLike<number>): M {
  const chosen = Array.from(columns);
  return {
    ...moments,
    featureNames: chosen.map((j) => moments.featureNames[j]),
    means: moments.means.selectColumns(chosen),
    spreads: moments.spreads.selectColumns(chosen),
    ...("within" in moments && { within: moments.within.selectRows(chosen).selectColumns(chosen) }),
  };
}

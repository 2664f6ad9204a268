import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import type { ClassMoments } from "./moments.js";

/** What the values that are there come to, feature by feature: those that were filled in are left out. One row per class. */
export interface KnownValues {
  /** How many there are. */
  readonly counts: Matrix;
  /** Their means less a number that all classes of a feature share: all digits of small differences of large values are there. */
  readonly apart: Matrix;
  /** Σ (x − μ_class)². */
  readonly spreads: Matrix;
  /** For each category how many rows of each class (columns) have each level (rows); null for a number. */
  readonly tables: readonly (Matrix | null)[];
}

/** What is known where nothing is missing; `columnOf`: the column of the moments that is a feature, −1 where it has none. */
export function knownValues(
  { counts, spreads }: ClassMoments,
  apart: Matrix,
  columnOf: ArrayLike<number>,
  tables: KnownValues["tables"],
): KnownValues {
  const features = columnOf.length;
  const per = (value: (code: number, column: number) => number) => {
    const matrix = Matrix.zeros(counts.length, features);
    for (let code = 0; code < counts.length; code++)
      for (let j = 0; j < features; j++) if (columnOf[j] >= 0) matrix.set(code, j, value(code, columnOf[j]));
    return matrix;
  };
  return {
    counts: per((code) => counts[code]),
    apart: per((code, column) => apart.get(code, column)),
    spreads: per((code, column) => spreads.get(code, column)),
    tables,
  };
}

/** Gathers the values that are there in columns with gaps, value by value, counted from the first one of the column. */
export class GappyColumns {
  private readonly origins: Float64Array;
  private readonly classes = new Map<string, GappyClass>();

  constructor(private readonly columns: readonly number[]) {
    this.origins = new Float64Array(columns.length).fill(Number.NaN);
  }

  add(values: Matrix | SparseMatrix, labels: readonly string[]): void {
    if (this.columns.length === 0) return;
    const chosen = values.selectColumns(this.columns);
    const { rows, columns, data } = chosen instanceof Matrix ? chosen : chosen.toDense();
    for (let i = 0, at = 0; i < rows; i++) {
      const own = this.classOf(labels[i]);
      for (let j = 0; j < columns; j++, at++) {
        const value = data[at];
        if (Number.isNaN(value)) continue;
        if (Number.isNaN(this.origins[j])) this.origins[j] = value;
        const shifted = value - this.origins[j];
        const before = shifted - own.means[j];
        own.means[j] += before / ++own.counts[j];
        own.spreads[j] += before * (shifted - own.means[j]);
      }
    }
  }

  /** What was gathered, as numbers, and the classes in their order: first what values are counted from, then those of each class. */
  part(): { readonly classes: readonly string[]; readonly numbers: readonly Float64Array[] } {
    const own = [...this.classes.values()].flatMap(({ counts, means, spreads }) => [counts, means, spreads]);
    return { classes: [...this.classes.keys()], numbers: [this.origins, ...own] };
  }

  /** Adds what was gathered of rows that come later. */
  addPart(classes: readonly string[], numbers: Float64Array): void {
    const size = this.columns.length;
    const nth = (place: number) => numbers.subarray(place * size, (place + 1) * size);
    const origins = nth(0);
    for (let j = 0; j < size; j++) if (Number.isNaN(this.origins[j])) this.origins[j] = origins[j];
    classes.forEach((name, at) => {
      const own = this.classOf(name);
      const [counts, means, spreads] = [1, 2, 3].map((part) => nth(3 * at + part));
      for (let j = 0; j < size; j++) {
        if (counts[j] === 0) continue;
        const together = own.counts[j] + counts[j];
        const apart = origins[j] - this.origins[j] + (means[j] - own.means[j]);
        own.spreads[j] += spreads[j] + ((own.counts[j] * counts[j]) / together) * apart * apart;
        own.means[j] += (counts[j] / together) * apart;
        own.counts[j] = together;
      }
    });
  }

  /** Writes what was gathered over what is known of all values. */
  writeInto({ counts, apart, spreads }: KnownValues, classes: readonly string[]): void {
    this.columns.forEach((j, at) => {
      classes.forEach((name, code) => {
        const own = this.classes.get(name);
        counts.set(code, j, own?.counts[at] ?? 0);
        apart.set(code, j, own?.means[at] ?? 0);
        spreads.set(code, j, own?.spreads[at] ?? 0);
      });
    });
  }

  private classOf(label: string): GappyClass {
    const known = this.classes.get(label);
    if (known) return known;
    const made = {
      counts: new Float64Array(this.columns.length),
      means: new Float64Array(this.columns.length),
      spreads: new Float64Array(this.columns.length),
    };
    this.classes.set(label, made);
    return made;
  }
}

interface GappyClass {
  readonly counts: Float64Array;
  readonly means: Float64Array;
  readonly spreads: Float64Array;
}

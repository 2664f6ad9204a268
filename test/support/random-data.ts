import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

/** What {@link randomData} is to make. */
export interface RandomDataOptions {
  readonly rows: number;
  readonly features: number;
  readonly classes?: number;
  /** How many features know of the classes; the others are noise. */
  readonly relevant?: number;
  /** Spread of the class means of relevant features, in standard deviations. */
  readonly separation?: number;
  readonly seed: number;
  /** Every class has about half as many rows as the one before it, two at least. */
  readonly unbalanced?: boolean;
  /** Features that are multiplied by this to the power −1 … 1. */
  readonly spread?: number;
}

/** Normal data with correlated features, of which the first know of the classes. */
export function randomData(options: RandomDataOptions): Dataset {
  const { rows, features, classes = 3, relevant = features, separation = 1, seed, spread = 1 } = options;
  const random = new Random(seed);
  const codes = Array.from({ length: rows }, (_, i) =>
    i < 2 * classes ? i % classes : options.unbalanced ? unbalancedClass(classes, random) : i % classes,
  );
  const means = Array.from({ length: classes }, () =>
    Array.from({ length: features }, (_, j) => (j < relevant ? separation * random.normal() : 0)),
  );
  const scale = Array.from(
    { length: features },
    () => 10 ** (Math.log10(spread) * (2 * random.uniform() - 1)),
  );
  const values = Matrix.zeros(rows, features);
  for (let i = 0; i < rows; i++) {
    let previous = random.normal();
    for (let j = 0; j < features; j++) {
      previous = 0.5 * previous + random.normal();
      values.set(i, j, scale[j] * (means[codes[i]][j] + previous));
    }
  }
  return new Dataset({ values, labels: codes.map((code) => `class ${code}`) });
}

function unbalancedClass(classes: number, random: Random): number {
  let code = 0;
  while (code < classes - 1 && random.uniform() < 0.5) code++;
  return code;
}

/** The values of data that is known to be dense. */
export function denseValues(data: Dataset): Matrix {
  if (!(data.values instanceof Matrix)) throw new Error("the data is sparse");
  return data.values;
}

/** The data with these columns, given as functions of the row, added at the end. */
export function withColumns(data: Dataset, columns: readonly ((row: number) => number)[]): Dataset {
  const values = denseValues(data);
  const rows = Array.from({ length: data.rows }, (_, i) => [
    ...Array.from({ length: data.features }, (_, j) => values.get(i, j)),
    ...columns.map((column) => column(i)),
  ]);
  return new Dataset({ values: Matrix.fromRows(rows), labels: data.labels });
}

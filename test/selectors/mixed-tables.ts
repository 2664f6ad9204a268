import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";

/** Names of so many levels. */
export const levels = (count: number) => Array.from({ length: count }, (_, level) => `level ${level}`);

/** A column of a made table: its values, and its levels where it is a category. */
export interface MadeColumn {
  readonly name: string;
  readonly values: readonly number[];
  readonly levels?: readonly string[];
}

/** A table of these columns. */
export function tableOf(columns: readonly MadeColumn[], labels: readonly string[]): Dataset {
  return new Dataset({
    values: Matrix.fromRows(labels.map((_, i) => columns.map(({ values }) => values[i]))),
    labels,
    featureNames: columns.map(({ name }) => name),
    categories: columns.map((column) => column.levels ?? null),
  });
}

/** The table with the codes of one category permuted: level l gets the code places[l]. */
export function recoded(data: Dataset, column: number, places: readonly number[]): Dataset {
  const values = data.values instanceof Matrix ? data.values.copy() : data.values.toDense();
  for (let i = 0; i < data.rows; i++) values.set(i, column, places[values.get(i, column)]);
  const names = data.categories![column]!;
  return data.with({
    values,
    categories: data.categories!.map((own, j) =>
      j === column ? names.map((_, code) => names[places.indexOf(code)]) : own,
    ),
  });
}

/**
 * A table of two or three classes: `marker`, a number whose mean differs between them; `genotype`, a category of four levels
 * whose frequencies do; `street`, a category of 30 levels of noise; `answer`, a yes/no of noise; six numbers of noise.
 */
export function mixedTable(seed: number, { rows = 120, classes = 2 } = {}): Dataset {
  const random = new Random(seed);
  const codes = Array.from({ length: rows }, (_, i) => i % classes);
  const column = (name: string, value: (code: number) => number, count?: number): MadeColumn => ({
    name,
    values: codes.map(value),
    ...(count && { levels: levels(count) }),
  });
  const below = (count: number) => Math.floor(count * random.uniform());
  return tableOf(
    [
      column("marker", (code) => random.normal() + 1.2 * code),
      column("genotype", (code) => (random.uniform() < 0.65 ? code : below(4)), 4),
      column("street", () => below(30), 30),
      column("answer", () => below(2), 2),
      ...Array.from({ length: 6 }, (_, j) => column(`noise ${j}`, () => random.normal())),
    ],
    codes.map((code) => `class ${code}`),
  );
}

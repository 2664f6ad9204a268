import { Dataset } from "../../../src/data/dataset.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";

/**
 * Sparse data and the same data written out. Each feature is held by some samples, more often by those of its class; the first
 * two features are full, and the first has a mean of a million times its spread.
 */
export function sparseData(rows: number, columns: number, classes: number, seed: number, share = 0.08) {
  const random = new Random(seed);
  const values = Matrix.zeros(rows, columns);
  const codes = Array.from({ length: rows }, (_, i) => (i * 7) % classes);
  for (let j = 0; j < columns; j++) {
    const likes = j % (2 * classes);
    for (let i = 0; i < rows; i++) {
      const often = j < 2 ? 1 : likes === codes[i] ? 3 * share : share;
      if (random.uniform() < often) values.set(i, j, (j === 0 ? 1e6 : 0) + 1 + random.uniform());
    }
  }
  const [at, to, held]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < columns; j++)
      if (values.get(i, j) !== 0) {
        at.push(i);
        to.push(j);
        held.push(values.get(i, j));
      }
  const labels = codes.map((code) => `class ${code}`);
  return {
    dense: new Dataset({ values, labels }),
    sparse: new Dataset({ values: SparseMatrix.fromTriplets(rows, columns, at, to, held), labels }),
  };
}

import type { CountedWork } from "../counted-work.js";

/** Matrices up to this size are solved whole. */
const solvedWhole = 128;

/** The leading eigenvectors of a symmetric matrix: of a large one by its tridiagonal form, column by column. */
export function countLeadingEigen(work: CountedWork, size: number, vectors: number): void {
  if (size <= solvedWhole) work.eigen(size).loops(10 * size * size);
  else work.vectorProduct(size, (2 * size) / 3, 2 * size).loops(60 * size * size);
  work.loops(250 * size * vectors);
}

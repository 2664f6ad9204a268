import { InputError } from "../../core/input-error.js";
import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { standardise } from "../samples.js";
import type { Problem } from "./descend.js";
import type { Blocks } from "./penalty.js";

/** Rows that were dropped together, and what that lost as a part of the most that could be lost then. */
export interface Drop {
  readonly rows: readonly number[];
  readonly part: number;
}

/** Each diagonal element of St is raised by this part of itself, so that features that depend on others do no harm. */
const jitter = 1e-10;

/**
 * Drops features one at a time, each time the one that tr((St + αI)⁻¹Sb) loses least by: that is the most that
 * tr(AᵀSbA) can be with these rows alone, so this is the penalty's limit p → 0, taken greedily. With P = (St + αI)⁻¹ and
 * Q = P·Bᵀ, dropping row i loses ‖qⁱ‖²/Pᵢᵢ, and P and Q of the others are one step of elimination away: m² operations for
 * m features. With fewer directions than the classes allow, the l strongest count, as they are before the drop. A block g
 * loses tr(Q_gᵀ·P_gg⁻¹·Q_g), which grows with its rows even where they are noise, so it is divided by its squared weight,
 * which is its price.
 */
export function dropByLoss({ kernels, within, between, blocks }: Problem, alpha: number, l: number): Drop[] {
  const m = within.features;
  const { inverse, image } = invert(kernels, totalScatter({ kernels, within, between }), between, alpha);
  const units = unitsOf(m, blocks);
  let left = Array.from({ length: m }, (_, i) => i);
  const drops: Drop[] = [];
  while (units.length > 0) {
    const strengths = l < between.rows - 1 ? strongest(kernels, between, image, l) : image;
    const losses = units.map(({ rows, weight }) => lossOf(rows, strengths, inverse) / (weight * weight));
    let least = 0;
    // Of equal losses the later feature goes first.
    for (let j = 1; j < losses.length; j++) if (losses[j] <= losses[least]) least = j;
    const most = losses.reduce((largest, loss) => Math.max(largest, loss), 0);
    const [{ rows }] = units.splice(least, 1);
    // The row that carries least of a block stands behind the others of it.
    const weakestFirst = [...rows].sort(
      (a, b) => squaredRow(strengths, a) - squaredRow(strengths, b) || b - a,
    );
    drops.push({ rows: weakestFirst, part: most > 0 ? losses[least] / most : 0 });
    for (const row of rows) {
      left = left.filter((i) => i !== row);
      eliminateRow(inverse, image, row, left);
    }
  }
  return drops;
}

interface Unit {
  readonly rows: readonly number[];
  readonly weight: number;
}

/** What is dropped as one: a block, or a row. */
function unitsOf(rows: number, blocks: Blocks | undefined): Unit[] {
  if (!blocks) return Array.from({ length: rows }, (_, i) => ({ rows: [i], weight: 1 }));
  const members = new Map<number, number[]>();
  blocks.of.forEach((block, i) => {
    const list = members.get(block);
    if (list) list.push(i);
    else members.set(block, [i]);
  });
  return Array.from(members, ([block, list]) => ({ rows: list, weight: blocks.weights[block] }));
}

/** tr(Q_gᵀ·P_gg⁻¹·Q_g), row by row: eliminating one leaves the problem of the others. */
function lossOf(rows: readonly number[], image: Matrix, inverse: Matrix): number {
  if (rows.length === 1) return squaredRow(image, rows[0]) / inverse.get(rows[0], rows[0]);
  const p = inverse.selectRows(rows).selectColumns(rows);
  const q = image.selectRows(rows);
  const left = Array.from(rows.keys());
  let loss = 0;
  while (left.length > 0) {
    const row = left.pop()!;
    // What is left of a pivot that the other rows explain wholly is rounding.
    if (!(p.get(row, row) > 0)) continue;
    loss += squaredRow(q, row) / p.get(row, row);
    eliminateRow(p, q, row, left);
  }
  return loss;
}

function totalScatter({ kernels, within, between }: Omit<Problem, "blocks">): Matrix {
  const m = within.features;
  const workspace = kernels.workspace();
  const [identity, product] = [workspace.matrix(m, m), workspace.matrix(m, m)];
  for (let i = 0; i < m; i++) identity.set(i, i, 1);
  within.multiply(identity, product);
  const total = product.copy();
  workspace.release();
  kernels.gemm(1, between.transposed(), between, 1, total);
  return total;
}

/** P = (St + αI)⁻¹ and Q = P·Bᵀ. */
function invert(kernels: Kernels, total: Matrix, between: Matrix, alpha: number) {
  const m = total.rows;
  for (let i = 0; i < m; i++) total.set(i, i, (1 + jitter) * total.get(i, i) + alpha);
  if (!kernels.cholesky(total))
    throw new InputError("unusable-data", "the total scatter is not finite; give the values in other units", {
      remedies: [standardise],
    });
  const inverse = Matrix.zeros(m, m);
  for (let i = 0; i < m; i++) inverse.set(i, i, 1);
  kernels.solveTriangular(total, inverse);
  kernels.solveTriangular(total, inverse, true);
  const image = Matrix.zeros(m, between.rows);
  kernels.gemm(1, inverse, between.transposed(), 0, image);
  return { inverse, image };
}

/** The l combinations of Q's columns that carry most of tr(BQ). Rows that were dropped are zero in Q. */
function strongest(kernels: Kernels, between: Matrix, image: Matrix, l: number): Matrix {
  const c = between.rows;
  const gram = Matrix.zeros(c, c);
  kernels.gemm(1, between, image, 0, gram);
  const { vectors } = kernels.symmetricEigen(gram);
  const result = Matrix.zeros(image.rows, l);
  kernels.gemm(1, image, vectors.block(0, c - l, c, l), 0, result);
  return result;
}

function squaredRow(a: Matrix, i: number): number {
  let sum = 0;
  for (let j = 0; j < a.columns; j++) sum += a.get(i, j) * a.get(i, j);
  return sum;
}

/** Makes P and Q those of the features left. */
function eliminateRow(inverse: Matrix, image: Matrix, gone: number, left: readonly number[]): void {
  const pivot = inverse.get(gone, gone);
  for (const i of left) {
    const factor = inverse.get(i, gone) / pivot;
    for (const j of left) inverse.set(i, j, inverse.get(i, j) - factor * inverse.get(gone, j));
    for (let j = 0; j < image.columns; j++) image.set(i, j, image.get(i, j) - factor * image.get(gone, j));
  }
  for (let j = 0; j < image.columns; j++) image.set(gone, j, 0);
}

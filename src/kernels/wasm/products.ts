import { Matrix } from "../../numeric/matrix.js";
import { copyMatrix } from "../copy-matrix.js";
import { addressOf } from "./kernel-memory.js";
import { type Machine, needsBlocks, outsideBytes, piecesFor } from "./machine.js";
import { halvesOf, partsOf, type Slice, slices } from "./split.js";
import { Staging } from "./staging.js";
import type { Call } from "./wasm-exports.js";

/** The kernels sum so many products before they touch C (assembly/gemm.ts): cut there, the bits stay the same. */
const DEPTH = 256;
/** Rows and columns of the kernels' tile. */
export const TILE = 4;
/** Smaller pieces of C would spend too much on packing, larger ones would share the work unevenly. */
const [SMALLEST_PIECE, LARGEST_PIECE] = [64, 1024];

/**
 * C ← α·A·B + β·C. Operands outside kernel memory that are too large to be copied in at once are halved, along the
 * dimension that saves most, until they are not.
 */
export function gemm(machine: Machine, alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): void {
  const halves = needsBlocks(machine, a, b, c) ? bestHalves(machine, a, b, c) : null;
  if (halves)
    halves.forEach(({ a, b, c, inDepth }, i) => {
      gemm(machine, alpha, a, b, inDepth && i > 0 ? 1 : beta, c);
    });
  else
    Staging.run(machine.memory, (staging) => {
      const inside = [staging.input(a), staging.input(b), staging.output(c, beta !== 0)] as const;
      gemmInside(machine, alpha, inside[0], inside[1], beta, inside[2]);
    });
}

interface Half {
  a: Matrix;
  b: Matrix;
  c: Matrix;
  /** Whether the columns of A were cut, so that the second half adds to the result of the first. */
  inDepth: boolean;
}

function bestHalves(machine: Machine, a: Matrix, b: Matrix, c: Matrix): Half[] | null {
  const cuts = [
    {
      saved: outsideBytes(machine, a, c),
      halves: halvesOf(a.rows, TILE),
      cut: ({ from, count }: Slice): Half => ({
        a: a.block(from, 0, count, a.columns),
        b,
        c: c.block(from, 0, count, c.columns),
        inDepth: false,
      }),
    },
    {
      saved: outsideBytes(machine, b, c),
      halves: halvesOf(b.columns, TILE),
      cut: ({ from, count }: Slice): Half => ({
        a,
        b: b.block(0, from, b.rows, count),
        c: c.block(0, from, c.rows, count),
        inDepth: false,
      }),
    },
    {
      saved: outsideBytes(machine, a, b),
      halves: halvesOf(a.columns, DEPTH),
      cut: ({ from, count }: Slice): Half => ({
        a: a.block(0, from, a.rows, count),
        b: b.block(from, 0, count, b.columns),
        c,
        inDepth: true,
      }),
    },
  ].filter(({ saved, halves }) => saved > 0 && halves);
  const best = cuts.sort((one, other) => other.saved - one.saved)[0];
  return best?.halves?.map(best.cut) ?? null;
}

/** C ← α·A·B + β·C for operands in kernel memory. */
function gemmInside(machine: Machine, alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): void {
  const pieces = piecesFor(machine, c.rows * c.columns * a.columns);
  const { height, width } = pieceShape(pieces, machine.pool.threads, c);
  const calls: Call[] = [];
  for (const rows of slices(c.rows, height))
    for (const columns of slices(c.columns, width))
      calls.push(gemmCall(alpha, a, b, beta, c, rows, columns, false));
  machine.pool.run(calls);
}

/** The same for a symmetric result: only entries on and below the diagonal of C are right afterwards. */
export function lowerGemmInside(
  machine: Machine,
  alpha: number,
  a: Matrix,
  b: Matrix,
  beta: number,
  c: Matrix,
): void {
  const side = pieceSide(piecesFor(machine, ((c.rows * c.rows) / 2) * a.columns), (c.rows * c.rows) / 2);
  const calls: Call[] = [];
  for (const rows of slices(c.rows, side))
    for (const columns of slices(rows.from + rows.count, side))
      calls.push(gemmCall(alpha, a, b, beta, c, rows, columns, rows.from === columns.from));
  machine.pool.run(calls);
}

/** C is cut into squares; a narrow one only along its length, as B (or A) would be packed again for each cut across. */
function pieceShape(
  pieces: number,
  threads: number,
  { rows, columns }: Matrix,
): { height: number; width: number } {
  const side = pieceSide(pieces, rows * columns);
  const along = (length: number) => {
    const step = Math.max(length / pieces, Math.min(SMALLEST_PIECE, length / threads));
    return Math.ceil(step / TILE) * TILE;
  };
  if (pieces === 1) return { height: rows, width: columns };
  if (columns < 2 * side && columns <= rows) return { height: along(rows), width: columns };
  if (rows < 2 * side) return { height: rows, width: along(columns) };
  return { height: side, width: side };
}

/** Side of square pieces. */
function pieceSide(pieces: number, entries: number): number {
  if (pieces === 1) return Number.POSITIVE_INFINITY;
  const side = Math.ceil(Math.sqrt(entries / pieces) / TILE) * TILE;
  return Math.min(Math.max(side, SMALLEST_PIECE), LARGEST_PIECE);
}

/** Addresses are counted here, and no views are made: small products are made so often that these would cost more than the product. */
function gemmCall(
  alpha: number,
  a: Matrix,
  b: Matrix,
  beta: number,
  c: Matrix,
  rows: Slice,
  columns: Slice,
  lower: boolean,
): Call {
  const aPart = addressOf(a) + 8 * rows.from * a.rowStride;
  const bPart = addressOf(b) + 8 * columns.from * b.columnStride;
  const cPart = addressOf(c) + 8 * (rows.from * c.rowStride + columns.from * c.columnStride);
  // biome-ignore format: one line for each operand
  return [
    "gemm", rows.count, columns.count, a.columns,
    alpha, aPart, a.rowStride, a.columnStride,
    bPart, b.rowStride, b.columnStride,
    beta, cPart, c.rowStride, c.columnStride, lower ? 1 : 0,
  ];
}

/**
 * C ← α·A·Aᵀ + β·C from the lower triangle of C: the lower triangle by gemm, then the upper as its mirror image. What is
 * too large to be copied in at once is halved: along the columns of A, or else into two triangles and a rectangle.
 */
export function syrk(machine: Machine, alpha: number, a: Matrix, beta: number, c: Matrix): void {
  const tooLarge = needsBlocks(machine, a, c);
  const columns = tooLarge ? halvesOf(a.columns, DEPTH) : null;
  const rows = tooLarge ? halvesOf(a.rows, TILE) : null;
  if (columns && (!rows || outsideBytes(machine, a) >= outsideBytes(machine, c)))
    columns.forEach(({ from, count }, i) => {
      syrk(machine, alpha, a.block(0, from, a.rows, count), i === 0 ? beta : 1, c);
    });
  else if (rows) {
    const [first, second] = rows.map(({ from, count }) => a.block(from, 0, count, a.columns));
    const rectangle = c.block(first.rows, 0, second.rows, first.rows);
    syrk(machine, alpha, first, beta, c.block(0, 0, first.rows, first.rows));
    gemm(machine, alpha, second, first.transposed(), beta, rectangle);
    copyMatrix(rectangle.transposed(), c.block(0, first.rows, first.rows, second.rows));
    syrk(machine, alpha, second, beta, c.block(first.rows, first.rows, second.rows, second.rows));
  } else
    Staging.run(machine.memory, (staging) => {
      const aInside = staging.input(a);
      const cInside = staging.output(c, beta !== 0);
      lowerGemmInside(machine, alpha, aInside, aInside.transposed(), beta, cInside);
      mirror(machine, cInside);
    });
}

function mirror(machine: Machine, c: Matrix): void {
  const pieces = piecesFor(machine, c.rows * c.rows);
  machine.pool.run(
    partsOf(c.rows, pieces, 32).map(
      ({ from, count }): Call => [
        "mirrorLower",
        ...[from, from + count, addressOf(c), c.rowStride, c.columnStride],
      ],
    ),
  );
}

/** y ← α·A·x + β·y. Too many rows to be copied in at once are halved. */
export function gemv(
  machine: Machine,
  alpha: number,
  a: Matrix,
  x: Float64Array,
  beta: number,
  y: Float64Array,
): void {
  const halves = needsBlocks(machine, a) ? halvesOf(a.rows, 1) : null;
  if (halves)
    for (const { from, count } of halves)
      gemv(machine, alpha, a.block(from, 0, count, a.columns), x, beta, y.subarray(from, from + count));
  else
    Staging.run(machine.memory, (staging) => {
      const aInside = staging.input(a, "rows or columns");
      const xInside = staging.input(asRow(x));
      const yInside = staging.output(asRow(y), beta !== 0);
      const byRows = aInside.columnStride === 1;
      machine.pool.run(
        partsOf(a.rows, piecesFor(machine, a.rows * a.columns), 16).map(
          ({ from, count }): Call => [
            byRows ? "gemvRows" : "gemvColumns",
            ...[count, a.columns, alpha, addressOf(aInside.block(from, 0, count, a.columns))],
            ...[byRows ? aInside.rowStride : aInside.columnStride, addressOf(xInside)],
            ...[beta, addressOf(yInside) + 8 * from],
          ],
        ),
      );
    });
}

/** y ← α·A·x + β·y from the lower triangle of A. One thread does it: every row adds to all of y. */
export function symv(
  machine: Machine,
  alpha: number,
  a: Matrix,
  x: Float64Array,
  beta: number,
  y: Float64Array,
): void {
  Staging.run(machine.memory, (staging) => {
    const aInside = staging.input(a, "rows or columns");
    const byRows = aInside.columnStride === 1;
    machine.pool.wasm.symv(
      ...[a.rows, alpha, addressOf(aInside), byRows ? aInside.rowStride : aInside.columnStride],
      // The lower triangle of a matrix stored by columns is the upper one of its rows.
      ...[Number(!byRows), addressOf(staging.input(asRow(x))), beta],
      addressOf(staging.output(asRow(y), beta !== 0)),
    );
  });
}

function asRow(array: Float64Array): Matrix {
  return new Matrix(array, 1, array.length);
}

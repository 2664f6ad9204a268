import * as math from "../../numeric/math.js";
import { Matrix } from "../../numeric/matrix.js";
import { checkOperands } from "../check-operands.js";
import { generalizedEigen } from "../generalized-eigen.js";
import type { ColumnMoments, Eigen, Kernels, Workspace } from "../kernels.js";
import { columnProducts, combineColumns, combineRows } from "./blocks.js";
import { addScatter, foldClasses } from "./class-fold.js";
import { coordinateSweep } from "./coordinate-sweep.js";
import { symmetricEigen } from "./eigen.js";
import { cholesky, solveTriangular } from "./factors.js";
import { addGramProduct, addSparseGramProduct, centredPanels } from "./gram.js";
import { trainMachines } from "./machines.js";
import { gemm, gemv, symv, syrk } from "./products.js";
import {
  columnMoments,
  manhattanDistances,
  sharedBits,
  squaredDistances,
  weightedDifferences,
} from "./samples.js";

/** The readable implementation, which defines what every kernel computes. It runs anywhere, slowly, on one thread. */
export const referenceKernels: Kernels = {
  name: "reference",
  threads: 1,

  workspace(): Workspace {
    return {
      matrix: (rows, columns) => Matrix.zeros(rows, columns),
      room: (rows, columns) => Matrix.zeros(rows, columns),
      array: (length) => new Float64Array(length),
      singles: (length) => new Float32Array(length),
      integers: (length) => new Int32Array(length),
      release() {},
    };
  },

  gemm(alpha, a, b, beta, c): void {
    checkOperands.product(a, b, c);
    gemm(alpha, a, b, beta, c);
  },
  syrk(alpha, a, beta, c): void {
    checkOperands.symmetricProduct(a, c);
    syrk(alpha, a, beta, c);
  },
  gemv(alpha, a, x, beta, y): void {
    checkOperands.vectorProduct(a, x, y);
    gemv(alpha, a, x, beta, y);
  },
  symv(alpha, a, x, beta, y): void {
    checkOperands.square(a);
    checkOperands.vectorProduct(a, x, y);
    symv(alpha, a, x, beta, y);
  },
  cholesky(a): boolean {
    checkOperands.square(a);
    return cholesky(a);
  },
  solveTriangular(l, b, transposed): void {
    checkOperands.solve(l, b);
    solveTriangular(l, b, transposed);
  },
  squaredDistances(a, b, out): void {
    checkOperands.distances(a, b, out);
    squaredDistances(a, b, out);
  },
  manhattanDistances(a, b, out): void {
    checkOperands.distances(a, b, out);
    manhattanDistances(a, b, out);
  },
  weightedDifferences(a, b, rows, weights, out): void {
    checkOperands.differences(a, b, rows, weights, out);
    weightedDifferences(a, b, rows, weights, out);
  },
  sharedBits(a, names, b, out): void {
    checkOperands.sharedBits(a, names, b, out);
    sharedBits(a, names, b, out);
  },
  combineRows(a, factors, b, out): void {
    checkOperands.combination(a, b, out);
    checkOperands.factors(factors, out.rows);
    combineRows(a, factors, b, out);
  },
  combineColumns(a, b, factors, out): void {
    checkOperands.combination(a, b, out);
    checkOperands.factors(factors, out.columns);
    combineColumns(a, b, factors, out);
  },
  columnProducts(a, b): Float64Array {
    checkOperands.combination(null, b, a);
    return columnProducts(a, b);
  },
  columnMoments(a): ColumnMoments {
    return columnMoments(a);
  },
  centredPanels(a, view, panels): void {
    checkOperands.centredPanels(a, view, panels);
    centredPanels(a, view, panels);
  },
  addGramProduct(a, vectors, out): void {
    checkOperands.gramProduct(a.rows, vectors, out);
    addGramProduct(a, vectors, out);
  },
  addSparseGramProduct(a, names, vectors, out): void {
    checkOperands.gramProduct(vectors.rows, vectors, out);
    checkOperands.sparseColumns(a, names);
    addSparseGramProduct(a, names, vectors, out);
  },
  foldClasses(block): void {
    checkOperands.classes(block);
    foldClasses(block);
  },
  addScatter(x, c): () => void {
    checkOperands.scatter(x, c);
    addScatter(x, c);
    return () => {};
  },
  symmetricEigen: ((a: Matrix, b?: Matrix): Eigen | null => {
    checkOperands.square(a);
    if (!b) return symmetricEigen(a);
    checkOperands.symmetricProduct(a, b);
    return generalizedEigen(referenceKernels, a, b);
  }) as Kernels["symmetricEigen"],
  coordinateSweep(model, units, passes = 1, enough = 0): number {
    checkOperands.sweep(model, units);
    let change = Number.POSITIVE_INFINITY;
    for (let pass = 0; pass < passes && change > enough; pass++) change = coordinateSweep(model, units);
    return change;
  },
  trainMachines(machines, from, to): number {
    checkOperands.machines(machines, from, to);
    return trainMachines(machines, from, to);
  },
  exp(x, out): void {
    checkOperands.elementwise(x, out);
    exp(x, out);
  },
  log(x, out): void {
    checkOperands.elementwise(x, out);
    log(x, out);
  },
  pow(x, exponent, out): void {
    checkOperands.elementwise(x, out);
    pow(x, exponent, out);
  },

  alone: () => referenceKernels,
  async dispose() {},
};

/** out ← eˣ, element by element. */
export function exp(x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.exp(x[i]);
}

/** out ← ln x. */
export function log(x: Float64Array, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.log(x[i]);
}

/** out ← x^exponent. */
export function pow(x: Float64Array, exponent: number, out: Float64Array): void {
  for (let i = 0; i < x.length; i++) out[i] = math.pow(x[i], exponent);
}

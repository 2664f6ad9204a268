import type { BitMatrix } from "../numeric/bit-matrix.js";
import { Matrix } from "../numeric/matrix.js";
import type { Panels } from "../numeric/panels.js";
import { checkOperands } from "./check-operands.js";
import { generalizedEigen } from "./generalized-eigen.js";
import type {
  CentredView,
  ClassBlock,
  ColumnMoments,
  Eigen,
  Kernels,
  PairMachines,
  PenalizedModel,
  SparseColumns,
  Workspace,
} from "./kernels.js";
import { columnProducts, combineColumns, combineRows } from "./wasm/blocks.js";
import { addScatter, foldClasses } from "./wasm/class-fold.js";
import { coordinateSweep } from "./wasm/coordinate-sweep.js";
import { cholesky, solveTriangular, symmetricEigen } from "./wasm/factors.js";
import { addGramProduct, addSparseGramProduct, centredPanels } from "./wasm/gram.js";
import { KernelMemory } from "./wasm/kernel-memory.js";
import { loadModule } from "./wasm/load-module.js";
import type { Limits, Machine } from "./wasm/machine.js";
import { trainMachines } from "./wasm/machines.js";
import { gemm, gemv, symv, syrk } from "./wasm/products.js";
import { columnMoments, distances, elementwise, sharedBits, weightedDifferences } from "./wasm/samples.js";
import { ThreadPool } from "./wasm/thread-pool.js";

const LIMITS: Limits = { blockBytes: 2 ** 27, stepsWorthSharing: 2 ** 20 };

/** The kernels of assembly/, on one or more threads. */
export class WasmKernels implements Kernels {
  private constructor(
    readonly name: "wasm" | "fast",
    private readonly machine: Machine,
    /** Whether threads and memory are those of other kernels, which let go of them. */
    private readonly isView = false,
  ) {}

  /** Loads the binary and starts the threads; other `limits` are given by tests only. */
  static async create(name: "wasm" | "fast", threads: number, limits: Limits = LIMITS): Promise<WasmKernels> {
    const module = await loadModule(name);
    const memory = new KernelMemory();
    const pool = await ThreadPool.start(module, memory, threads);
    return new WasmKernels(name, { memory, pool, limits });
  }

  /** The same without waiting for the threads: they warm up, and join when they are there. */
  static async prepare(name: "wasm" | "fast", threads: number): Promise<WasmKernels> {
    const module = await loadModule(name);
    const memory = new KernelMemory();
    const pool = await ThreadPool.prepare(module, memory, threads);
    return new WasmKernels(name, { memory, pool, limits: LIMITS });
  }

  get threads(): number {
    return this.machine.pool.threads;
  }

  workspace(): Workspace {
    const { memory } = this.machine;
    const addresses: number[] = [];
    const take = (bytes: number) => {
      const address = memory.allocate(bytes);
      addresses.push(address);
      return address;
    };
    const anything = (length: number) => memory.view(take(8 * length), length);
    const array = (length: number) => anything(length).fill(0);
    return {
      array,
      singles: (length) => memory.singles(take(4 * length), length).fill(0),
      integers: (length) => memory.integers(take(4 * length), length).fill(0),
      matrix: (rows, columns) => new Matrix(array(rows * columns), rows, columns),
      room: (rows, columns) => new Matrix(anything(rows * columns), rows, columns),
      release() {
        for (const address of addresses.splice(0)) memory.free(address);
      },
    };
  }

  gemm(alpha: number, a: Matrix, b: Matrix, beta: number, c: Matrix): void {
    checkOperands.product(a, b, c);
    gemm(this.machine, alpha, a, b, beta, c);
  }

  syrk(alpha: number, a: Matrix, beta: number, c: Matrix): void {
    checkOperands.symmetricProduct(a, c);
    syrk(this.machine, alpha, a, beta, c);
  }

  gemv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void {
    checkOperands.vectorProduct(a, x, y);
    gemv(this.machine, alpha, a, x, beta, y);
  }

  symv(alpha: number, a: Matrix, x: Float64Array, beta: number, y: Float64Array): void {
    checkOperands.square(a);
    checkOperands.vectorProduct(a, x, y);
    symv(this.machine, alpha, a, x, beta, y);
  }

  cholesky(a: Matrix): boolean {
    checkOperands.square(a);
    return cholesky(this.machine, a);
  }

  solveTriangular(l: Matrix, b: Matrix, transposed = false): void {
    checkOperands.solve(l, b);
    solveTriangular(this.machine, l, b, transposed);
  }

  squaredDistances(a: Matrix, b: Matrix, out: Matrix): void {
    checkOperands.distances(a, b, out);
    distances(this.machine, "squaredDistances", a, b, out);
  }

  manhattanDistances(a: Matrix, b: Matrix, out: Matrix): void {
    checkOperands.distances(a, b, out);
    distances(this.machine, "manhattanDistances", a, b, out);
  }

  weightedDifferences(a: Matrix, b: Matrix, rows: Matrix, weights: Matrix, out: Matrix): void {
    checkOperands.differences(a, b, rows, weights, out);
    weightedDifferences(this.machine, a, b, rows, weights, out);
  }

  sharedBits(a: BitMatrix, names: Int32Array, b: BitMatrix, out: Int32Array): void {
    checkOperands.sharedBits(a, names, b, out);
    sharedBits(this.machine, a, names, b, out);
  }

  combineRows(a: Matrix | null, factors: Float64Array, b: Matrix, out: Matrix): void {
    checkOperands.combination(a, b, out);
    checkOperands.factors(factors, out.rows);
    combineRows(this.machine, a, factors, b, out);
  }

  combineColumns(a: Matrix | null, b: Matrix, factors: Float64Array, out: Matrix): void {
    checkOperands.combination(a, b, out);
    checkOperands.factors(factors, out.columns);
    combineColumns(this.machine, a, b, factors, out);
  }

  columnProducts(a: Matrix, b: Matrix): Float64Array {
    checkOperands.combination(null, b, a);
    return columnProducts(this.machine, a, b);
  }

  centredPanels(a: Matrix, view: CentredView, panels: readonly Matrix[]): void {
    checkOperands.centredPanels(a, view, panels);
    centredPanels(this.machine, a, view, panels);
  }

  addGramProduct(a: Matrix, vectors: Matrix, out: Matrix): void {
    checkOperands.gramProduct(a.rows, vectors, out);
    addGramProduct(this.machine, a, vectors, out);
  }

  addSparseGramProduct(a: SparseColumns, names: Int32Array, vectors: Matrix, out: Matrix): void {
    checkOperands.gramProduct(vectors.rows, vectors, out);
    checkOperands.sparseColumns(a, names);
    addSparseGramProduct(this.machine, a, names, vectors, out);
  }

  columnMoments(a: Matrix): ColumnMoments {
    return columnMoments(this.machine, a);
  }

  foldClasses(block: ClassBlock): void {
    checkOperands.classes(block);
    foldClasses(this.machine, block);
  }

  addScatter(x: Panels, c: Matrix): () => void {
    checkOperands.scatter(x, c);
    return addScatter(this.machine, x, c);
  }

  symmetricEigen(a: Matrix): Eigen;
  symmetricEigen(a: Matrix, b: Matrix): Eigen | null;
  symmetricEigen(a: Matrix, b?: Matrix): Eigen | null {
    checkOperands.square(a);
    if (!b) return symmetricEigen(this.machine, a);
    checkOperands.symmetricProduct(a, b);
    return generalizedEigen(this, a, b);
  }

  coordinateSweep(model: PenalizedModel, units: Int32Array, passes = 1, enough = 0): number {
    checkOperands.sweep(model, units);
    return coordinateSweep(this.machine, model, units, passes, enough);
  }

  trainMachines(machines: PairMachines, from: number, to: number): number {
    checkOperands.machines(machines, from, to);
    return trainMachines(this.machine, machines, from, to);
  }

  exp(x: Float64Array, out: Float64Array): void {
    checkOperands.elementwise(x, out);
    elementwise(this.machine, "expArray", x, out);
  }

  log(x: Float64Array, out: Float64Array): void {
    checkOperands.elementwise(x, out);
    elementwise(this.machine, "logArray", x, out);
  }

  pow(x: Float64Array, exponent: number, out: Float64Array): void {
    checkOperands.elementwise(x, out);
    // powArray takes the exponent between its two arrays.
    elementwise(this.machine, "powArray", x, out, exponent);
  }

  alone(): Kernels {
    const { machine } = this;
    return new WasmKernels(this.name, { ...machine, pool: machine.pool.alone() }, true);
  }

  async dispose(): Promise<void> {
    if (this.isView) return;
    this.machine.memory.close();
    await this.machine.pool.end();
  }
}

import { readFile } from "node:fs/promises";
import type { Eigen, Kernels } from "../../src/kernels/kernels.js";
import { requireFinite } from "../../src/kernels/reference/eigen.js";
import { Matrix } from "../../src/numeric/matrix.js";

/** What of the kernels {@link bareKernels} gives; distances also for a part of the output, rows and columns. */
export interface SomeKernels extends Pick<Kernels, "exp" | "log" | "pow" | "columnMoments"> {
  squaredDistances: Distances;
  manhattanDistances: Distances;
  symmetricEigen(a: Matrix): Eigen;
}
type Distances = (
  a: Matrix,
  b: Matrix,
  out: Matrix,
  part?: [i0: number, i1: number, j0: number, j1: number],
) => void;

/**
 * The built kernels, called without the wrapper: matrices are placed with a gap of NaN after each row, and a guard after
 * everything that is placed, so that a write out of bounds is an error.
 */
export async function bareKernels(): Promise<SomeKernels> {
  const binary = await readFile(new URL("../../src/kernels/generated/salience.wasm", import.meta.url));
  const memory = new WebAssembly.Memory({ initial: 1024, maximum: 65536, shared: true });
  const { instance } = await WebAssembly.instantiate(binary, { env: { memory } });
  const wasm = instance.exports as Record<string, (...numbers: number[]) => number>;
  const start = Math.ceil(wasm.heapBase() / 16) * 16;
  const guardBytes = 64;
  const guards: number[] = [];
  let next = start;

  const reserve = (bytes: number) => {
    const at = next;
    const end = at + bytes;
    next = Math.ceil((end + guardBytes) / 16) * 16;
    const missing = next - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / 65536));
    new Uint8Array(memory.buffer, end, guardBytes).fill(0xa5);
    guards.push(end);
    return at;
  };
  const view = (at: number, length: number) => new Float64Array(memory.buffer, at, length);
  const placeArray = (values: Float64Array) => {
    const at = reserve(8 * values.length);
    view(at, values.length).set(values);
    return at;
  };
  const placeMatrix = (m: Matrix) => {
    const stride = m.columns + 3;
    const at = reserve(8 * m.rows * stride);
    const values = view(at, m.rows * stride).fill(NaN);
    for (let i = 0; i < m.rows; i++) for (let j = 0; j < m.columns; j++) values[i * stride + j] = m.get(i, j);
    return [at, stride];
  };
  /** Each call starts from empty memory. */
  const fresh = <Arguments extends unknown[], Result>(call: (...given: Arguments) => Result) => {
    return (...given: Arguments) => {
      next = start;
      guards.length = 0;
      const result = call(...given);
      for (const guard of guards)
        if (new Uint8Array(memory.buffer, guard, guardBytes).some((byte) => byte !== 0xa5))
          throw new Error("the kernel wrote out of bounds");
      return result;
    };
  };
  const elementwise = (name: string) =>
    fresh((x: Float64Array, out: Float64Array) => {
      const at = placeArray(x);
      wasm[name](at, at, x.length);
      out.set(view(at, x.length));
    });
  const distances = (name: string) =>
    fresh<Parameters<Distances>, void>((a, b, out, part = [0, a.rows, 0, b.rows]) => {
      const [at, stride] = placeMatrix(out);
      wasm[name](...placeMatrix(a), ...placeMatrix(b), at, stride, ...part, a.columns);
      const values = view(at, out.rows * stride);
      for (let i = 0; i < out.rows; i++)
        for (let j = 0; j < stride; j++) {
          if (j < out.columns) out.set(i, j, values[i * stride + j]);
          else if (!Number.isNaN(values[i * stride + j]))
            throw new Error("the kernel wrote between the rows");
        }
    });

  return {
    exp: elementwise("expArray"),
    log: elementwise("logArray"),
    pow: fresh((x: Float64Array, exponent: number, out: Float64Array) => {
      const at = placeArray(x);
      wasm.powArray(at, exponent, at, x.length);
      out.set(view(at, x.length));
    }),
    squaredDistances: distances("squaredDistances"),
    manhattanDistances: distances("manhattanDistances"),
    columnMoments: fresh((a: Matrix) => {
      const [at, stride] = placeMatrix(a);
      const means = reserve(8 * a.columns);
      const variances = reserve(8 * a.columns);
      wasm.columnMoments(at, a.rows, a.columns, stride, means, variances, reserve(wasm.momentsWorkBytes()));
      return { means: view(means, a.columns).slice(), variances: view(variances, a.columns).slice() };
    }),
    symmetricEigen: fresh((a: Matrix) => {
      const n = a.rows;
      const [at, stride] = placeMatrix(a);
      const values = reserve(8 * n);
      const vectors = reserve(8 * n * n);
      const status = wasm.symmetricEigen(at, n, stride, values, vectors, reserve(wasm.eigenWorkBytes(n)));
      if (status === 1) requireFinite(a);
      if (status !== 0) throw new Error(`symmetricEigen returned ${status}`);
      return {
        values: view(values, n).slice(),
        vectors: new Matrix(view(vectors, n * n).slice(), n, n).transposed(),
      };
    }),
  };
}

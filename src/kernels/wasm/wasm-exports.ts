/** The exports of assembly/ that calls may name; a call in shared memory holds the place in this list. */
export const operations = [
  "gemm",
  "solveLower",
  "mirrorLower",
  "gemvRows",
  "gemvColumns",
  "squaredDistances",
  "manhattanDistances",
  "weightedDifferences",
  "columnMoments",
  "sharedBits",
  "expArray",
  "logArray",
  "powArray",
  "combineRows",
  "combineColumns",
  "columnProducts",
  "centredRows",
  "imagesOf",
  "addFromImages",
  "addSparseGram",
  "classFold",
  "addPanelProducts",
  "classProducts",
  "trainMachines",
] as const;

/** The exports that only the calling thread uses. */
export const singleOperations = [
  "heapBase",
  "scratchBytes",
  "choleskyLeaf",
  "coordinateSweep",
  "machineBytes",
  "clearUpper",
  "symv",
  "symmetricEigen",
  "eigenWorkBytes",
] as const;

/** Name of an operation that threads share. */
export type Operation = (typeof operations)[number];

/** One piece of work: an operation and its arguments, as in assembly/, except `scratch`, which each thread adds. */
export type Call = readonly [operation: Operation, ...args: number[]];

/** The exports of an instance. Addresses above 2 GB come back negative; arguments may be given either way. */
export type WasmExports = Readonly<
  Record<Operation | (typeof singleOperations)[number], (...args: number[]) => number>
>;

/** What an instance needs: memory that all threads share. */
export function importsOf(memory: WebAssembly.Memory): WebAssembly.Imports {
  return { env: { memory } };
}

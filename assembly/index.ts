/**
 * Everything the kernels export. Pointers are byte addresses, strides count elements and may be negative. Nothing here
 * knows of threads or allocates: whoever calls splits the output, and gives each thread its own `scratch`.
 */

export * from "./blocks";
export { centredRows } from "./centred-rows";
export { choleskyLeaf } from "./cholesky-leaf";
export { classFold } from "./class-fold";
export { coordinateSweep } from "./coordinate-sweep";
export { weightedDifferences } from "./differences";
export * from "./distances";
export * from "./eigen";
export { gemm } from "./gemm";
export { gemvColumns, gemvRows } from "./gemv";
export { addFromImages, imagesOf } from "./gram-product";
export * from "./machines";
export * from "./math";
export * from "./moments";
export { addPanelProducts } from "./panel-products";
export { scratchBytes } from "./scratch";
export { sharedBits } from "./shared-bits";
export { solveLower } from "./solve-lower";
export { addSparseGram } from "./sparse-gram";
export { symv } from "./symv";
export { clearUpper, mirrorLower } from "./triangle";

/** Where static data ends and memory is free to be handed out. */
export function heapBase(): usize {
  return __heap_base;
}

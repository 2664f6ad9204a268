/**
 * Elementary functions that give the same bits in every engine, which Math.exp and its like do not. They use nothing
 * but IEEE additions, multiplications, divisions, comparisons and the bits of a number. Their error stays below 0.53
 * units in the last place, and 0.75 for subnormal results, which are rounded twice. Special values are those of
 * JavaScript's Math. The kernels hold the same algorithms for whole arrays (assembly/math.ts): change both together.
 */
export { exp, pow } from "./math/exp.js";
export { log, log1p, log2, log10 } from "./math/log.js";

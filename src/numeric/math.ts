/**
 * Elementary functions that give the same bits in every engine, which Math.exp and its like do not. They use nothing
 * but IEEE additions, multiplications, divisions, comparisons and the bits of a number. Their error stays below 0.53
 * units in the last place, and 0.75 for subnormal results, which are rounded twice. Special values are those of
 * JavaScript's Math. The kernels hold the same algorithms for whole arrays (assembly/math.ts): change both together.
 */
export { exp } from "./math/exp.js";
export { log } from "./math/log.js";
export { log1p } from "./math/log1p.js";
export { log2 } from "./math/log2.js";
export { log10 } from "./math/log10.js";
export { pow } from "./math/pow.js";

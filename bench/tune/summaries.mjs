import { sizes } from "./settings.mjs";

/** @typedef {import("../tune.mjs").Measured} Measured */
/** @typedef {import("../../src/experiment/tune/choose.js").TunedPoint} TunedPoint */

const { choose, tunedPoint } = await import(
  new URL("../../build/experiment/tune/choose.js", import.meta.url).href
);

/**
 * The accuracy in every outer fold of what inner folds chose there.
 * @param {Measured} measured
 * @param {(point: TunedPoint) => boolean} among
 * @param {"best" | "one-se"} rule
 */
function nested({ outer, inner }, among, rule) {
  const fixed = outer.filter(among);
  const folds = fixed[0].folds.map((_, fold) => {
    const { candidate, k } = inner.length > 0 ? choose(inner[fold].filter(among), rule).chosen : fixed[0];
    const point = /** @type {TunedPoint} */ (fixed.find((one) => one.candidate === candidate && one.k === k));
    return { value: point.folds[fold], candidate, k };
  });
  return {
    ...tunedPoint(
      0,
      0,
      folds.map(({ value }) => value),
    ),
    settings: folds,
  };
}

/**
 * Options chosen for each k of the table on its own.
 * @param {Measured} measured
 */
export function tunedAtEachK(measured) {
  const most = Math.max(...measured.ks);
  return {
    dataset: measured.dataset,
    method: measured.method,
    at: sizes.map((size) => {
      const k = Math.min(size, most);
      const among = (/** @type {TunedPoint} */ point) => point.k === k;
      const [first] = measured.outer.filter(among);
      return {
        k: size,
        best: nested(measured, among, "best").mean,
        oneSe: nested(measured, among, "one-se").mean,
        defaults: first.mean,
      };
    }),
  };
}

/**
 * Options and k chosen together, beside the best fixed choice.
 * @param {Measured} measured
 */
export function fixedAndAuto(measured) {
  const all = () => true;
  return {
    dataset: measured.dataset,
    candidates: measured.candidates,
    fixed: choose(measured.outer, "best").best,
    best: nested(measured, all, "best"),
    oneSe: nested(measured, all, "one-se"),
  };
}

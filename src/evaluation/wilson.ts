import { InputError } from "../numeric/input-error.js";

/** The normal quantile for an interval that covers 95 %. */
const z = 1.959963984540054;

/** Wilson's 95 % interval for a share of which `count` of `total` draws tell. It never leaves 0 to 1. */
export function wilsonInterval(count: number, total: number): { low: number; high: number } {
  if (!(total >= 1 && count >= 0 && count <= total))
    throw new InputError(`an interval for ${count} of ${total} draws was asked for; 0 to all of them can be`);
  const share = count / total;
  const scale = 1 + (z * z) / total;
  const centre = (share + (z * z) / (2 * total)) / scale;
  const half = (z / scale) * Math.sqrt((share * (1 - share)) / total + (z * z) / (4 * total * total));
  // At the ends one side is exact; rounding must not say otherwise.
  return {
    low: count === 0 ? 0 : Math.max(0, centre - half),
    high: count === total ? 1 : Math.min(1, centre + half),
  };
}

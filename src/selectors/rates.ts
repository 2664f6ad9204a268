import type { Cost } from "./selector.js";

/** How fast a machine is, a second; on one thread. */
export interface Rates {
  /** Steps of plain loops. */
  readonly scalar: number;
  /** Operations of large matrix products. */
  readonly matrix: number;
  /** Numbers that a narrow product reads. */
  readonly moved: number;
  /** Kernel calls that have next to nothing to do. */
  readonly calls: number;
}

/** A machine of 2023 with SIMD; for what must not depend on the machine at hand. */
export const usualRates: Rates = { scalar: 1e9, matrix: 2e10, moved: 1.8e9, calls: 2.5e5 };

/** Each thread beyond the first adds this much of itself. */
const sharedWell = 0.8;

/** What counted work takes at these rates. */
export function secondsOf(
  { scalar, shared = 0, matrix, alone = 0, moved = 0, calls = 0 }: Cost,
  rates: Rates,
  threads = 1,
): number {
  const together = 1 + sharedWell * (threads - 1);
  return (
    (scalar + shared / together) / rates.scalar +
    (alone + (matrix - alone) / together) / rates.matrix +
    moved / rates.moved +
    calls / rates.calls
  );
}

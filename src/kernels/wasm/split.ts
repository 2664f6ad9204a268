/** A part of a line of numbers: `count` of them from `from`. */
export interface Slice {
  from: number;
  count: number;
}

/** Cuts `size` into slices of `step`, the last one perhaps shorter. */
export function slices(size: number, step: number): Slice[] {
  const result: Slice[] = [];
  for (let from = 0; from < size; from += step) result.push({ from, count: Math.min(step, size - from) });
  return result;
}

/** Cuts `size` into at most `parts` slices that are multiples of `granule`, the last one perhaps not. */
export function partsOf(size: number, parts: number, granule: number): Slice[] {
  return slices(size, Math.max(granule, Math.ceil(size / parts / granule) * granule));
}

/** Cuts `size` in two at a multiple of `granule`; null when it is too small for that. */
export function halvesOf(size: number, granule: number): [Slice, Slice] | null {
  const first = Math.ceil(size / 2 / granule) * granule;
  return first < size
    ? [
        { from: 0, count: first },
        { from: first, count: size - first },
      ]
    : null;
}

/** What the search asks: how much each feature says about the classes, and how much it repeats another. */
export interface Measure {
  /** One value per feature, in units. */
  readonly relevance: Float64Array;
  /** What a unit is worth in the scores. */
  readonly unit: number;
  /** About so many values are looked at between two reports of progress: a few milliseconds of work. */
  readonly valuesPerChunk: number;
  /** Adds what each of these features shares with the chosen one, in units, to its place in `sums`. */
  addRedundancy(chosen: number, features: Int32Array, sums: Float64Array): void;
}

/** So many values are a few milliseconds of work where each is looked at by itself. */
export const valuesPerChunk = 2e6;

/** Works on some features after others, about `values` values at a time, and tells the part done. */
export async function inChunks(
  features: Int32Array,
  rows: number,
  values: number,
  progress: (fraction: number) => Promise<void>,
  work: (some: Int32Array) => void,
): Promise<void> {
  const width = Math.max(1, Math.floor(values / rows));
  for (let start = 0; start < features.length; start += width) {
    const end = Math.min(features.length, start + width);
    work(features.subarray(start, end));
    await progress(end / features.length);
  }
}

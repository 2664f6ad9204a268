import type { Dataset } from "../data/dataset.js";
import { defaultMethod } from "../selectors/registry.js";
import { type Selection, select } from "../selectors/select.js";
import { type TuneOptions, type Tuning, tune } from "./tune.js";

/** A selection and what led to its k and options. */
export interface TunedSelection {
  readonly selection: Selection;
  readonly tuning: Tuning;
}

/** The part of the work that is tuning, for the progress. */
const tuning = 0.95;

/**
 * Chooses k and options by {@link tune} and selects with them on all rows. The method sees the data as it is, in the folds
 * too, unless `selectOn` says otherwise, since that is what `select` shows it.
 */
export async function selectTuned(data: Dataset, given: TuneOptions = {}): Promise<TunedSelection> {
  const { method = defaultMethod, keep, exclude, seed, kernels, threads, signal, onProgress } = given;
  const found = await tune(data, {
    selectOn: "raw",
    ...given,
    onProgress: onProgress && ((part) => onProgress(tuning * part)),
  });
  const selection = await select(data, {
    ...found.options,
    method,
    k: found.k,
    keep,
    exclude,
    seed,
    kernels,
    threads,
    signal,
    onProgress: onProgress && ((part) => onProgress(tuning + (1 - tuning) * part)),
  });
  return { selection, tuning: found };
}

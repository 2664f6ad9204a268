import { ownOptions } from "../core/option.js";
import { type DataInput, type DataInputOptions, type Dataset, toDataset } from "../data/dataset.js";
import type { AnyClassifier, DefaultClassifier } from "../models/classifiers.js";
import { type DefaultMethod, defaultMethod, type Method } from "../selectors/registry.js";
import { type Selection, selectWith } from "../selectors/select.js";
import type { SelectionJson } from "../selectors/selection.js";
import {
  type PlainTuneOptions,
  type TuneOptions,
  type Tuning,
  type TuningJson,
  tuneSettingNames,
  tuneWith,
} from "./tune.js";

/** A selection in JSON with what led to its k and options. */
export type TunedSelectionJson = SelectionJson & { readonly tuning: TuningJson };

/** A selection and what led to its k and options. */
export interface TunedSelection {
  readonly selection: Selection;
  readonly tuning: Tuning;
  toJSON(): TunedSelectionJson;
}

/** A tuned selection from its parts. */
export const tunedSelection = (selection: Selection, tuning: Tuning): TunedSelection => ({
  selection,
  tuning,
  toJSON: () => ({ ...selection.toJSON(), tuning: tuning.toJSON() }),
});

/** The part of the work that is tuning, for the progress. */
const tuning = 0.95;

/**
 * Chooses k and options by {@link tune} and selects with them on all rows. The method sees the data as it is, in the folds
 * too, unless `selectOn` says otherwise, since that is what `select` shows it.
 */
export async function selectTuned<
  const M extends Method = DefaultMethod,
  const C extends AnyClassifier = DefaultClassifier,
>(data: DataInput, options?: { method?: M; classifier?: C } & TuneOptions<M, C>): Promise<TunedSelection>;
export async function selectTuned(
  data: DataInput,
  { target, ...given }: PlainTuneOptions & DataInputOptions = {},
): Promise<TunedSelection> {
  return selectTunedWith(toDataset(data, { target }), {
    ...given,
    options: ownOptions(given, tuneSettingNames),
  });
}

/** {@link selectTuned} for a method and a classifier that are known at run time only. */
export async function selectTunedWith(data: Dataset, given: PlainTuneOptions): Promise<TunedSelection> {
  const { method = defaultMethod, keep, exclude, adjust, costs } = given;
  const { seed, kernels, threads, signal, onProgress } = given;
  const found = await tuneWith(data, {
    selectOn: "raw",
    ...given,
    onProgress: onProgress && ((part) => onProgress(tuning * part)),
  });
  const selection = await selectWith(data, {
    method,
    options: found.options,
    k: found.k,
    keep,
    exclude,
    adjust,
    costs,
    seed,
    kernels,
    threads,
    signal,
    onProgress: onProgress && ((part) => onProgress(tuning + (1 - tuning) * part)),
  });
  return tunedSelection(selection, found);
}

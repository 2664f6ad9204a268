import type { Dataset } from "../data/dataset.js";
import { checkOption, completeOptions, type NumberOption } from "../data/option.js";
import { requireSelectable } from "../data/require-selectable.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { type LinearMap, project } from "../models/linear-map.js";
import { InputError } from "../numeric/input-error.js";
import type { Matrix } from "../numeric/matrix.js";
import { Random } from "../numeric/random.js";
import { ProgressReporter } from "./progress-reporter.js";
import { constantFeatures, rank } from "./rank.js";
import { defaultMethod, findSelector } from "./registry.js";
import type { Trace } from "./selector.js";

/** What {@link select} takes; a method's own options stand beside these by name. */
export interface SelectOptions {
  /** A name from the registry. */
  method?: string;
  /** How many features to pick; 20, or all where there are fewer. */
  k?: number;
  /** The same seed gives the same result. */
  seed?: number;
  /** Kernels to use, or which ones to make: `wasm` (default) has the same bits everywhere, `fast` is faster. */
  kernels?: Kernels | KernelsName;
  /** How many threads kernels made here may use. */
  threads?: number;
  /** Told the part done, from 0 to 1, never falling. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
  [methodOption: string]: unknown;
}

/** What {@link select} gives. */
export interface Selection {
  readonly method: string;
  /** Every option of the method, defaults filled in. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly k: number;
  readonly seed: number;
  /** All features, best first. */
  readonly ranking: Int32Array;
  /** One raw score per feature. */
  readonly scores: Float64Array;
  /** Which scores are better. */
  readonly direction: "larger" | "smaller";
  /** The names of the top k. */
  readonly features: readonly string[];
  /** How an iterative method went. */
  readonly trace?: Trace;
  /** Evidence for the result, where the method has any. */
  readonly certificate?: Readonly<Record<string, number | boolean>>;
  /** What the method chose itself, by option name, and in `why` the reason. */
  readonly chosen?: Readonly<Record<string, number | string>>;
  /** The transformation behind the scores, where the method learns one. */
  readonly map?: LinearMap;
  /** The data seen through that transformation, one row per sample: the discriminant plot. */
  project(data: Dataset): Matrix;
  /** The data with only the top k columns, best first; found by name, so it fits any data that has these features. */
  transform(data: Dataset): Dataset;
}

const defaultK = 20;

/** Ranks all features of the data and picks the best k. The data is not changed. */
export async function select(data: Dataset, given: SelectOptions = {}): Promise<Selection> {
  const { method = defaultMethod, k: givenK, seed = 1, kernels, threads, onProgress, signal, ...own } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  requireSelectable(data, selector.supervised);
  checkOption("k", wholeNumber(1, data.features), givenK ?? 1);
  checkOption("seed", wholeNumber(0, 2 ** 32 - 1), seed);
  if (threads !== undefined) checkOption("threads", wholeNumber(1, 64), threads);
  const k = givenK ?? Math.min(defaultK, data.features);

  const progress = new ProgressReporter(onProgress, signal);
  await progress.report(0);
  const lender = new KernelsLender(kernels, threads);
  try {
    const scored = await selector.score(data, options, {
      k,
      random: new Random(seed),
      kernels: () => lender.get(),
      progress: (fraction) => progress.report(fraction),
    });
    const ranking = rank(scored.scores, selector.direction, constantFeatures(data), scored.order);
    await progress.report(1);
    const features = Array.from(ranking.subarray(0, k), (j) => data.featureNames[j]);
    return {
      method: selector.name,
      options,
      k,
      seed,
      ranking,
      scores: scored.scores,
      direction: selector.direction,
      features,
      ...(scored.trace && { trace: scored.trace }),
      ...(scored.certificate && { certificate: scored.certificate }),
      ...(scored.chosen && { chosen: scored.chosen }),
      ...(scored.map && { map: scored.map }),
      project: (other) => projectThrough(scored.map, selector.name, other),
      transform: (other) => selectByName(other, features),
    };
  } finally {
    await lender.giveBack();
  }
}

const wholeNumber = (min: number, max: number): NumberOption => ({
  type: "number",
  integer: true,
  default: min,
  min,
  max,
  help: "",
});

function projectThrough(map: LinearMap | undefined, method: string, data: Dataset): Matrix {
  if (!map) throw new InputError(`${method} learns no transformation, so there is nothing to project with`);
  return project(map, data);
}

function selectByName(data: Dataset, names: readonly string[]): Dataset {
  const placeOf = new Map(data.featureNames.map((name, j) => [name, j]));
  return data.selectColumns(
    names.map((name) => {
      const place = placeOf.get(name);
      if (place === undefined)
        throw new InputError(`the data has no feature "${name}"; it needs the features that were selected`);
      return place;
    }),
  );
}

/** Kernels are made only when a method asks for them, and only those made here are disposed of. */
class KernelsLender {
  private made: Promise<Kernels> | null = null;

  constructor(
    private readonly given: Kernels | KernelsName | undefined,
    private readonly threads: number | undefined,
  ) {}

  get(): Promise<Kernels> {
    if (typeof this.given === "object") return Promise.resolve(this.given);
    this.made ??= createKernels({ kernels: this.given, threads: this.threads });
    return this.made;
  }

  async giveBack(): Promise<void> {
    await (await this.made)?.dispose();
  }
}

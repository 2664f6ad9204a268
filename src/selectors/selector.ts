import type { Remedy } from "../core/diagnostic.js";
import { type Notice, notice } from "../core/notice.js";
import type { OptionDefinitions, OptionValues } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import type { WideColumns } from "../data/wide/wide-columns.js";
import type { Kernels } from "../kernels/kernels.js";
import type { ClassWeight } from "../models/class-weight.js";
import type { LinearMap } from "../models/linear-map.js";
import type { Moments } from "../models/moments.js";
import type { Random } from "../numeric/random.js";

/**
 * A method of feature selection: data that describes it and a pure function that scores features. Ranking, names,
 * transform, validation, command-line flags and the contract tests all derive from it.
 */
export interface Selector<D extends OptionDefinitions = OptionDefinitions> {
  /** The name users write. */
  readonly name: string;
  readonly title: string;
  /** What a score means, in one sentence. */
  readonly summary: string;
  /** The work behind it, as in a list of references. */
  readonly citation: string;
  /** How a sentence cites that work: `Tao et al., 2016`. */
  readonly citedAs?: string;
  /** The work as an entry for BibTeX. */
  readonly bibtex?: string;
  /** Whether it needs labels. */
  readonly supervised: boolean;
  /** `continuous`: it can also work with `data.targets`, numbers to predict in place of classes. Absent: classes only. */
  readonly targets?: "continuous";
  /** Which scores are better. */
  readonly direction: "larger" | "smaller";
  /** Whether it has a running result, which `onInterim` is told and may take. */
  readonly anytime?: boolean;
  /**
   * How it takes categories: encoded as several columns of which `context.parts` tells the feature, all of which must get
   * the same score (`parts`); or as codes with `data.categories` (`levels`). Absent: it takes numbers only.
   */
  readonly categories?: "parts" | "levels";
  /** Whether it takes missing values as they are, NaN in the data; absent: they are filled for it. */
  readonly missing?: "native";
  /** Whether it weighs blocks of columns as a whole, which `context.blocks` names; else a block stands where its best column does. */
  readonly weighsBlocks?: boolean;
  /** Whether it prefers features that cost less, which `context.costs` says; else costs are refused. */
  readonly weighsCosts?: boolean;
  readonly options: D;
  /** The URL of the module that exports it, `import.meta.url`: worker threads load it from there. */
  readonly module?: string;
  /**
   * Sets of options that are worth trying on data where the defaults may not be the best, cheap ones first; `tune` tries
   * the defaults and these. Absent: nothing is worth it.
   */
  readonly candidates?: readonly Partial<OptionValues<D>>[];
  /**
   * Whether the k best features under these options depend on which k is wanted, so that the first k of a longer list
   * are not the list for k. Experiments over several k then fit the method again for each; absent means no.
   */
  dependsOnK?(options: OptionValues<D>): boolean;
  /** How several settings are fitted together, where that is faster than one after another. */
  readonly path?: SelectorPath<D>;
  /**
   * What a run does on data of this size under these options, counted before it: `CountedWork` adds it up. Estimates multiply the
   * counts with rates that are measured on the machine.
   */
  cost(shape: DataShape, options: OptionValues<D>): Cost;
  /** Whether `cost` counts all that threads can share: a run then gets one thread where others would not pay. */
  readonly countsSharing?: boolean;
  score(data: Dataset, options: OptionValues<D>, context: SelectorContext): Promise<Scored>;
  /** The same for columns that do not fit into memory together; absent where it needs all of them at once. */
  scoreWide?(wide: WideColumns, options: OptionValues<D>, context: SelectorContext): Promise<WideScored>;
  /** Whether under these options it needs all values at once though it has `scoreWide`; absent means no. */
  needsAllValues?(options: OptionValues<D>): boolean;
  /** How it works where only moments are known, so that rows can be read in blocks; absent: it needs the rows in memory. */
  readonly fromMoments?: MomentsScoring<D>;
}

/** Scores of columns that were read in blocks. */
export interface WideScored {
  readonly scored: Scored;
  /** 1 for every column that does not vary. */
  readonly constant: Uint8Array;
  /** What was filled. */
  readonly notices: readonly Notice[];
}

/** How a method works from moments alone. */
export interface MomentsScoring<D extends OptionDefinitions = OptionDefinitions> {
  /** The whole scatter inside the classes, features × features, or only the spread of each feature. */
  readonly needs: "scatter" | "spreads";
  /** How much each class counts in the scatter that these options ask for; by its rows if absent. */
  scatterWeight?(options: OptionValues<D>): ClassWeight;
  /** What in these options needs the rows all the same, as the name of an option; null where nothing does. */
  needsRows?(options: OptionValues<D>): string | null;
  /** With `needs: "scatter"` the moments have `within`. */
  score(moments: Moments, options: OptionValues<D>, context: SelectorContext): Promise<Scored>;
}

/** A grid of settings that a method fits along one path, each beginning from a neighbour's result. */
export interface SelectorPath<D extends OptionDefinitions = OptionDefinitions> {
  /** The options that vary along the path. */
  readonly along: readonly string[];
  /** The values of these options at the point that such options name; null where they are no point of a path. */
  pointOf(options: OptionValues<D>): PathPlace | null;
  /** Fits all combinations of these values, under the other options; the points may come in any order. */
  fit(
    data: Dataset,
    options: OptionValues<D>,
    grid: PathGrid,
    context: SelectorContext,
  ): Promise<readonly FittedPoint[]>;
}

/** Where a point stands on its path: the value of each option that varies along it. */
export type PathPlace = Readonly<Record<string, number>>;

/** Values to fit, for each option that varies along a path. */
export type PathGrid = Readonly<Record<string, readonly number[]>>;

/** What a method gives for one point of a path. */
export interface FittedPoint {
  readonly place: PathPlace;
  /** All features, best first. */
  readonly order: Int32Array;
  /** How many features the fit has not set to zero. */
  readonly support: number;
}

/** The size of a dataset. */
export interface DataShape {
  readonly rows: number;
  readonly features: number;
  readonly classes: number;
  /** How many values are stored: rows × features, or fewer where the data is sparse. */
  readonly entries: number;
  /** How many features are wanted. */
  readonly k: number;
  /** How much classes overlap, from 0 to 0.5, where somebody looked (`classOverlap`). */
  readonly overlap?: number;
}

/** What a method will need. */
export interface Cost {
  /** Steps of plain loops, each of which reads a number and does something simple with it. */
  readonly scalar: number;
  /** The same inside kernels, where threads share them. */
  readonly shared?: number;
  /** Operations inside the matrix kernels. */
  readonly matrix: number;
  /** Those of them in calls that are too small to be shared among threads. */
  readonly alone?: number;
  /** Numbers that the kernels read and write. */
  readonly moved?: number;
  /** How often kernels are called. */
  readonly calls?: number;
  /** Memory beside the data. */
  readonly bytes: number;
}

/** What a selector is given besides the data: it takes nothing from anywhere else. */
export interface SelectorContext {
  /** How many features the user wants, kept ones included. */
  readonly k: number;
  /**
   * Columns of the data that will be picked whatever the method says, rising. A method that weighs features against each
   * other may choose the others given these; any method may ignore them, they are put first afterwards.
   */
  readonly kept?: Int32Array;
  /** There when columns of the data stand or fall together. A method may ignore it: they are put side by side afterwards. */
  readonly blocks?: FeatureBlocks;
  /**
   * There when some features take several columns of the data: the feature of each column, counting from 0. The columns of
   * a feature that has several stand for the levels of a category; they must all get the same score.
   */
  readonly parts?: Int32Array;
  /**
   * There when values of some columns of numbers were missing and were filled: 1 for these columns. Filled values hardly vary,
   * so such a column is smaller than it would be; a method that goes by the size of columns must not prefer it for that.
   */
  readonly filled?: Uint8Array;
  /**
   * There when features differ in what it costs to measure them: the cost of each column, above 0, where 1 is usual. The
   * columns of a feature have its cost each; the price of a group as a whole is divided among its features.
   */
  readonly costs?: Float64Array;
  readonly random: Random;
  kernels(): Promise<Kernels>;
  /**
   * Tells how far the work is, from 0 to 1; ends it when it was aborted, and lets other work of the program run now
   * and then. Call it at least a few times a second.
   */
  progress(fraction: number): Promise<void>;
  /** There when someone wants to hear of running results; true asks to take this one as the result. */
  readonly interim?: (running: Interim) => boolean;
  /** There when someone wants to see every step of an iterative method. */
  readonly step?: (step: Step) => void;
}

/** Columns that stand or fall together: those of a group of features, or those that stand for one category. */
export interface FeatureBlocks {
  /** The block of each column, counting from 0; a column that stands alone is a block of its own. */
  readonly of: Int32Array;
  /** How many blocks are to be picked. */
  readonly wanted: number;
}

/** Where an iterative method stands after a step. */
export interface Step {
  /** What the method minimises, over the features that are still worked on. */
  readonly objective: number;
  /** How many features are still worked on. */
  readonly left: number;
  /** One score per feature as it stands, 0 for those no longer worked on; made when asked for. */
  scores(): Float64Array;
}

/** A running result: what is known so far of scores that are means over the samples. */
export interface Interim {
  /** How many samples it rests on, taken in random order. */
  readonly done: number;
  /** How many will be taken if nobody stops. */
  readonly total: number;
  /** One raw score per feature. */
  readonly scores: Float64Array;
  /** The standard error of each score as an estimate of the one that all samples would give. */
  readonly errors: Float64Array;
  /** All features, best first. */
  readonly ranking: Int32Array;
  /** How many features are looked for. */
  readonly k: number;
  /** How many are sure, at `confidence`, to be among the best k when all samples are in. */
  readonly settled: number;
  readonly confidence: number;
}

/** What a selector gives. */
export interface Scored {
  /** One raw score per feature. */
  readonly scores: Float64Array;
  /** Standard errors of scores that were estimated from a part of the samples. */
  readonly errors?: Float64Array;
  /**
   * With blocks, the part of its block's score that each feature carries; those of a block add up to 1. Only methods that
   * weigh blocks as a whole know it.
   */
  readonly shares?: Float64Array;
  /** All features, best first, for methods whose order is not that of their scores. */
  readonly order?: Int32Array;
  /** How an iterative method went. */
  readonly trace?: Trace;
  /** Evidence for the result, where the method has any. */
  readonly certificate?: Readonly<Record<string, number | boolean>>;
  /** What the method chose itself, by option name, and in `why` the reason. */
  readonly chosen?: Readonly<Record<string, number | string>>;
  /** The transformation behind the scores, where the method learns one. */
  readonly map?: LinearMap;
  /** Which definition of the method was used, in a sentence, where tools differ in it; or what scores mean, where that depends on the options. */
  readonly definition?: string;
  /** What to know before trusting the result, with the evidence; {@link methodWarning} makes one. */
  readonly notices?: readonly Notice[];
}

/** The course of an iterative method. */
export interface Trace {
  readonly objective: readonly number[];
  readonly divergence: readonly number[];
  readonly iterations: number;
  readonly converged: boolean;
}

/** A warning about a method's result; what to do about it stands in the remedies. */
export const methodWarning = (text: string, remedies: readonly Remedy[] = []): Notice =>
  notice("warning", "method", text, {}, remedies);

/**
 * A method of one's own: give it to `select`, `evaluate`, `compare`, `tune` or `stabilitySelection` in place of a name, or
 * export it from a module for `loadPlugin` and `--plugin`. It keeps the types of its options.
 */
export const defineSelector = <const D extends OptionDefinitions>(selector: Selector<D>): Selector<D> =>
  selector;

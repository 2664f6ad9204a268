import type { OptionValue, PlainOptions } from "../core/option.js";
import type { Reading } from "../data/reading-options.js";
import type { DescribeOptions } from "../evaluation/describe-features.js";
import type { MetricName } from "../evaluation/metrics.js";
import type { FoldCount, RareClasses } from "../evaluation/rare-classes.js";
import type { Protocol } from "../experiment/plan-experiment.js";
import type { BaselineName } from "../experiment/task.js";
import type { TuningRule } from "../experiment/tune/tuning-plan.js";
import type { KernelsName } from "../kernels/kernels.js";
import type { ImageShape } from "../report/image-shape.js";

/** The form of plans; the number rises when an older reader could not make sense of it. */
export const planSchema = "salience/plan@1";

/**
 * What to compute, as plain JSON: how to read, what to select, how to judge, what to report. The command line makes one from
 * flags and the studio from a form; `runStudy` runs it, and the command, the program and the recipe that repeat the run are
 * rendered from it. What is absent has its default.
 */
export type Plan = SelectPlan | ComparePlan | TunePlan | StabilityPlan | PathPlan;

/** What a plan computes. */
export type StudyTask = Plan["task"];

/** What every plan has. */
interface PlanOf<Task extends string> {
  readonly schema: typeof planSchema;
  readonly task: Task;
  /** The files, in the order in which `runStudy` gets their data. */
  readonly data: readonly PlannedFile[];
  /** The same seed gives the same result; 1 if absent. */
  readonly seed?: number;
  /** `wasm`, the default, has the same bits everywhere; `fast` may differ in the last ones. */
  readonly kernels?: KernelsName;
}

/** A file and how it is read. */
export interface PlannedFile {
  /** Its name without folders; `bundled:digits` and `bundled:planted` are data that ships with the package. */
  readonly source: string;
  readonly reading?: Reading;
  /** `test`: the selections made on the other file are tested on this one, in place of folds. */
  readonly role?: "test";
}

/** Options of a method or a classifier by name; those that are absent have their defaults. */
export type PlannedOptions = PlainOptions;

/** A method with its options. */
export interface PlannedMethod {
  /** A name from the registry; `dfs` if absent. */
  readonly method?: string;
  readonly options?: PlannedOptions;
}

/** Features that the user decides about. */
export interface PlannedConstraints {
  /** Features that are always selected; names, names of groups, or patterns such as `gene_*`. */
  readonly keep?: readonly string[];
  /** Features that the method does not see. */
  readonly exclude?: readonly string[];
  /** Columns of known influences, which are taken away from the features; they are no features themselves. */
  readonly adjust?: readonly string[];
  /** What features or groups cost, numbers above 0 by name; the others cost 1. */
  readonly costs?: Readonly<Record<string, number>>;
  /** The file that these costs were read from. */
  readonly costsFile?: string;
}

/** How selections are judged. */
export interface Judging {
  /** The classifier that predicts the held-out rows from the selected features; `svm` if absent. */
  readonly classifier?: string;
  readonly classifierOptions?: PlannedOptions;
  /** What is measured; accuracy if absent. */
  readonly metric?: MetricName;
  /** 5 if absent. */
  readonly folds?: FoldCount;
  /** How often the folds are drawn anew; 1 if absent. */
  readonly repeats?: number;
  /** What to do with classes that are smaller than the number of folds; `error` if absent. */
  readonly rareClasses?: RareClasses;
}

/** Whether selection sees the held-out rows, and what chance gives. */
export interface Protocols {
  /** `nested`, the default: selection sees training rows only. `paper`: it sees all rows, which leaks. */
  readonly protocol?: Protocol;
  /** How often labels are shuffled to see what chance gives. */
  readonly permutations?: number;
}

/** Which settings of a method are tried, and how one of them is chosen. */
export interface Tuned {
  /** Numbers of features to choose from; a list in steps of about 1.6 if absent. */
  readonly k?: readonly number[];
  /** Values to try for options of the method, in place of its own list. */
  readonly try?: Readonly<Record<string, readonly OptionValue[]>>;
  /** Values of gamma, and of p for each gamma. */
  readonly gammas?: readonly number[];
  readonly ps?: readonly number[];
  /** `one-se`, the default: the simplest setting within one standard error of the best; or the `best`. */
  readonly rule?: TuningRule;
}

/** Ranks the features of a file and picks the best. */
export interface SelectPlan extends PlanOf<"select"> {
  readonly select: PlannedMethod &
    PlannedConstraints & {
      /** How many features; 20 if absent. `auto`: chosen by cross-validation together with the options. */
      readonly k?: number | "auto";
      /** Features that are selected or left out together, by the name of their group. */
      readonly featureGroups?: Readonly<Record<string, readonly string[]>>;
      /** The file that these groups were read from. */
      readonly featureGroupsFile?: string;
    };
  /** With k `auto`: what is tried. */
  readonly tune?: Tuned;
  /** How k is chosen and accuracy is measured. */
  readonly judge?: Judging;
  /** Present where accuracy is measured, and for which numbers of features; a few around the selected number if absent. */
  readonly measure?: Protocols & { readonly k?: readonly number[] };
  /** How the features are described beside their scores; by F tests if absent. */
  readonly describe?: DescribeOptions;
  /** Whether the recipe holds a classifier fitted on the selected features. */
  readonly model?: boolean;
  readonly report?: {
    /** How the features make up an image; guessed if absent. */
    readonly image?: Partial<ImageShape> | "none";
  };
}

/** Compares methods on the same folds. */
export interface ComparePlan extends PlanOf<"compare"> {
  readonly select: PlannedConstraints &
    SelectOn & {
      readonly methods: readonly (PlannedMethod & {
        /** What to call it where the same method is compared twice. */
        readonly label?: string;
      })[];
      /** Numbers of features; the usual number if absent. */
      readonly k?: readonly number[];
      /** What the methods are held against: all features, as many random ones; nothing if absent. */
      readonly baselines?: readonly BaselineName[];
    };
  readonly judge?: Judging &
    Protocols & {
      /** Whether the accuracy of the other protocol is measured too; yes if absent. */
      readonly sideBySide?: boolean;
    };
  /** Present where the options of each method are chosen for each k inside the training folds. */
  readonly tune?: Omit<Tuned, "k">;
}

/** Chooses the number of features and the options of a method by cross-validation. */
export interface TunePlan extends PlanOf<"tune"> {
  readonly select: PlannedMethod & PlannedConstraints & SelectOn;
  readonly tune?: Tuned;
  readonly judge?: Judging & { readonly folds?: number };
}

/** Selects on many random subsamples and keeps the features that are selected on most of them. */
export interface StabilityPlan extends PlanOf<"stability"> {
  readonly select: PlannedMethod & PlannedConstraints & SelectOn & { readonly k?: number };
  readonly stability?: {
    readonly subsamples?: number;
    readonly fraction?: number;
    readonly threshold?: number;
    readonly falseSelections?: number;
    /** What to do with classes that are too small to be halved; `error` if absent. */
    readonly rareClasses?: RareClasses;
  };
}

/** Fits a method over a grid of gamma and p. */
export interface PathPlan extends PlanOf<"path"> {
  readonly select: PlannedMethod;
  readonly path?: { readonly gammas?: readonly number[]; readonly ps?: readonly number[] };
}

/** What the method sees in experiments. */
interface SelectOn {
  /** Standardised values (`scaled`, the default) or the data as it is. */
  readonly selectOn?: "scaled" | "raw";
}

/** A plan's value with its default where it has none; only those that the command line and a program need to compare with. */
export const planDefaults = {
  seed: 1,
  kernels: "wasm",
  protocol: "nested",
  sideBySide: true,
  permutations: 0,
  classifier: "svm",
  metric: "accuracy",
  folds: 5,
  repeats: 1,
  rareClasses: "error",
  selectOn: "scaled",
  rule: "one-se",
  featureTest: "f",
} as const;

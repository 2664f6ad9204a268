import type { Notice } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";
import type { Comparison } from "../experiment/comparison.js";
import type { Evaluation } from "../experiment/evaluate.js";
import type { Executor, Journal } from "../experiment/executor.js";
import type { StabilitySelection } from "../experiment/stability-selection.js";
import type { Tuning } from "../experiment/tune.js";
import type { Kernels } from "../kernels/kernels.js";
import type { Path } from "../selectors/dfs/path.js";
import type { RunOptions } from "../selectors/run-context.js";
import type { Selection } from "../selectors/select.js";

/** The data of a plan's files: one, or all in the plan's order. */
export type StudyData = Dataset | readonly Dataset[];

/** What part of a study is under way. */
export type StudyStage = "selecting" | "tuning" | "measuring" | "comparing" | "subsampling" | "fitting";

/** How a study is run; nothing here changes its result. */
export interface StudyContext extends Pick<RunOptions, "threads" | "onStep" | "onInterim" | "signal"> {
  /** Where the tasks of experiments run; here if absent. */
  readonly executor?: Executor;
  /** Keeps finished tasks, so that the same study can go on after it was stopped. */
  readonly journal?: Journal;
  /** Told the part of a stage that is done, from 0 to 1. */
  readonly onProgress?: (fraction: number, stage: StudyStage) => void;
  /** Kernels for a selection that are being made already, with `threads` threads. Once used, they end with it. */
  readonly prepared?: Promise<Kernels>;
  /** Whether an aborted selection gives its ranking so far, with methods that have one. */
  readonly anytime?: boolean;
}

/** What a study gives. */
export type Study = SelectStudy | CompareStudy | TuneStudy | StabilityStudy | PathStudy;

/** A selection, how its k was chosen, and what it is worth. */
export interface SelectStudy {
  readonly task: "select";
  readonly selection: Selection;
  /** How k and the options were chosen; null where they were given. */
  readonly tuning: Tuning | null;
  /** Null where it was not asked for, or not possible: the notices say why. */
  readonly evaluation: Evaluation | null;
  /** How accuracy was measured, or why it was not. */
  readonly notices: readonly Notice[];
  /** Whether the selection was ended early, so that it cannot be repeated. */
  readonly stopped: boolean;
  /** Of selecting, with tuning; and of measuring. */
  readonly seconds: number;
  readonly measureSeconds: number;
}

/** Methods side by side. */
export interface CompareStudy {
  readonly task: "compare";
  readonly comparison: Comparison;
  readonly seconds: number;
}

/** The chosen setting and all that were tried. */
export interface TuneStudy {
  readonly task: "tune";
  readonly tuning: Tuning;
  readonly seconds: number;
}

/** How often each feature is selected. */
export interface StabilityStudy {
  readonly task: "stability";
  readonly stability: StabilitySelection;
  readonly seconds: number;
}

/** The fits of a grid. */
export interface PathStudy {
  readonly task: "path";
  readonly path: Path;
  readonly seconds: number;
}

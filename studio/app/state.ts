import type { Notice, RankedFeature, Remedy, Report, SelectPlan } from "salience/internal";
import type {
  FoldSeen,
  Glance,
  Measured,
  Opened,
  Opening,
  PathGiven,
  RecipeIn,
  Selected,
  Stage,
} from "../messages.js";

/** The five steps of the walk. */
export const steps = ["start", "choose", "watch", "explore", "keep"] as const;
/** One of them. */
export type StepName = (typeof steps)[number];

/** What is being computed. */
export interface Running {
  readonly what: "open" | "select" | "measure";
  /** The part done: of the stage, where there are stages. */
  readonly fraction: number;
  readonly since: number;
  readonly stage: Stage | null;
  /** What is being opened. */
  readonly opening?: Opening;
}

/** What was seen of the last run while it went. */
export interface Watched {
  /** How long each stage took, in seconds, by the page's own clock. */
  readonly took: Readonly<Partial<Record<Stage, number>>>;
  readonly glance: Glance | null;
  readonly folds: readonly (FoldSeen | null)[];
}

/** Nothing yet. */
export const unwatched: Watched = { took: {}, glance: null, folds: [] };

/** What went wrong, in a sentence, and what helps. */
export interface Problem {
  readonly sentence: string;
  readonly remedies: readonly Remedy[];
  /** What could not be opened, where it was that. */
  readonly opening?: Opening;
}

/** A selection and what was measured of it. */
export interface Result {
  readonly selected: Selected;
  readonly measured: Measured | null;
}

/** A run that is kept. */
export interface KeptRun extends Result {
  readonly id: number;
  readonly name: string;
  /** How the file was read. */
  readonly opening: Omit<Opening, "source">;
  readonly cut: number;
  /** As it was before the cut was moved. */
  readonly origin: Result;
}

/** What is computed beside the run: it goes on while the reader goes elsewhere. */
export interface Side {
  readonly task: "compare" | "path";
  readonly running: Running | null;
  readonly problem: string | null;
}

/** Everything the page shows. */
export interface State {
  readonly step: StepName;
  readonly opening: Opening | null;
  readonly data: Opened | null;
  readonly plan: SelectPlan | null;
  readonly threads: number;
  readonly running: Running | null;
  readonly watched: Watched;
  readonly selected: Selected | null;
  readonly measured: Measured | null;
  /** The number of features that are kept, moved by the reader. */
  readonly cut: number;
  /** Whether the selection is being fitted for the cut. */
  readonly fitting: boolean;
  /** All runs on this data, the oldest first; which is shown, and which are looked at side by side. */
  readonly runs: readonly KeptRun[];
  readonly shown: number | null;
  readonly pinned: readonly number[];
  /** The run that was deleted last, to bring it back. */
  readonly removed: KeptRun | null;
  readonly side: Side | null;
  readonly compared: Report | null;
  readonly path: PathGiven | null;
  /** A recipe with a model, to predict with where no data is open. */
  readonly predictor: string | null;
  /** Settings of a link that wait for data. */
  readonly link: SelectPlan | null;
  readonly problem: Problem | null;
  readonly note: string | null;
  readonly restoring: boolean;
  /** At which stop the tour is; null where there is none. */
  readonly tour: number | null;
  /** A recipe that the next run is to be compared with. */
  readonly recipe: RecipeIn | null;
  /** Says that the data is not that of the recipe. */
  readonly otherData: Notice | null;
}

/** Data that nothing was computed from yet. */
export const noRuns = {
  runs: [],
  shown: null,
  pinned: [],
  removed: null,
  side: null,
  compared: null,
  path: null,
} as const;

/** A page on which nothing has happened yet. */
export const nothing: State = {
  step: "start",
  opening: null,
  data: null,
  plan: null,
  threads: 1,
  running: null,
  watched: unwatched,
  selected: null,
  measured: null,
  cut: 1,
  fitting: false,
  ...noRuns,
  predictor: null,
  link: null,
  problem: null,
  note: null,
  restoring: false,
  tour: null,
  recipe: null,
  otherData: null,
};

/** Whether a step can be taken. */
export function isOpen(step: StepName, { data, running, selected }: State): boolean {
  if (step === "start") return true;
  if (step === "choose") return data !== null;
  if (step === "watch") return data !== null && (running !== null || selected !== null);
  return selected !== null;
}

/** A step that last time's work allows. */
export const reachable = (step: StepName, selected: Selected | null): StepName =>
  selected ? (step === "watch" ? "explore" : step) : step === "choose" ? "choose" : "start";

/** Whether the plan can stay for data that was read anew: the same number of features, and classes, numbers or nothing to predict as before. */
export const fits = ({ data, plan }: State, anew: Opened): boolean =>
  plan !== null &&
  data?.features === anew.features &&
  (data.target === null) === (anew.target === null) &&
  predictsNumbers(data) === predictsNumbers(anew);

/** Whether the target is a number, not a class. */
export const predictsNumbers = ({ targetHistogram }: Opened): boolean => targetHistogram !== null;

/** Whether the classes differ so much in size that the largest counts too much. */
export const isUneven = ({ examination }: Opened): boolean =>
  examination.findings.some(({ code }) => code === "uneven-classes");

/** All that a result says about itself, each once. */
export function noticesOf({ selected, measured }: State): readonly Notice[] {
  const all = [...(measured?.notices ?? []), ...(selected?.notices ?? [])];
  return [...new Map(all.map((one) => [one.text, one])).values()];
}

/** The score of a feature as a number: JSON has words for infinite ones, and excluded features have none. */
export const scoreOf = (feature: Pick<RankedFeature, "score"> | undefined): number =>
  Number(feature?.score ?? Number.NaN);

import type { Glance, Measured, Opened, Picked, Plan, Reading, RecipeIn, Source } from "../messages.js";

/** The five steps of the walk. */
export const steps = ["start", "choose", "watch", "explore", "keep"] as const;
/** One of them. */
export type StepName = (typeof steps)[number];

/** What is being computed. */
export interface Running {
  readonly what: "open" | "select" | "measure";
  readonly fraction: number;
  readonly since: number;
  readonly glance: Glance | null;
}

/** Everything the page shows. */
export interface State {
  readonly step: StepName;
  readonly source: Source | null;
  readonly reading: Reading;
  readonly data: Opened | null;
  readonly plan: Plan | null;
  readonly running: Running | null;
  readonly picked: Picked | null;
  readonly measured: Measured | null;
  /** The number of features that are kept, moved by the reader. */
  readonly cut: number;
  readonly problem: string | null;
  readonly note: string | null;
  readonly restoring: boolean;
  /** A recipe that the next run is to be compared with. */
  readonly recipe: RecipeIn | null;
}

/** A page on which nothing has happened yet. */
export const nothing: State = {
  step: "start",
  source: null,
  reading: {},
  data: null,
  plan: null,
  running: null,
  picked: null,
  measured: null,
  cut: 1,
  problem: null,
  note: null,
  restoring: false,
  recipe: null,
};

/** A step that last time's work allows. */
export const reachable = (step: StepName, picked: Picked | null): StepName =>
  picked ? (step === "watch" ? "explore" : step) : step === "choose" ? "choose" : "start";

/** Whether the plan can stay for data that was read anew: the same number of features, classes as before or none as before. */
export const fits = ({ data, plan }: State, anew: Opened): boolean =>
  plan !== null && data?.features === anew.features && (data.target === null) === (anew.target === null);

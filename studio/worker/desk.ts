import { type Dataset, InputError, type SelectPlan, type SelectStudy } from "salience/internal";
import type { FoldSeen, Glance, Stage } from "../messages.js";

/** What lies on the worker's desk: the data, and the last study made of it. */
export class Desk {
  private opened: Dataset | null = null;
  private columns: ColumnReader | null = null;
  /** The last selection and the plan of it; null before the first, and after the page was reloaded. */
  private last: { readonly plan: string; readonly study: SelectStudy } | null = null;

  /** The data; refuses where none is open. */
  get data(): Dataset {
    if (!this.opened) throw new InputError("not-possible", "no data is open; open a file first");
    return this.opened;
  }

  /** Puts data on the desk in place of what lay there. */
  put(data: Dataset): void {
    this.opened = data;
    this.columns = null;
    this.last = null;
  }

  /** The selection of a plan, if it is the last that was made; measured or not. */
  studyOf(plan: SelectPlan): SelectStudy | null {
    return this.last?.plan === planKey(plan) ? this.last.study : null;
  }

  /** Keeps what was selected by a plan. */
  keepStudy(plan: SelectPlan, study: SelectStudy): void {
    this.last = { plan: planKey(plan), study };
  }

  /** Reads columns; what that needs is made on first use. */
  columnsOf(make: (data: Dataset) => ColumnReader): ColumnReader {
    this.columns ??= make(this.data);
    return this.columns;
  }
}

/** What a selection depends on: how it is measured does not matter, except where that chooses k. */
function planKey({ seed, kernels, select, judge, tune }: SelectPlan): string {
  return JSON.stringify({ seed, kernels, select, ...(select.k === "auto" && { judge, tune }) });
}

/** Gives the values of one column. */
export type ColumnReader = (column: number, into: Float64Array) => void;

/** What a task hears and tells while it works. */
export interface Work {
  readonly signal: AbortSignal;
  /** The part done: of the stage, where the task has stages. */
  onProgress(fraction: number, stage?: Stage): void;
  onGlance(glance: Glance): void;
  /** The folds that were measured so far; null for those to come. */
  onFolds(folds: readonly (FoldSeen | null)[]): void;
}

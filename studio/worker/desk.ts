import { type Dataset, type Evaluation, InputError, type Selection, type Timing } from "salience/internal";
import type { Glance } from "../messages.js";
import type { Opening } from "./origin.js";

/** What lies on the worker's desk: the data, the last selection made of it, and what was measured of that. */
export class Desk {
  private opened: { readonly data: Dataset; readonly opening: Opening } | null = null;
  private columns: ColumnReader | null = null;
  private selection: Selection | null = null;
  evaluation: Evaluation | null = null;
  /** Why k and the options are what they are, where they were found. */
  reasons: readonly string[] = [];
  timings: readonly Timing[] = [];

  /** The data; refuses where none is open. */
  get data(): Dataset {
    return this.requireOpened().data;
  }

  /** Where it came from. */
  get opening(): Opening {
    return this.requireOpened().opening;
  }

  /** Puts data on the desk in place of what lay there. */
  put(data: Dataset, opening: Opening): void {
    this.opened = { data, opening };
    this.columns = null;
    this.selection = null;
    this.evaluation = null;
  }

  /** Puts a selection of the data on the desk. */
  putSelection(selection: Selection, reasons: readonly string[], seconds: number): void {
    this.selection = selection;
    this.evaluation = null;
    this.reasons = reasons;
    this.timings = [{ label: "selection", seconds }];
  }

  /** Whether there is a selection: not after the page was loaded anew. */
  get hasSelection(): boolean {
    return this.selection !== null;
  }

  /** The selection; refuses where there is none. */
  requireSelection(): Selection {
    if (!this.selection) throw new InputError("not-possible", "nothing has been selected yet");
    return this.selection;
  }

  /** Reads columns; what that needs is made on first use. */
  columnsOf(make: (data: Dataset) => ColumnReader): ColumnReader {
    this.columns ??= make(this.data);
    return this.columns;
  }

  private requireOpened() {
    if (!this.opened) throw new InputError("not-possible", "no data is open; open a file first");
    return this.opened;
  }
}

/** Gives the values of one column. */
export type ColumnReader = (column: number, into: Float64Array) => void;

/** What a task hears and tells while it works. */
export interface Work {
  readonly signal: AbortSignal;
  onProgress(fraction: number): void;
  onGlance(glance: Glance): void;
}

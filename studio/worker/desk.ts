import { type Dataset, InputError, type SelectStudy } from "salience/internal";
import type { Glance } from "../messages.js";

/** What lies on the worker's desk: the data, and the last study made of it. */
export class Desk {
  private opened: Dataset | null = null;
  private columns: ColumnReader | null = null;
  /** The last selection; null before the first, and after the page was reloaded. */
  study: SelectStudy | null = null;

  /** The data; refuses where none is open. */
  get data(): Dataset {
    if (!this.opened) throw new InputError("not-possible", "no data is open; open a file first");
    return this.opened;
  }

  /** Puts data on the desk in place of what lay there. */
  put(data: Dataset): void {
    this.opened = data;
    this.columns = null;
    this.study = null;
  }

  /** Reads columns; what that needs is made on first use. */
  columnsOf(make: (data: Dataset) => ColumnReader): ColumnReader {
    this.columns ??= make(this.data);
    return this.columns;
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

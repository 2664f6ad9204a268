import { type Dataset, type Evaluation, InputError, type Selection } from "salience";
import type { Glance } from "../messages.js";

/** What lies on the worker's desk: the data, and the last selection made of it. */
export class Desk {
  private opened: Dataset | null = null;
  selection: Selection | null = null;
  evaluation: Evaluation | null = null;
  private columns: ColumnReader | null = null;

  /** The data; refuses where none is open. */
  get data(): Dataset {
    if (!this.opened) throw new InputError("no data is open; open a file first");
    return this.opened;
  }

  /** Puts data on the desk in place of what lay there. */
  put(data: Dataset | null): void {
    this.opened = data;
    this.selection = null;
    this.evaluation = null;
    this.columns = null;
  }

  /** Sparse data by columns, made on first use. */
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

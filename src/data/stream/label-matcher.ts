import type { Notice } from "../../core/notice.js";
import { byId, joinNotices, type LabelFile, matchById, openLabels, requireAsMany } from "../join-labels.js";
import { codesOf } from "../labels.js";
import type { ArrayPart } from "../readers/reader.js";
import type { ReadOptions } from "../reading-options.js";
import { levelTexts, type Table } from "../table.js";

/** Matches the labels of a file of their own to rows that come in parts: by id if both have ids, otherwise by position. */
export class LabelMatcher {
  private readonly file: Omit<LabelFile, "labels">;
  /**
   * The labels in their order, where there are no ids: as numbers, because the engine looks through a list of many million texts
   * each time that it collects garbage.
   */
  private readonly codes: Int32Array;
  private readonly levels: readonly string[];
  private readonly labelOf: ReadonlyMap<string, string> | null;
  private readonly hasIds: boolean;
  private next = 0;

  /** `first` is the first part of the data. */
  constructor(first: ArrayPart, table: Table, options: ReadOptions) {
    const { labels, ...file } = openLabels(first, table, options);
    const { ids } = file;
    this.file = file;
    this.hasIds = first.rowIds !== undefined;
    this.labelOf = this.hasIds && ids ? byId(labels, ids) : null;
    this.levels = this.labelOf ? [] : [...new Set(labels)];
    this.codes = codesOf(this.labelOf ? [] : labels, this.levels);
  }

  get labelName(): string | null {
    return this.file.labelName;
  }

  get notices(): readonly Notice[] {
    const { ids, notices } = this.file;
    return [...(this.labelOf ? [] : joinNotices({ rowIds: this.hasIds ? [] : undefined }, ids)), ...notices];
  }

  /** Whether rows are matched by their names; else by how many rows come before them. */
  get isById(): boolean {
    return this.labelOf !== null;
  }

  /** The next part begins with this row of the data. */
  seek(row: number): void {
    this.next = row;
  }

  /** The labels of the next part. */
  match(part: ArrayPart): readonly string[] {
    const { labelOf, file } = this;
    if (labelOf) return matchById(part, labelOf, file.ids!);
    const start = this.next;
    this.next += part.values.rows;
    return levelTexts(this.codes.subarray(start, this.next), this.levels);
  }

  /** Refuses a file that has more or fewer labels than there are rows. */
  requireAll(rows: number, columns: number): void {
    const { length } = this.codes;
    if (!this.labelOf) requireAsMany(length, rows, this.file.turned || length === columns);
  }
}

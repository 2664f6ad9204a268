import { InputError } from "../../core/input-error.js";
import { type Notice, notice } from "../../core/notice.js";
import { plural } from "../../core/text.js";
import type { WideBlock, WideColumns } from "../../data/wide/wide-columns.js";
import { median } from "../../models/preparation.js";

/** A column with a larger part missing than this says too little to be filled, as on reading into memory. */
const mostMissing = 0.5;
/** So many columns are named in a notice. */
const mostNamed = 100;

/**
 * The missing values of columns that are read in blocks. Each is replaced by the median of its column, as it is in memory; a
 * column that is mostly missing, which would be left out there, is refused.
 */
export class Gaps {
  /** By column: what replaces its missing values; null where none is missing so far. */
  fills: Float64Array | null = null;
  private count = 0;
  private readonly columns: number[] = [];

  constructor(private readonly wide: WideColumns) {}

  /** Whether values of the column are missing. */
  has(column: number): boolean {
    return this.fills !== null && !Number.isNaN(this.fills[column]);
  }

  /** Fills the missing values of a block and remembers with what; refuses infinite ones. */
  fill(block: WideBlock): void {
    const { values, start } = block;
    const { data } = values;
    let sum = 0;
    for (let at = 0; at < data.length; at++) sum += 0 * data[at];
    if (sum === 0) return;
    this.refuseInfinite(block);
    this.fills ??= new Float64Array(this.wide.facts.features).fill(Number.NaN);
    const known = new Float64Array(values.rows);
    for (let j = 0; j < values.columns; j++) {
      let count = 0;
      for (let i = 0; i < values.rows; i++) {
        known[count] = data[i * values.columns + j];
        if (!Number.isNaN(known[count])) count++;
      }
      if (count === values.rows) continue;
      this.refuseMostlyMissing(start + j, values.rows - count);
      const middle = median(known.subarray(0, count));
      for (let i = 0, at = j; i < values.rows; i++, at += values.columns)
        if (Number.isNaN(data[at])) data[at] = middle;
      this.fills[start + j] = middle;
      this.count += values.rows - count;
      this.columns.push(start + j);
    }
  }

  /** What was filled, and with what. */
  notices(): Notice[] {
    const { count, columns, fills } = this;
    if (!fills) return [];
    const names = columns.map((j) => this.wide.facts.featureNames[j]);
    const how = columns.slice(0, 3).map((j, at) => `${names[at]} with ${Number(fills[j].toPrecision(4))}`);
    const more = columns.length > 3 ? `, and ${columns.length - 3} more` : "";
    const were = plural(count, "missing value was", "missing values were");
    const text = `${were} filled with the median or the most frequent level: ${how.join(", ")}${more}`;
    return [notice("note", "missing-values", text, { count, columns: names.slice(0, mostNamed) })];
  }

  private refuseInfinite({ start, values }: WideBlock): void {
    const { data, columns } = values;
    const { gaps, facts } = this.wide;
    const isWrong = (x: number) =>
      gaps === "fill" ? Math.abs(x) === Number.POSITIVE_INFINITY : !Number.isFinite(x);
    const at = data.findIndex(isWrong);
    if (at < 0) return;
    const [row, column] = [Math.floor(at / columns) + 1, facts.featureNames[start + (at % columns)]];
    const isMissing = Number.isNaN(data[at]);
    throw new InputError(
      "missing-values",
      `the value in row ${row}, column "${column}" is ${isMissing ? "missing" : "infinite"}; every value must be a finite number`,
      {
        facts: { row, column },
        remedies: isMissing ? [{ action: "fill missing values", option: "missing", value: "impute" }] : [],
      },
    );
  }

  private refuseMostlyMissing(column: number, missing: number): void {
    const { rows, featureNames } = this.wide.facts;
    if (missing <= mostMissing * rows) return;
    const name = featureNames[column];
    throw new InputError(
      "missing-values",
      `${missing} of ${rows} values of column "${name}" are missing, too many to be filled`,
      { facts: { column: name }, remedies: [{ action: "leave it out", option: "exclude", value: [name] }] },
    );
  }
}

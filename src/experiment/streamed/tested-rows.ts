import { InputError } from "../../core/input-error.js";
import type { Notice } from "../../core/notice.js";
import type { RowPasses } from "../../data/stream/row-passes.js";
import type { Rows } from "../../data/stream/row-source.js";
import { missingRefusal } from "../../data/treat-missing.js";
import { toldUnknown } from "../../models/align-data.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";

/** What one pass over test rows shows of all their features, of which only some are kept. */
export class TestedRows {
  /** How many values of each feature are missing. */
  readonly missing: Float64Array;
  private readonly unknown = new Map<number, Set<number>>();
  private unknownValues = 0;
  private seen = 0;

  /** `levels`: those of training, which come first among the levels of the test file. */
  constructor(
    private readonly test: RowPasses,
    private readonly levels: readonly (readonly string[] | null)[] | null,
  ) {
    this.missing = new Float64Array(test.featureNames.length);
  }

  add({ values }: Rows): void {
    const { columns, rows } = values;
    const isSparse = values instanceof SparseMatrix;
    const flat = isSparse ? values.values : values.data;
    for (let at = 0; at < flat.length; at++) {
      const value = flat[at];
      const j = isSparse ? values.columnIndices[at] : at % columns;
      if (Number.isNaN(value)) this.missing[j]++;
      else if (!Number.isFinite(value)) throw this.infinite(isSparse ? null : Math.floor(at / columns), j);
      else if (this.levels?.[j] && value >= this.levels[j].length) this.meet(j, value);
    }
    this.seen += rows;
  }

  /** Refuses missing values where they are not allowed. */
  requireComplete(): void {
    const count = this.missing.reduce((sum, one) => sum + one, 0);
    if (count > 0)
      throw missingRefusal(this.test.featureNames, count, this.missing).with({ file: this.test.name });
  }

  /** Which values are levels that training did not know. */
  notices(): Notice[] {
    const { test, unknown, unknownValues } = this;
    if (unknown.size === 0) return [];
    const found = [...unknown]
      .sort(([a], [b]) => a - b)
      .map(([j, codes]) => ({
        name: test.featureNames[j],
        levels: Array.from(codes, (code) => test.categories![j]![code]),
      }));
    return toldUnknown(found, unknownValues);
  }

  private meet(feature: number, code: number): void {
    const codes = this.unknown.get(feature) ?? new Set();
    this.unknown.set(feature, codes.add(code));
    this.unknownValues++;
  }

  private infinite(row: number | null, feature: number): InputError {
    const column = this.test.featureNames[feature];
    const place = row === null ? `column "${column}"` : `row ${this.seen + row + 1}, column "${column}"`;
    return new InputError(
      "missing-values",
      `a value is infinite, in ${place}; every value must be a finite number`,
      { facts: { file: this.test.name, column } },
    );
  }
}

import type { Notice } from "../../core/notice.js";
import { Matrix } from "../../numeric/matrix.js";
import { mostLevels, type ToldColumn, tellKind } from "../column-kinds.js";
import { orderClasses } from "../labels.js";
import type { RawArrays } from "../readers/reader.js";
import type { ReadOptions } from "../reading-options.js";
import { type Column, columnText, recode, type Table } from "../table.js";
import { planTable, type TablePlan, tableNotices } from "../table-to-arrays.js";
import { labelsIn } from "../target.js";

/**
 * Takes the parts of a table apart as the first rows showed its columns to be. A category may meet further levels; a cell of a
 * column of numbers that is no number counts as missing, as it does in memory.
 */
export class TableRows {
  readonly featureNames: readonly string[];
  /** The levels of each feature that is a category, those met so far; null for a number. */
  readonly levels: (string[] | null)[];
  private readonly plan: TablePlan;
  private readonly odd = new Map<number, { count: number; examples: string[] }>();

  constructor(
    private readonly head: Table,
    private readonly options: ReadOptions,
  ) {
    this.plan = planTable(head, options);
    const { features, told } = this.plan;
    this.featureNames = features.map((j) => head.names[j]);
    this.levels = features.map((j) => {
      const { column } = told[j];
      return column.kind === "nominal" ? [...column.levels] : null;
    });
  }

  /** The next part is the first one again. */
  restart(): void {
    this.odd.clear();
  }

  /** Puts levels into the order that they have in memory, now that all have been met. */
  orderLevels(): void {
    this.plan.features.forEach((j, at) => {
      const levels = this.levels[at];
      if (levels && this.head.columns[j].kind === "text") this.levels[at] = orderClasses(levels);
    });
  }

  /** Features that the first rows showed to be categories, and all rows to be free text, since there are too many levels. */
  freeTexts(): number[] {
    const { features, told } = this.plan;
    const isFree = (j: number, at: number) =>
      told[j].why !== "declared" &&
      this.head.columns[j].kind === "text" &&
      this.levels[at]!.length > mostLevels;
    return features.flatMap((j, at) => (this.levels[at] && isFree(j, at) ? [at] : []));
  }

  /** The rows of a part as numbers, with their labels. */
  convert(part: Table): RawArrays {
    const { plan, levels } = this;
    const { features, target, id } = plan;
    const values = Matrix.zeros(part.rows, features.length);
    features.forEach((j, at) => {
      const column = part.columns[j];
      const own = levels[at];
      const cells = own ? this.codesOf(j, at, column) : this.numbersOf(j, column);
      for (let i = 0, to = at; i < part.rows; i++, to += features.length) values.data[to] = cells[i];
    });
    return {
      values,
      featureNames: this.featureNames,
      ...(target >= 0 && {
        labels: this.labelsOf(part.columns[target]),
        labelName: part.names[target],
      }),
      rowIds: id >= 0 ? columnText(part.columns[id]) : part.rowIds,
      ...(plan.idGuessed && { idName: part.names[id] }),
    };
  }

  /** What was told of the table, with what all rows showed. */
  notices(): Notice[] {
    const { plan } = this;
    const free = new Set(this.freeTexts().map((at) => plan.features[at]));
    const told = plan.told.map((one, j): ToldColumn => {
      const { notNumbers: _, ...rest } = one;
      const odd = this.odd.get(j);
      if (free.has(j)) return { ...rest, kind: "text", why: `more than ${mostLevels} different texts` };
      return odd ? { ...rest, notNumbers: odd } : rest;
    });
    const features = plan.features.filter((j) => !free.has(j));
    const leftOut = [...plan.leftOut, ...free].sort((a, b) => a - b);
    return tableNotices(this.head, { ...plan, told, features, leftOut }, this.options);
  }

  private labelsOf(column: Column): readonly string[] {
    const told = this.plan.told[this.plan.target];
    if (told.kind === "category" || told.kind === "yes-no") {
      const { levels = [] } = told.column.kind === "nominal" ? told.column : {};
      return columnText(recode(this.head.names[this.plan.target], columnText(column), levels, true).column);
    }
    return labelsIn(column, { ...told, column }).labels;
  }

  private codesOf(place: number, at: number, column: Column): Float64Array {
    const known = this.levels[at]!;
    const { column: coded } = recode(this.head.names[place], columnText(column), known, true);
    for (const level of coded.levels.slice(known.length)) known.push(level);
    return Float64Array.from(coded.codes, (code) => (code < 0 ? Number.NaN : code));
  }

  private numbersOf(place: number, column: Column): Float64Array {
    if (column.kind === "number") return column.values;
    const { decimalMark } = this.head;
    const told = tellKind(this.head.names[place], column, {
      declared: "number",
      decimalMark,
      mayBeId: false,
    });
    if (told.notNumbers) {
      const odd = this.odd.get(place) ?? { count: 0, examples: [] };
      odd.count += told.notNumbers.count;
      odd.examples = [...new Set([...odd.examples, ...told.notNumbers.examples])].slice(0, 3);
      this.odd.set(place, odd);
    }
    return (told.column as Extract<Column, { kind: "number" }>).values;
  }
}

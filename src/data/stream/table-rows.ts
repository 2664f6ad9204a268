import type { Notice } from "../../core/notice.js";
import { Matrix } from "../../numeric/matrix.js";
import { mostLevels, type ToldColumn, tellKind } from "../column-kinds.js";
import { orderClasses } from "../labels.js";
import { featurePlaces } from "../need-features.js";
import type { RawArrays } from "../readers/reader.js";
import type { ReadOptions } from "../reading-options.js";
import { type Column, columnText, recode, type Table } from "../table.js";
import { planTable, type TablePlan, tableNotices } from "../table-to-arrays.js";
import { labelsIn } from "../target.js";

/** Cells of a column of numbers that are none. */
export interface OddCells {
  readonly count: number;
  readonly examples: readonly string[];
}

/** So many examples are shown. */
const mostExamples = 3;

/**
 * Takes the parts of a table apart as the first rows showed its columns to be. A category may meet further levels; a cell of a
 * column of numbers that is no number counts as missing, as it does in memory.
 */
export class TableRows {
  readonly featureNames: readonly string[];
  /** The levels of each feature that is a category, those met so far; null for a number. */
  readonly levels: (string[] | null)[];
  private readonly plan: TablePlan;
  private readonly odd = new Map<number, OddCells>();

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

  /** Puts levels into the order that they have in memory, now that all have been met; those that were given stay first. */
  orderLevels(): void {
    const given = new Set(this.options.levels?.map(({ column }) => column));
    this.plan.features.forEach((j, at) => {
      const levels = this.levels[at];
      if (given.has(this.head.names[j])) return;
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
        ...this.labelsOf(part.columns[target]),
        labelName: part.names[target],
      }),
      rowIds: id >= 0 ? columnText(part.columns[id]) : part.rowIds,
      ...(plan.idGuessed && { idName: part.names[id] }),
    };
  }

  /** What was told of the table, with what all rows showed: these cells are no numbers. */
  notices(cells: readonly { readonly column: number; readonly cells: OddCells }[]): Notice[] {
    const { plan } = this;
    const oddOf = new Map(cells.map(({ column, cells }) => [column, cells]));
    const free = new Set(this.freeTexts().map((at) => plan.features[at]));
    const told = plan.told.map((one, j): ToldColumn => {
      const { notNumbers: _, ...rest } = one;
      const odd = oddOf.get(j);
      if (free.has(j)) return { ...rest, kind: "text", why: `more than ${mostLevels} different texts` };
      return odd ? { ...rest, notNumbers: odd } : rest;
    });
    const features = plan.features.filter((j) => !free.has(j));
    const leftOut = [...plan.leftOut, ...free].sort((a, b) => a - b);
    return tableNotices(this.head, { ...plan, told, features, leftOut }, this.options);
  }

  /** Cells met since the last start that are no numbers, by the places of their columns. */
  oddCells(): [number, OddCells][] {
    return [...this.odd];
  }

  /** Takes in cells that were met elsewhere. */
  addOdd(place: number, { count, examples }: OddCells): void {
    const known = this.odd.get(place) ?? { count: 0, examples: [] };
    const all = [...new Set([...known.examples, ...examples])];
    this.odd.set(place, { count: known.count + count, examples: all.slice(0, mostExamples) });
  }

  /** The levels met so far; of features that turned out to be free text no more than show it. */
  levelsMet(): (string[] | null)[] {
    const free = new Set(this.freeTexts());
    return this.levels.map((own, at) => own && (free.has(at) ? own.slice(0, mostLevels + 1) : [...own]));
  }

  /** Uses these levels in place of those met so far. */
  useLevels(levels: readonly (readonly string[] | null)[]): void {
    levels.forEach((own, at) => {
      this.levels[at] = own && [...own];
    });
  }

  /** Takes in levels that were met elsewhere, after those met so far. */
  addLevels(levels: readonly (readonly string[] | null)[]): void {
    levels.forEach((met, at) => {
      const known = this.levels[at];
      if (!met || !known) return;
      const before = new Set(known);
      for (const level of met) if (!before.has(level)) known.push(level);
    });
  }

  private labelsOf(column: Column): Pick<RawArrays, "labels" | "labelKind"> {
    const told = this.plan.told[this.plan.target];
    if (told.kind === "category" || told.kind === "yes-no") {
      const { levels = [] } = told.column.kind === "nominal" ? told.column : {};
      const { column: coded } = recode(this.head.names[this.plan.target], columnText(column), levels, true);
      return { labels: columnText(coded), labelKind: column.kind };
    }
    return labelsIn(column, { ...told, column });
  }

  private codesOf(place: number, at: number, column: Column): Float64Array {
    const known = this.levels[at]!;
    const { column: coded } = recode(this.head.names[place], columnText(column), known, true);
    for (const level of coded.levels.slice(known.length)) known.push(level);
    return Float64Array.from(coded.codes, (code) => (code < 0 ? Number.NaN : code));
  }

  private numbersOf(place: number, column: Column): Float64Array {
    if (column.kind === "number") return column.values;
    // A part alone may leave open whether 12,750 has a decimal comma.
    const { decimalMark = this.head.decimalMark } = this.plan.told[place];
    const told = tellKind(this.head.names[place], column, {
      declared: "number",
      decimalMark,
      mayBeId: false,
    });
    if (told.notNumbers) this.addOdd(place, told.notNumbers);
    return (told.column as Extract<Column, { kind: "number" }>).values;
  }
}

/** The levels of a table's features, or of those that were asked for; null where all are numbers. */
export function levelsOf(
  { featureNames, levels }: TableRows,
  wanted: readonly string[] | undefined,
): readonly (readonly string[] | null)[] | null {
  const own = wanted ? featurePlaces(wanted, featureNames).map((j) => levels[j]) : levels;
  return own.some((one) => one) ? own : null;
}

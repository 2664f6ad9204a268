import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { Matrix } from "../numeric/matrix.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { stackRows } from "../numeric/stack-rows.js";
import { finishArrays } from "./finish-arrays.js";
import { encodeLabels, type Labels, sliceTargets } from "./labels.js";
import {
  type ArrowTable,
  checkMemoryOptions,
  type IsNeeded,
  isArrowTable,
  isMemoryColumns,
  type MemoryColumns,
  type MemoryOptions,
  memoryTable,
  tableFromArrow,
  tableFromColumns,
  tableFromObjects,
} from "./memory-table.js";
import type { NominalLevels, Table } from "./table.js";
import { tableToArrays } from "./table-to-arrays.js";
import type { TransformName } from "./transforms.js";

/** Where data came from and what was done to it on reading. */
export interface DatasetSource {
  readonly name: string;
  readonly format: string;
  readonly transforms: readonly TransformName[];
  /** The levels of the file's categorical columns. */
  readonly levels?: readonly NominalLevels[];
  /** Features that the transforms left as they were: those that joined the data from the file with its labels. */
  readonly untransformed?: readonly string[];
  /** The column that the rows are named by, though nobody named it. */
  readonly idColumn?: string;
}

/** What a {@link Dataset} is made of. Rows are samples, columns are features. */
export interface DatasetParts {
  readonly values: Matrix | SparseMatrix;
  /** `1`, `2`, … where not given. */
  readonly featureNames?: readonly string[];
  /**
   * For each feature that is a category its levels, whose places are its values; null for a number. Null or absent where all
   * features are numbers. Selection and experiments take each category as one feature.
   */
  readonly categories?: readonly (readonly string[] | null)[] | null;
  /** One class name per row, or labels already encoded; null or absent where there are none. */
  readonly labels?: readonly (string | number)[] | Labels | null;
  /**
   * One number per row where numbers are to be predicted in place of classes; null or absent for classes. The labels are
   * then slices of these numbers, made from them unless they are given too.
   */
  readonly targets?: ArrayLike<number> | null;
  /** The name of the labels or targets, `class` by default. */
  readonly labelName?: string;
  readonly rowIds?: readonly string[] | null;
  /** The group that every row belongs to (patient, speaker, batch); null or absent where there are none. */
  readonly rowGroups?: readonly string[] | null;
  /** How missing values are filled wherever something is fitted: medians and most frequent levels where not given. */
  readonly missing?: "impute" | "knn";
  readonly source?: Partial<DatasetSource>;
  /** What reading did to the data; none where not given. */
  readonly notices?: readonly Notice[];
}

/** Samples × features with names, and the class or target of every sample if known. A dataset never changes. */
export class Dataset {
  /** Dense values lie row after row. */
  readonly values: Matrix | SparseMatrix;
  readonly featureNames: readonly string[];
  readonly categories: readonly (readonly string[] | null)[] | null;
  /** Where there are targets, slices of about equally many rows: for methods that need classes, and to stratify folds. */
  readonly labels: Labels | null;
  /** The number to predict of every row; null where classes are predicted, or nothing. */
  readonly targets: Float64Array | null;
  readonly labelName: string;
  readonly rowIds: readonly string[] | null;
  readonly rowGroups: readonly string[] | null;
  readonly missing: "impute" | "knn";
  readonly source: DatasetSource;
  /** What reading did to the data: rows and columns left out, a guessed target. */
  readonly notices: readonly Notice[];

  constructor(parts: DatasetParts) {
    const { values } = parts;
    this.values =
      values instanceof Matrix && !(values.isRowMajor && values.offset === 0) ? values.copy() : values;
    this.featureNames = parts.featureNames ?? Array.from({ length: values.columns }, (_, j) => String(j + 1));
    this.categories = parts.categories?.some((levels) => levels !== null) ? parts.categories : null;
    this.targets = parts.targets ? toFloats(parts.targets) : null;
    this.labels = this.targets && !parts.labels ? sliceTargets(this.targets) : toLabels(parts.labels ?? null);
    this.labelName = parts.labelName ?? "class";
    this.rowIds = parts.rowIds ?? null;
    this.rowGroups = parts.rowGroups ?? null;
    this.missing = parts.missing ?? "impute";
    this.source = { name: "memory", format: "memory", transforms: [], ...parts.source };
    this.notices = parts.notices ?? [];
    checkLength("feature names", this.featureNames.length, "columns", values.columns);
    if (parts.categories) checkLength("lists of levels", parts.categories.length, "columns", values.columns);
    if (this.targets) checkLength("targets", this.targets.length, "rows", values.rows);
    if (this.labels) checkLength("labels", this.labels.codes.length, "rows", values.rows);
    if (this.rowIds) checkLength("row ids", this.rowIds.length, "rows", values.rows);
    if (this.rowGroups) checkLength("groups", this.rowGroups.length, "rows", values.rows);
    checkUnique(this.featureNames);
  }

  /** From an array of rows, with one class name per row. Null, undefined and NaN are missing values. */
  static fromRows(
    rows: readonly ArrayLike<number | null | undefined>[],
    labels?: readonly (string | number)[],
    featureNames?: readonly string[],
  ): Dataset {
    return new Dataset({ values: Matrix.fromRows(toNumbers(rows, featureNames)), labels, featureNames });
  }

  /**
   * From one object per row: `Dataset.fromObjects([{ age: 41, sex: "f", class: "a" }, …], { target: "class" })`. Columns are told
   * apart as those of a file are, and `notices` says what was done. Null, undefined, NaN, "" and absent keys are missing.
   */
  static fromObjects(rows: readonly object[], options: MemoryOptions = {}): Dataset {
    return fromTable((isNeeded) => tableFromObjects(rows, isNeeded), options);
  }

  /** The same from lists or typed arrays by column: `Dataset.fromColumns({ age: [41, …], class: ["a", …] })`. */
  static fromColumns(columns: MemoryColumns, options: MemoryOptions = {}): Dataset {
    return fromTable((isNeeded) => tableFromColumns(columns, isNeeded), options);
  }

  /** The same from a table of Apache Arrow, of whatever library. Dictionary columns are categories. */
  static fromArrow(table: ArrowTable, options: MemoryOptions = {}): Dataset {
    return fromTable((isNeeded) => tableFromArrow(table, isNeeded), options);
  }

  get rows(): number {
    return this.values.rows;
  }

  get features(): number {
    return this.values.columns;
  }

  /** The data with only these columns, in this order. */
  selectColumns(columns: ArrayLike<number>): Dataset {
    return this.with({
      values: this.values.selectColumns(columns),
      featureNames: Array.from(columns, (j) => this.featureNames[j]),
      categories: this.categories && Array.from(columns, (j) => this.categories![j]),
    });
  }

  /** The data with only these rows, in this order; `values` if they are known already. Classes that lose all their rows stay known by name. */
  selectRows(rows: ArrayLike<number>, values = this.values.selectRows(rows)): Dataset {
    const { labels, targets, rowIds, rowGroups } = this;
    return this.with({
      values,
      ...(targets
        ? { targets: Float64Array.from(rows, (i) => targets[i]) }
        : {
            labels: labels && {
              codes: Int32Array.from(rows, (i) => labels.codes[i]),
              classes: labels.classes,
            },
          }),
      rowIds: rowIds && Array.from(rows, (i) => rowIds[i]),
      rowGroups: rowGroups && Array.from(rows, (i) => rowGroups[i]),
    });
  }

  /** A copy with some parts replaced. New labels are in place of targets, and new targets have slices of their own. */
  with(parts: Partial<DatasetParts>): Dataset {
    const { labels, targets } = parts;
    return new Dataset({
      ...this,
      ...(labels !== undefined && { targets: null }),
      ...(targets !== undefined && { labels: null }),
      ...parts,
    });
  }
}

/** The rows with NaN for missing values; refuses anything that is neither a number nor missing. */
function toNumbers(
  rows: readonly ArrayLike<number | null | undefined>[],
  featureNames: readonly string[] | undefined,
): readonly ArrayLike<number>[] {
  if (!isListLike(rows))
    throw new InputError(
      "argument-type",
      `rows must be a list of rows, each a list of numbers; ${describeValue(rows)} was given`,
    );
  return Array.from(rows, (row, i) => {
    if (row instanceof Float64Array || row instanceof Float32Array) return row;
    if (!isListLike(row))
      throw new InputError(
        "argument-type",
        `row ${i + 1} must be a list of numbers; ${describeValue(row)} was given`,
        { facts: { row: i + 1 } },
      );
    return Float64Array.from(row, (value, j) => {
      if (typeof value === "number") return value;
      if (value === null || value === undefined) return Number.NaN;
      const column = featureNames?.[j] ?? String(j + 1);
      throw new InputError(
        "argument-type",
        `${describeValue(value)} in row ${i + 1}, column "${column}" is not a number; missing values are null or NaN`,
        { facts: { row: i + 1, column, given: describeValue(value) } },
      );
    });
  });
}

const isListLike = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof (value as { length?: unknown }).length === "number";

/** A table in memory, treated as a file's is. */
function fromTable(makeTable: (isNeeded: IsNeeded) => Table, given: MemoryOptions): Dataset {
  const options = checkMemoryOptions(given);
  const table = makeTable((name) => !options.drop?.includes(name));
  const { columns: _columns, guessed: _guessed, ...arrays } = tableToArrays(table, options);
  return new Dataset(finishArrays(arrays, options));
}

/** What functions take as data: a dataset, or rows, columns or an Arrow table in memory that become one. */
export type DataInput = Dataset | readonly object[] | MemoryColumns | ArrowTable;

/** What goes with {@link DataInput}. */
export interface DataInputOptions {
  /** The label column of rows, columns or an Arrow table; guessed where not given. A Dataset has its labels. */
  readonly target?: string | number;
}

/** The dataset itself, or the one that rows, columns or an Arrow table make. */
export function toDataset(value: DataInput, { target }: DataInputOptions = {}): Dataset {
  if (value instanceof Dataset) {
    if (target === undefined) return value;
    throw new InputError(
      "options-conflict",
      `${optionName("target")} names a column of rows, columns or an Arrow table; this is a Dataset, which has its labels: name the target where it is read or made`,
      { facts: { option: "target", given: target } },
    );
  }
  const table = memoryTable(value);
  if (table) return fromTable(() => table, target === undefined ? {} : { target });
  throw notDataset(value);
}

/** Refuses anything that is not a Dataset, and says what to use. */
export function requireDataset(value: unknown): asserts value is Dataset {
  if (!(value instanceof Dataset)) throw notDataset(value);
}

function notDataset(value: unknown): InputError {
  const isRow = Array.isArray(value) && typeof value[0] === "object" && !Array.isArray(value[0]);
  const rows = !Array.isArray(value)
    ? ""
    : isRow
      ? "; make one from objects with Dataset.fromObjects(rows, { target })"
      : "; make one from rows with Dataset.fromRows(rows, labels)";
  const arrow = isArrowTable(value) ? "; make one with Dataset.fromArrow(table, { target })" : "";
  const columns = isMemoryColumns(value) ? "; make one with Dataset.fromColumns(columns, { target })" : "";
  const text = typeof value === "string" ? "; read a file with readDataset(path)" : "";
  return new InputError(
    "argument-type",
    `a Dataset is needed, from readDataset, parseDataset or Dataset.fromRows; ${describeValue(value)} was given${rows}${arrow}${columns}${text}`,
    { facts: { allowed: "Dataset" } },
  );
}

function toLabels(labels: NonNullable<DatasetParts["labels"]> | null): Labels | null {
  if (labels === null || "codes" in labels) return labels;
  return encodeLabels(Array.from(labels, String));
}

const toFloats = (numbers: ArrayLike<number>): Float64Array =>
  numbers instanceof Float64Array ? numbers : Float64Array.from(numbers);

function checkLength(what: string, given: number, of: string, expected: number): void {
  if (given !== expected)
    throw new InputError(
      "unusable-data",
      `there are ${given} ${what} for ${expected} ${of}; the numbers must match`,
      { facts: { given, allowed: String(expected) } },
    );
}

function checkUnique(names: readonly string[]): void {
  const seen = new Map<string, number>();
  names.forEach((name, j) => {
    const first = seen.get(name);
    if (first !== undefined)
      throw new InputError(
        "unusable-data",
        `columns ${first + 1} and ${j + 1} are both called "${name}"; every column needs a different name`,
        { facts: { column: name } },
      );
    seen.set(name, j);
  });
}

/**
 * The rows of several datasets with the same features, one after another. Targets, row ids and groups are kept if all of
 * them have them, labels if any has: the class of the other rows is then not known, which the empty name says.
 */
export function stackDatasets(given: readonly Dataset[]): Dataset {
  if (given.length === 1) return given[0];
  const parts = withSameLevels(given);
  const labelled = parts.find((part) => part.labels);
  const labels = parts.flatMap(({ labels, rows }) =>
    labels ? Array.from(labels.codes, (code) => labels.classes[code]) : new Array<string>(rows).fill(""),
  );
  const names = parts.map(({ source }) => source.name);
  return parts[0].with({
    source: { ...parts[0].source, name: names.join(", ") },
    values: parts.map(({ values }) => values).reduce(stackRows),
    labelName: labelled?.labelName ?? parts[0].labelName,
    ...(parts.every((part) => part.targets)
      ? { targets: parts.flatMap((part) => Array.from(part.targets!)) }
      : { labels: labelled ? encodeLabels(labels) : null }),
    rowIds: parts.every((part) => part.rowIds) ? parts.flatMap((part) => part.rowIds!) : null,
    rowGroups: parts.every((part) => part.rowGroups) ? parts.flatMap((part) => part.rowGroups!) : null,
    notices: parts.flatMap((part) => part.notices),
  });
}

/** The parts with categories that have the levels of all of them, those of the first part first. */
function withSameLevels(parts: readonly Dataset[]): readonly Dataset[] {
  const categories = parts[0].categories?.map((first, j) =>
    first ? [...new Set(parts.flatMap((part) => part.categories?.[j] ?? []))] : null,
  );
  if (!categories) return parts;
  return parts.map((part) => {
    const codes = categories.map((levels, j) => part.categories?.[j]?.map((level) => levels!.indexOf(level)));
    if (codes.every((own) => !own || own.every((code, place) => code === place)))
      return part.with({ categories });
    const dense = part.values instanceof Matrix ? part.values.copy() : part.values.toDense();
    codes.forEach((own, j) => {
      for (let i = 0; own && i < dense.rows; i++) dense.set(i, j, own[dense.get(i, j)] ?? Number.NaN);
    });
    return part.with({ values: dense, categories });
  });
}

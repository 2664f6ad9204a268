import { InputError } from "../../core/input-error.js";
import { type Notice, type NoticeCode, notice } from "../../core/notice.js";
import { plural } from "../../core/text.js";
import { inDoubles, type RowValues } from "../../numeric/float-rows.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import type { ByteSource } from "../byte-source.js";
import { Dataset } from "../dataset.js";
import { categoryNotices, finishArrays, transformNumbers } from "../finish-arrays.js";
import { openReader, readTable } from "../parse-dataset.js";
import { readers } from "../readers/index.js";
import { type ArrayPart, type DataSize, partInDoubles, type Reader } from "../readers/reader.js";
import { inFile } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { rowNotice } from "../treat-missing.js";
import { joinArrays, joinTables } from "./join-parts.js";
import { LabelMatcher } from "./label-matcher.js";
import { TableRows } from "./table-rows.js";

/** Rows of a file that is read in parts: complete but for missing values, which are NaN. */
export interface Rows {
  readonly values: RowValues;
  /** The name of each row's class. */
  readonly labels: readonly string[];
  /** What each row is called, where rows have names. */
  readonly rowIds?: readonly string[];
}

/** How many rows, or values, at the start of a file tell what its columns are. */
const headRows = 20_000;
const headValues = 4_000_000;

/**
 * A file whose rows are read in parts, again for every pass, so that it may be larger than the memory. What its columns are is
 * told from its first rows.
 */
export class RowSource {
  /** What all passes so far have met; complete after the first one. */
  rows = 0;
  private unlabelled = 0;
  private incomplete = 0;
  private transformNotices: Notice[] = [];

  private constructor(
    private readonly source: ByteSource,
    private readonly reader: Reader,
    private readonly options: ReadOptions,
    /** The first rows, treated as data in memory is. */
    readonly head: Dataset,
    private readonly table: TableRows | null,
    private readonly labels: LabelMatcher | null,
    /** All features of the file, those with too many missing values too. */
    readonly featureNames: readonly string[],
    /** How large the data would be in memory, where that is known. */
    readonly size: DataSize | null,
  ) {}

  /** Opens a file; refuses formats and options that need the whole of it. */
  static async open(given: ByteSource, options: ReadOptions): Promise<RowSource> {
    const { reader, plain: source } = await openReader(given, options);
    return inFile(source.name, async () => {
      if (!reader.readParts) throw notStreamed(reader.title);
      refuseWhole(options);
      const parts: (Table | ArrayPart)[] = [];
      let [rows, values] = [0, 0];
      for await (const part of reader.readParts(source, { ...options, onProgress: undefined })) {
        parts.push(part);
        const [partRows, columns] =
          "rows" in part ? [part.rows, part.columns.length] : [part.values.rows, part.values.columns];
        rows += partRows;
        values += partRows * columns;
        if (rows >= headRows || values >= headValues) break;
      }
      if (parts.length === 0) throw new InputError("unreadable-file", "there are no rows");
      const isTable = reader.kind === "table";
      const table = isTable ? new TableRows(joinTables(parts as Table[]), options) : null;
      const arrays = parts.map((part) =>
        table ? table.convert(part as Table) : partInDoubles(part as ArrayPart),
      );
      const labels = options.labels
        ? new LabelMatcher(arrays[0], await readTable(options.labels), options)
        : null;
      const first = joinArrays(
        arrays.map((part) => (labels ? { ...part, labels: labels.match(part) } : part)),
      );
      const finished = finishArrays(
        {
          ...first,
          rowIds: undefined,
          ...(table?.levels.some((own) => own) && { categories: table.levels }),
          ...(labels && { labelName: labels.labelName }),
        },
        { ...options, missing: options.missing === "error" ? "impute" : options.missing },
      );
      const head = new Dataset({
        ...finished,
        source: { ...finished.source, name: source.name, format: reader.format },
      });
      if (head.targets)
        throw new InputError(
          "not-possible",
          `the target "${head.labelName}" is a number to predict, which needs the rows in memory`,
          {
            remedies: [
              sampleRemedy,
              { action: "use its values as classes", option: "task", value: "classification" },
            ],
          },
        );
      const names =
        first.featureNames ?? Array.from({ length: first.values.columns }, (_, j) => String(j + 1));
      const size = (await reader.sizeOf?.(source, options)) ?? null;
      return new RowSource(source, reader, options, head, table, labels, names, size);
    });
  }

  get name(): string {
    return this.source.name;
  }

  get format(): string {
    return this.reader.format;
  }

  get labelName(): string {
    return this.head.labelName;
  }

  /** The levels of each feature that is a category, those met so far; null where all are numbers. */
  get categories(): readonly (readonly string[] | null)[] | null {
    return this.table?.levels.some((own) => own) ? this.table.levels : null;
  }

  /** One pass over all rows. Rows without a label are left out. */
  async *pass(onProgress?: (fraction: number) => void): AsyncGenerator<Rows> {
    const { options, reader, source, table, labels } = this;
    this.rows = 0;
    this.unlabelled = 0;
    this.incomplete = 0;
    this.transformNotices = [];
    table?.restart();
    labels?.restart();
    const parts = reader.readParts!(source, { ...options, onProgress });
    let lastPause = performance.now();
    for await (const part of parts) {
      const arrays: ArrayPart = table ? table.convert(part as Table) : (part as ArrayPart);
      const rows = this.treat(arrays, labels?.match(arrays) ?? arrays.labels);
      if (rows.values.rows > 0) yield rows;
      if (performance.now() - lastPause < 100) continue;
      await new Promise((resume) => setTimeout(resume, 0));
      lastPause = performance.now();
    }
    labels?.requireAll(this.featureNames.length);
  }

  /** To be called after the first pass: levels get the order that they have in memory. */
  settleLevels(): void {
    this.table?.orderLevels();
  }

  /** Features that turned out to be free text, by place: they cannot be used. */
  freeTexts(): readonly number[] {
    return this.table?.freeTexts() ?? [];
  }

  /** What was done to the rows; complete after a pass. */
  notices(): Notice[] {
    const { head, table, labels } = this;
    const counted = new Set<NoticeCode>([
      "rows-left-out",
      "columns-left-out",
      "missing-values",
      "categorical-columns",
      "rows-not-transformed",
    ]);
    const fromHead = head.notices.filter(({ code }) => !counted.has(code));
    const leftOut = (matter: string, count: number) =>
      count > 0 ? [rowNotice(matter, count, this.rows + this.unlabelled + this.incomplete)] : [];
    return [
      notice(
        "note",
        "streamed",
        `the ${plural(this.rows, "row")} were read in blocks, which takes little memory; what columns hold was told from the first ${head.rows}`,
        { count: this.rows },
      ),
      ...(table?.notices() ?? []),
      ...(labels?.notices ?? []),
      ...leftOut(`the target "${head.labelName}" has no value`, this.unlabelled),
      ...leftOut("values are missing", this.incomplete),
      ...categoryNotices({ featureNames: this.featureNames, categories: this.categories }),
      ...fromHead,
      ...this.transformNotices,
    ].map((one) => ({ ...one, file: this.name }));
  }

  private treat(arrays: ArrayPart, labels: readonly string[] | undefined): Rows {
    if (!labels)
      throw new InputError("target", "the data has no labels", {
        remedies: [
          { action: "name the label column", option: "target" },
          { action: "name a file with the labels", option: "labels" },
        ],
      });
    let { values } = arrays;
    const { missing, transforms = [] } = this.options;
    const incomplete = missing === "drop-rows" ? rowsWithGaps(values) : null;
    const kept: number[] = [];
    for (let i = 0; i < values.rows; i++) {
      if (labels[i] === "") this.unlabelled++;
      else if (incomplete?.[i]) this.incomplete++;
      else kept.push(i);
    }
    this.rows += kept.length;
    const whole = kept.length === values.rows;
    if (!whole) values = values.selectRows(kept);
    const told: Notice[] = [];
    for (const name of transforms)
      values = transformNumbers(inDoubles(values), name, this.categories ?? undefined, told);
    for (const one of told) this.addTransformNotice(one);
    const { rowIds } = arrays;
    return {
      values,
      labels: whole ? labels : kept.map((i) => labels[i]),
      ...(rowIds && { rowIds: whole ? rowIds : kept.map((i) => rowIds[i]) }),
    };
  }

  private addTransformNotice(told: Notice): void {
    const why = told.text.slice(told.text.indexOf(" could"));
    const at = this.transformNotices.findIndex(({ text }) => text.endsWith(why));
    const count = (this.transformNotices[at]?.count ?? 0) + (told.count ?? 0);
    const whole = { ...told, count, text: `${plural(count, "row")}${why}` };
    if (at < 0) this.transformNotices.push(whole);
    else this.transformNotices[at] = whole;
  }
}

/** What helps where rows are needed in memory. */
export const sampleRemedy = {
  action: "work on a sample of the rows",
  option: "sample",
  value: 20_000,
} as const;

/** The formats that can be read in parts, in words. */
export const streamedFormats = (): string =>
  readers
    .filter((reader) => reader.readParts)
    .map(({ format }) => format)
    .join(", ");

function notStreamed(title: string): InputError {
  return new InputError(
    "not-possible",
    `${title} files are read whole; in blocks of rows only these formats can be read: ${streamedFormats()}`,
    { remedies: [sampleRemedy] },
  );
}

/** Refuses what cannot be done with rows in parts. */
function refuseWhole({
  missing,
  smallClasses = "keep",
  duplicateRows = "keep",
  nominal,
  labelPattern,
}: ReadOptions): void {
  const refuse = (option: string, given: string, why: string) =>
    new InputError("not-possible", `${why}, so this needs all rows in memory`, {
      facts: { option, given },
      remedies: [sampleRemedy],
    });
  if (missing === "knn") throw refuse("missing", missing, "missing values are filled from the nearest rows");
  if (smallClasses !== "keep")
    throw refuse("smallClasses", smallClasses, "which classes are small is known at the end of the file");
  if (duplicateRows !== "keep")
    throw refuse("duplicateRows", duplicateRows, "every row is compared with all before it");
  if (nominal === "one-hot") throw refuse("nominal", nominal, "a column for every level is made");
  if (labelPattern !== undefined)
    throw refuse("labelPattern", labelPattern, "labels are taken from the names of the rows");
}

function rowsWithGaps(values: RowValues): Uint8Array {
  const gaps = new Uint8Array(values.rows);
  for (let i = 0; i < values.rows; i++) {
    const row =
      values instanceof SparseMatrix
        ? values.values.subarray(values.rowStarts[i], values.rowStarts[i + 1])
        : values.data.subarray(i * values.columns, (i + 1) * values.columns);
    if (row.some((value) => Number.isNaN(value))) gaps[i] = 1;
  }
  return gaps;
}

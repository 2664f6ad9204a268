import { InputError } from "../../core/input-error.js";
import type { Notice, NoticeCode } from "../../core/notice.js";
import { inDoubles, type RowValues } from "../../numeric/float-rows.js";
import type { ByteSource } from "../byte-source.js";
import { Dataset } from "../dataset.js";
import { categoryNotices, finishArrays, numbersToTransform, transformNumbers } from "../finish-arrays.js";
import { featurePlaces, onlyFeatures } from "../need-features.js";
import { readLabels } from "../parse-dataset.js";
import { type ArrayPart, type DataSize, partInDoubles, type RowRange } from "../readers/reader.js";
import { inFile } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { joinArrays, joinTables } from "./join-parts.js";
import { LabelMatcher } from "./label-matcher.js";
import {
  leftOutNotices,
  noFacts,
  type PassFacts,
  rowsGiven,
  streamedNotice,
  withCounts,
} from "./pass-facts.js";
import { notStreamed, refuseWhole, sampleRemedy, unknownPosition } from "./refuse-whole.js";
import { RowFiles } from "./row-files.js";
import { rowsWithGaps } from "./rows-with-gaps.js";
import { findSections, type Section } from "./sections.js";
import { levelsOf, TableRows } from "./table-rows.js";

/** Rows of a file that is read in parts: complete but for missing values, which are NaN. */
export interface Rows {
  readonly values: RowValues;
  /** The name of each row's class. */
  readonly labels: readonly string[];
  /** What each row is called, where rows have names. */
  readonly rowIds?: readonly string[];
}

/** How a data set is cut, where another machine has said so, and what it is called there. */
export interface PlannedSections {
  readonly sections: readonly Section[];
  /** A hash of its files and of how they are read. */
  readonly identity: string;
}

/**
 * Files whose rows are read in parts, again for every pass, so that they may be larger than the memory. What their columns are is
 * told from the first rows.
 */
export class RowSource {
  /** What the last whole pass has met, here or elsewhere. */
  private all = noFacts;
  /** What has been met since the last start. */
  private met = noFacts;
  /** How many rows come before a file, of those that were met. */
  private readonly rowsBefore = new Map([[0, 0]]);

  private constructor(
    private readonly files: RowFiles,
    private readonly options: ReadOptions,
    /** The first rows, treated as data in memory is. */
    readonly head: Dataset,
    private readonly table: TableRows | null,
    private readonly labels: LabelMatcher | null,
    /** All features of the file, those with too many missing values too; where some were asked for, these. */
    readonly featureNames: readonly string[],
    /** How large the data would be in memory, where that is known. */
    readonly size: DataSize | null,
    /** How it is cut, where it was planned elsewhere. */
    private readonly planned: PlannedSections | null,
  ) {}

  /** Opens a file, or several as one; refuses formats and options that need the whole of it. */
  static async open(
    given: ByteSource,
    options: ReadOptions,
    planned: PlannedSections | null = null,
  ): Promise<RowSource> {
    const files = await RowFiles.open(given, options);
    const { reader } = files.first;
    return inFile(given.name, async () => {
      if (!reader.readParts) throw notStreamed(reader.title);
      refuseWhole(options);
      const parts = await files.head();
      const isTable = reader.kind === "table";
      const table = isTable ? new TableRows(joinTables(parts as Table[]), options) : null;
      const arrays = parts.map((part) =>
        table ? table.convert(part as Table) : partInDoubles(part as ArrayPart),
      );
      const sheet = await readLabels(options);
      const labels = sheet ? new LabelMatcher(arrays[0], sheet, options) : null;
      const all = joinArrays(arrays.map((part) => (labels ? { ...part, labels: labels.match(part) } : part)));
      const { features } = options;
      const first = features ? onlyFeatures(all, features) : all;
      const levels = table && levelsOf(table, features);
      const finished = finishArrays(
        {
          ...first,
          rowIds: undefined,
          ...(levels && { categories: levels }),
          ...(labels?.labelName != null && { labelName: labels.labelName }),
        },
        { ...options, missing: options.missing === "error" ? "impute" : options.missing },
      );
      const head = new Dataset({
        ...finished,
        source: { ...finished.source, name: files.name, format: reader.format },
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
      // Nobody looks at all files only to know how large they are.
      const size = planned ? null : await files.size();
      return new RowSource(files, options, head, table, labels, names, size, planned);
    });
  }

  get name(): string {
    return this.head.source.name;
  }

  get format(): string {
    return this.files.first.reader.format;
  }

  /** A hash of the files and of how they are read, where that was planned. */
  get identity(): string {
    if (!this.planned) throw new Error("these rows were opened without a plan for other machines");
    return this.planned.identity;
  }

  /** How many rows there are; known after a pass. */
  get rows(): number {
    return this.all.rows;
  }

  get labelName(): string {
    return this.head.labelName;
  }

  /** The target where nobody named it and it was found; else null. */
  get guessedTarget(): string | null {
    return this.notices().some(({ code }) => code === "target-guessed") ? this.labelName : null;
  }

  /** Whether labels come from another file and are matched to the rows by their order. */
  get labelsByPlace(): boolean {
    return this.labels !== null && !this.labels.isById;
  }

  /** The levels of each feature that is a category, those met so far; null where all are numbers. */
  get categories(): readonly (readonly string[] | null)[] | null {
    return this.table && levelsOf(this.table, this.options.features);
  }

  /** The same files, read so that their features, levels and target are those of other data. */
  readAs(reading: Pick<ReadOptions, "features" | "levels" | "target">): Promise<RowSource> {
    return RowSource.open(this.files.source, { ...this.options, ...reading });
  }

  /** One pass over all rows. Rows without a label are left out. */
  async *pass(onProgress?: (fraction: number) => void): AsyncGenerator<Rows> {
    this.restart();
    this.labels?.seek(0);
    const { count } = this.files;
    for (let file = 0; file < count; file++) {
      yield* this.read(file, null, onProgress && ((part) => onProgress((file + part) / count)));
      this.rowsBefore.set(file + 1, rowsGiven(this.met));
    }
    this.all = this.facts();
    this.requireLabels();
  }

  /** How the rows are cut: the same wherever they are read. */
  async sections(leastRows: number): Promise<readonly Section[]> {
    const { files, options, planned } = this;
    return planned?.sections ?? findSections(files.count, (file) => files.open(file), options, leastRows);
  }

  /** One pass over the rows of a section; then `facts` tells what it met. */
  async *section(section: Section, onProgress?: (fraction: number) => void): AsyncGenerator<Rows> {
    const { file: first, files, range } = section;
    this.restart();
    if (this.labels && this.labelsByPlace) {
      const before = section.before ?? this.rowsBefore.get(first);
      if (before === undefined) throw unknownPosition();
      this.labels.seek(before);
    }
    for (let at = 0; at < files; at++)
      yield* this.read(first + at, range, onProgress && ((part) => onProgress((at + part) / files)));
    const before = this.rowsBefore.get(first);
    if (range === null && before !== undefined)
      this.rowsBefore.set(first + files, before + rowsGiven(this.met));
  }

  /** What the section that was read last has told. */
  facts(): PassFacts {
    const { table, met } = this;
    const odd = table?.oddCells().map(([column, cells]) => ({ column, cells })) ?? [];
    return { ...met, odd, levels: table?.levelsMet() ?? null };
  }

  /** Takes what all sections have told, in their order, for a whole pass. */
  conclude(sections: readonly PassFacts[]): void {
    const { table } = this;
    let all = noFacts;
    table?.restart();
    for (const one of sections) {
      for (const { column, cells } of one.odd) table?.addOdd(column, cells);
      if (one.levels) table?.addLevels(one.levels);
      all = withCounts(all, one);
    }
    this.met = all;
    this.all = this.facts();
    this.requireLabels();
  }

  /** Refuses labels by position where the sections must be read in order to know it, since each is to be read alone. */
  requireApart(sections: readonly Section[]): void {
    if (this.labelsByPlace && sections.some(({ before }) => before === null)) throw unknownPosition();
  }

  /** To be called after the first pass: levels get the order that they have in memory. */
  settleLevels(): void {
    this.table?.orderLevels();
  }

  /** Uses these levels, which all rows were found to have. */
  useLevels(levels: readonly (readonly string[] | null)[]): void {
    const { table, options } = this;
    if (!table) return;
    const places = options.features && featurePlaces(options.features, table.featureNames);
    const all = [...table.levels] as (readonly string[] | null)[];
    levels.forEach((own, at) => {
      all[places ? places[at] : at] = own;
    });
    table.useLevels(all);
  }

  /** Features that turned out to be free text, by place: they cannot be used. */
  freeTexts(): readonly number[] {
    const { table, options } = this;
    const unfit = table?.freeTexts() ?? [];
    if (!table || !options.features) return unfit;
    return unfit.map((j) => options.features!.indexOf(table.featureNames[j])).filter((j) => j >= 0);
  }

  /** What was done to the rows; complete after a pass. */
  notices(): Notice[] {
    const { all, head, table, labels } = this;
    const counted = new Set<NoticeCode>([
      "rows-left-out",
      "columns-left-out",
      "missing-values",
      "categorical-columns",
      "rows-not-transformed",
    ]);
    return [
      streamedNotice(all.rows, head.rows),
      ...(table?.notices(all.odd) ?? []),
      ...(labels?.notices ?? []),
      ...leftOutNotices(all, head.labelName),
      ...categoryNotices({ featureNames: this.featureNames, categories: this.categories }),
      ...head.notices.filter(({ code }) => !counted.has(code)),
      ...all.transformNotices,
    ].map((one) => ({ ...one, file: this.name }));
  }

  private restart(): void {
    this.met = noFacts;
    this.table?.restart();
  }

  private requireLabels(): void {
    this.labels?.requireAll(rowsGiven(this.all), this.featureNames.length);
  }

  /** The rows of a file, or a range of them. */
  private async *read(
    file: number,
    range: RowRange | null,
    onProgress: ((fraction: number) => void) | undefined,
  ): AsyncGenerator<Rows> {
    const { files, table, labels, options } = this;
    let lastPause = performance.now();
    for await (const part of files.read(file, range, onProgress)) {
      const arrays: ArrayPart = table ? table.convert(part as Table) : (part as ArrayPart);
      const chosen = options.features ? onlyFeatures(arrays, options.features) : arrays;
      const rows = this.treat(chosen, labels?.match(arrays) ?? arrays.labels);
      if (rows.values.rows > 0) yield rows;
      if (performance.now() - lastPause < 100) continue;
      await new Promise((resume) => setTimeout(resume, 0));
      lastPause = performance.now();
    }
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
    let [unlabelled, left] = [0, 0];
    for (let i = 0; i < values.rows; i++) {
      if (labels[i] === "") unlabelled++;
      else if (incomplete?.[i]) left++;
      else kept.push(i);
    }
    const whole = kept.length === values.rows;
    if (!whole) values = values.selectRows(kept);
    const told: Notice[] = [];
    const { featureNames, categories } = this;
    const places = numbersToTransform({ featureNames, categories: categories ?? undefined });
    for (const name of transforms) values = transformNumbers(inDoubles(values), name, places, told);
    this.met = withCounts(this.met, {
      rows: kept.length,
      unlabelled,
      incomplete: left,
      transformNotices: told,
    });
    const { rowIds } = arrays;
    return {
      values,
      labels: whole ? labels : kept.map((i) => labels[i]),
      ...(rowIds && { rowIds: whole ? rowIds : kept.map((i) => rowIds[i]) }),
    };
  }
}

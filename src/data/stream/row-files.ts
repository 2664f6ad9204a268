import { InputError } from "../../core/input-error.js";
import { FloatRows } from "../../numeric/float-rows.js";
import type { ByteSource } from "../byte-source.js";
import { openReader } from "../parse-dataset.js";
import type { ArrayPart, DataSize, RowRange } from "../readers/reader.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { type OpenedFile, requireSameFormat, requireSameShape, type Shape } from "./joined-reader.js";

/** So many rows, or values, at the start of the data tell what its columns are. */
const headRows = 20_000;
const headValues = 4_000_000;

/** One file whose rows are read in parts, or several of the same columns as one. Each is opened when its rows are read. */
export class RowFiles {
  /** Only one that is not the first is kept: there may be many, and unpacked they are large. */
  private last: { readonly file: number; readonly opened: OpenedFile } | null = null;
  private shape: Shape | null = null;

  private constructor(
    readonly source: ByteSource,
    private readonly options: ReadOptions,
    readonly first: OpenedFile,
  ) {}

  static async open(source: ByteSource, options: ReadOptions): Promise<RowFiles> {
    const [first] = source.files ?? [source];
    return new RowFiles(source, options, await openReader(first, options));
  }

  get count(): number {
    return this.source.files?.length ?? 1;
  }

  /** Of one file its own name, unpacked. */
  get name(): string {
    return this.source.files ? this.source.name : this.first.plain.name;
  }

  /** What reads a file. */
  async open(file: number): Promise<OpenedFile> {
    if (file === 0) return this.first;
    if (this.last?.file !== file) {
      const opened = await openReader(this.source.files![file], this.options);
      requireSameFormat(this.first, opened);
      this.last = { file, opened };
    }
    return this.last.opened;
  }

  /** The rows of a file in parts, or a range of them. */
  async *read(
    file: number,
    range: RowRange | null,
    onProgress?: (fraction: number) => void,
  ): AsyncGenerator<Table | ArrayPart> {
    const { reader, plain } = await this.open(file);
    try {
      for await (const part of reader.readParts!(plain, { ...this.options, onProgress }, range)) {
        this.shape ??= shapeOf(part);
        requireSameShape(part, plain.name, this.shape, this.first.plain.name);
        yield part;
      }
    } catch (error) {
      throw error instanceof InputError && this.source.files ? error.with({ file: plain.name }) : error;
    }
  }

  /** The first rows, from as many files as it takes. */
  async head(): Promise<(Table | ArrayPart)[]> {
    const parts: (Table | ArrayPart)[] = [];
    let [rows, values] = [0, 0];
    for (let file = 0; file < this.count; file++)
      for await (const part of this.read(file, null)) {
        parts.push(part);
        const [partRows, columns] =
          "rows" in part ? [part.rows, part.columns.length] : [part.values.rows, part.values.columns];
        rows += partRows;
        values += partRows * columns;
        if (rows >= headRows || values >= headValues) return parts;
      }
    if (parts.length === 0) throw new InputError("unreadable-file", "there are no rows");
    return parts;
  }

  /** How large the data would be in memory, where the format tells. */
  async size(): Promise<DataSize | null> {
    const { reader, plain } = await openReader(this.source, this.options);
    return (await reader.sizeOf?.(plain, this.options)) ?? null;
  }
}

/** What the parts of all files have in common, without the rows. */
const shapeOf = (part: Table | ArrayPart): Shape =>
  "rows" in part
    ? { names: part.names }
    : {
        featureNames: part.featureNames,
        values: new FloatRows(new Float32Array(0), 0, part.values.columns),
      };

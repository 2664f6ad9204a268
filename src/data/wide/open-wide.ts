import { InputError } from "../../core/input-error.js";
import { Matrix } from "../../numeric/matrix.js";
import { SparseMatrix } from "../../numeric/sparse-matrix.js";
import { upTo } from "../../numeric/up-to.js";
import type { ByteSource } from "../byte-source.js";
import { Dataset } from "../dataset.js";
import { finishRows } from "../finish-arrays.js";
import { withLabels } from "../parse-dataset.js";
import { chooseReader } from "../readers/index.js";
import { refuseTarget } from "../readers/npy.js";
import { inFile } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import { applyTransform } from "../transforms.js";
import { fitsInMemory } from "./fits-in-memory.js";
import { npyColumns } from "./npy-columns.js";
import { parquetColumns } from "./parquet-columns.js";
import type { StoredColumns } from "./stored-columns.js";
import type { Scratch, WideBlock, WideColumns } from "./wide-columns.js";

/** What is there besides the file. */
export interface WideMeans {
  /** How much memory data and the work on it may take, in bytes. */
  readonly memory: number;
  /** Makes room outside memory. */
  readonly scratch: (bytes: number) => Scratch;
}

/** More samples than this are no wide data: their Gram matrix would be too large. */
export const mostWideRows = 4096;
/** The part of the memory that a block of columns may take when it is read, and the most that is worth it. */
const blockShare = 1 / 24;
const largestBlock = 48 << 20;

/**
 * Opens a file for reading in blocks of columns; null where the file fits into memory, or is not of a kind that can be read
 * so: NumPy arrays and Parquet with no more than {@link mostWideRows} rows and more columns than rows.
 */
export async function openWide(
  source: ByteSource,
  options: ReadOptions,
  means: WideMeans,
): Promise<WideColumns | null> {
  if (source.files) return null;
  return inFile(source.name, async () => {
    const head = await source.read(0, 4096);
    // What is compressed as a whole cannot be read in pieces; empty files are refused elsewhere.
    if (head.length < 2 || (head[0] === 0x1f && head[1] === 0x8b)) return null;
    const { format } = chooseReader(source.name, head, options.format);
    const stored =
      format === "npy"
        ? await npyColumns(source)
        : format === "parquet"
          ? await parquetColumns(source, options, (shape) => isWide(shape, means.memory))
          : null;
    if (!stored || !isWide(stored, means.memory)) return null;
    if (format === "npy") refuseTarget(options);
    refuseUnusable(options);
    return wideFrom(stored, await factsOf(stored, source.name, format, options), options, means);
  });
}

const isWide = (shape: { readonly rows: number; readonly features: number }, memory: number): boolean =>
  shape.rows <= mostWideRows && shape.features > shape.rows && !fitsInMemory(shape, memory);

/** Refuses options that need all values at once. */
function refuseUnusable({
  transforms = [],
  rowGroups,
  labels,
  missing = "impute",
  duplicateRows = "keep",
  join = [],
}: ReadOptions): void {
  if (join.length > 0)
    throw new InputError(
      "not-possible",
      "columns of the file with the labels cannot join data that is larger than memory; copy them into the data",
      { facts: { option: "join", given: join.join(", ") } },
    );
  if (duplicateRows !== "keep")
    throw new InputError(
      "not-possible",
      "rows of data that is larger than memory cannot be compared with each other",
      { facts: { option: "duplicateRows", given: duplicateRows } },
    );
  if (missing !== "impute" && missing !== "error")
    throw new InputError(
      "not-possible",
      "missing values of data that is larger than memory can only be filled with medians, or refused",
      {
        facts: { option: "missing", given: missing },
        remedies: [{ action: "fill them", option: "missing", value: "impute" }],
      },
    );
  if (transforms.includes("normalize-total"))
    throw new InputError(
      "not-possible",
      "the transform normalize-total needs the sum of every row first, which is not possible for data that is larger than memory; apply it before",
      { facts: { option: "transforms", given: "normalize-total" } },
    );
  if (rowGroups !== undefined && !labels)
    throw new InputError(
      "not-possible",
      "data that is larger than memory takes the groups of rows from the file with the labels only",
      { facts: { option: "rowGroups", given: String(rowGroups) } },
    );
}

interface WideFacts {
  readonly facts: Dataset;
  /** The rows of the file that are samples. */
  readonly kept: Int32Array;
}

/** Labels and names, treated as for data in memory. */
async function factsOf(
  { rows, features, featureNames, arrays }: StoredColumns,
  name: string,
  format: string,
  options: ReadOptions,
): Promise<WideFacts> {
  // A column of row numbers in place of the values tells afterwards which rows were kept.
  const numbered = new Matrix(Float64Array.from(upTo(rows)), rows, 1);
  const labelled = await withLabels({ ...arrays, values: numbered }, options);
  const { values, labels, targets, notices, ...rest } = finishRows(labelled, options);
  const kept = Int32Array.from(values instanceof Matrix ? values.data : values.values);
  const transforms = options.transforms ?? [];
  const facts = new Dataset({
    ...rest,
    values: new SparseMatrix(
      kept.length,
      features,
      new Int32Array(kept.length + 1),
      new Int32Array(0),
      new Float64Array(0),
    ),
    featureNames,
    labels,
    targets,
    source: { name, format, transforms },
    notices: notices.map((one) => ({ ...one, file: name })),
  });
  return { facts, kept };
}

function wideFrom(
  stored: StoredColumns,
  { facts, kept }: WideFacts,
  { transforms = [], missing, signal, onProgress }: ReadOptions,
  { memory, scratch }: WideMeans,
): WideColumns {
  const { features } = stored;
  const bytes = Math.min(largestBlock, blockShare * memory);
  const width = Math.min(features, Math.max(1, Math.floor(bytes / (8 * kept.length))));
  async function* blocks(): AsyncGenerator<WideBlock> {
    const room = new Float64Array(kept.length * width);
    for (let start = 0; start < features; start += width) {
      signal?.throwIfAborted();
      const count = Math.min(width, features - start);
      const values = new Matrix(room.subarray(0, kept.length * count), kept.length, count);
      await inFile(facts.source.name, () => stored.read(start, values, kept));
      yield { start, values: transforms.reduce(transformed, values) };
      onProgress?.((start + count) / features);
    }
  }
  return {
    facts,
    bits: transforms.length > 0 ? 64 : stored.bits,
    gaps: missing === "error" ? "refuse" : "fill",
    memory,
    blocks,
    scratch,
  };
}

const transformed = (values: Matrix, name: Parameters<typeof applyTransform>[1]): Matrix =>
  applyTransform(values, name) as Matrix;

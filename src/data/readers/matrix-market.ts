import { InputError } from "../../core/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import { MatrixBuilder } from "./matrix-market/matrix-builder.js";
import type { ArrayReader, RawArrays } from "./reader.js";
import { decodeText } from "./shared/decode-text.js";
import { gunzip } from "./shared/gunzip.js";
import { readLines } from "./shared/read-lines.js";
import { inFile } from "./shared/reading.js";
import { namedFeatures } from "./shared/unique-names.js";

/**
 * Matrix Market files: `coordinate` (sparse) and `array` (dense), real, integer or pattern, general, symmetric or
 * skew-symmetric. Rows are samples, unless `samplesIn` says `columns` or the files of a 10x folder stand beside the
 * matrix: that is genes × cells, so it is transposed, `features.tsv` (or `genes.tsv`) names the features and
 * `barcodes.tsv` the rows. Genes go by their symbol (second column), made unique with `-1`, `-2`, … as Scanpy does.
 */
export const matrixMarketReader: ArrayReader = {
  kind: "arrays",
  format: "mtx",
  title: "Matrix Market",
  extensions: [".mtx"],
  recognises: (head) => /^%%matrixmarket\s/i.test(String.fromCharCode(...head.subarray(0, 16))),
  readArrays: (source, options) => inFile(source.name, () => readArrays(source, options)),
};

async function readArrays(source: ByteSource, options: ReadOptions): Promise<RawArrays> {
  const companions = options.companions ?? [];
  const features = companions.find(({ name }) => /(^|[_.-])(features|genes)\.tsv(\.gz)?$/i.test(name));
  const barcodes = companions.find(({ name }) => /(^|[_.-])barcodes\.tsv(\.gz)?$/i.test(name));
  const samplesInColumns = Boolean(features || barcodes) || options.samplesIn === "columns";

  const builder = new MatrixBuilder(source.size, samplesInColumns);
  await readLines(source, options, (bytes, start, end, line) => builder.addLine(bytes, start, end, line));
  const values = builder.finish();
  const featureNames = features && (await readNames(features, 2, options));
  const rowIds = barcodes && (await readNames(barcodes, 1, options));
  checkCount(features, featureNames, values.columns, source, "rows");
  checkCount(barcodes, rowIds, values.rows, source, "columns");
  return {
    values,
    ...namedFeatures(featureNames),
    ...(rowIds && { rowIds }),
  };
}

function checkCount(
  companion: ByteSource | undefined,
  names: readonly string[] | undefined,
  expected: number,
  matrix: ByteSource,
  side: string,
): void {
  if (companion && names?.length !== expected)
    throw new InputError(
      "unreadable-file",
      `there are ${names?.length} names, but the matrix in ${matrix.name} has ${expected} ${side}; use files that belong together`,
      { facts: { file: companion.name, count: names?.length } },
    );
}

/** The names that stand in a column (from 1) of a file separated by tabs, or in the last one there is; gzip or plain. */
async function readNames(
  source: ByteSource,
  column: number,
  { signal }: Pick<ReadOptions, "signal">,
): Promise<string[]> {
  const start = await source.read(0, 2);
  const isGzip = start[0] === 0x1f && start[1] === 0x8b;
  const names: string[] = [];
  await readLines(
    isGzip ? await gunzip(source, undefined, signal) : source,
    { signal },
    (bytes, from, to) => {
      const cells = decodeText(bytes, from, to).split("\t");
      if (cells.length > 1 || cells[0] !== "") names.push(cells[Math.min(column, cells.length) - 1].trim());
    },
  );
  return names;
}

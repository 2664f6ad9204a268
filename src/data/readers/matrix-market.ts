import { InputError } from "../../numeric/input-error.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../read-options.js";
import { MatrixBuilder } from "./matrix-market/matrix-builder.js";
import { readNames } from "./matrix-market/read-names.js";
import type { ArrayReader, RawArrays } from "./reader.js";
import { readLines } from "./shared/read-lines.js";
import { uniqueNames } from "./shared/unique-names.js";

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
  readArrays,
};

async function readArrays(source: ByteSource, options: ReadOptions): Promise<RawArrays> {
  const companions = options.companions ?? [];
  const features = companions.find(({ name }) => /(^|[_.-])(features|genes)\.tsv(\.gz)?$/i.test(name));
  const barcodes = companions.find(({ name }) => /(^|[_.-])barcodes\.tsv(\.gz)?$/i.test(name));
  const samplesInColumns = Boolean(features || barcodes) || options.samplesIn === "columns";

  const builder = new MatrixBuilder(source.name, source.size, samplesInColumns);
  await readLines(source, options, (bytes, start, end, line) => builder.addLine(bytes, start, end, line));
  const values = builder.finish();
  const featureNames = features && (await readNames(features, 2, options));
  const rowIds = barcodes && (await readNames(barcodes, 1, options));
  checkCount(features, featureNames, values.columns, source, "rows");
  checkCount(barcodes, rowIds, values.rows, source, "columns");
  return {
    values,
    ...(featureNames && { featureNames: uniqueNames(featureNames) }),
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
      `${companion.name} has ${names?.length} names, but the matrix in ${matrix.name} has ${expected} ${side}; take files that belong together`,
    );
}

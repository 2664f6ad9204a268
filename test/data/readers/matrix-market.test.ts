import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { matrixMarketReader } from "../../../src/data/readers/matrix-market.js";
import { SparseMatrix } from "../../../src/numeric/sparse-matrix.js";
import { dataFile, hasData } from "../../support/data.js";
import { readAnyText, survivors } from "../../support/mutations.js";
import {
  arrayRows,
  expectTruth,
  fixtureSource,
  matrixOf,
  realSource,
  refusal,
  textSource,
  truthOf,
} from "./text-support.js";

const read = (text: string) => matrixMarketReader.readArrays(textSource(text, "t.mtx"), {});
const banner = "%%MatrixMarket matrix coordinate real general\n";
const companion = (name: string) => bytesSource(readFileSync(dataFile(`formats/10x_mtx/${name}`)), name);

describe("files that SciPy wrote", () => {
  test.each([
    "dense.mtx",
    "dense-symmetric.mtx",
    "dense-skew.mtx",
    "sparse.mtx",
    "sparse-symmetric.mtx",
    "sparse-skew.mtx",
    "pattern.mtx",
  ])("%s", async (name) => {
    const source = fixtureSource(name);
    expect(matrixMarketReader.recognises?.(await source.read(0, 4096))).toBe(true);
    const arrays = await matrixMarketReader.readArrays(source, {});
    expect(arrayRows(arrays)).toEqual(matrixOf(name));
    expect(arrays.values instanceof SparseMatrix).toBe(!name.startsWith("dense"));
    expect([arrays.featureNames, arrays.rowIds]).toEqual([undefined, undefined]);
    const turned = await matrixMarketReader.readArrays(source, { samplesIn: "columns" });
    const truth = matrixOf(name);
    expect(arrayRows(turned)).toEqual(truth[0].map((_, j) => truth.map((row) => row[j])));
  });

  test("any case, blank lines, entries in any order, equal places added", async () => {
    const arrays = await read(
      "%%MatrixMarket MATRIX Coordinate Integer General\r\n% c\r\n\r\n2 3 4\r\n2 3 5\r\n1 1 1\r\n\r\n 2\t1  -7\r\n1 1 2",
    );
    expect(arrayRows(arrays)).toEqual([
      [3, 0, 0],
      [-7, 0, 5],
    ]);
  });
});

describe("10x folders", () => {
  test.skipIf(!hasData)("a real one", async () => {
    const companions = [companion("features.tsv.gz"), companion("barcodes.tsv.gz")];
    const arrays = await matrixMarketReader.readArrays(realSource("10x_mtx/matrix.mtx.gz"), { companions });
    const truth = truthOf("10x_mtx/matrix.mtx.gz");
    expectTruth(arrayRows(arrays), truth);
    expect(arrays.featureNames?.slice(0, 3)).toEqual(truth.names);
    expect(arrays.rowIds?.slice(0, 3)).toEqual(truth.ids);
    expect([arrays.featureNames?.length, arrays.rowIds?.length]).toEqual([truth.columns, truth.rows]);
  });

  const matrix = textSource(`${banner}3 2 2\n1 1 4\n3 2 5\n`, "matrix.mtx");
  test("plain and gzipped names, repeated symbols, the old genes.tsv", async () => {
    const genes = new Uint8Array(gzipSync("id1\tA\nid2\tB\nid3\tA\n"));
    const companions = [textSource("c1\nc2\n", "barcodes.tsv"), bytesSource(genes, "GSM1_genes.tsv.gz")];
    const arrays = await matrixMarketReader.readArrays(matrix, { companions });
    expect(arrayRows(arrays)).toEqual([
      [4, 0, 0],
      [0, 0, 5],
    ]);
    expect(arrays.featureNames).toEqual(["A", "B", "A-1"]);
    expect(arrays.rowIds).toEqual(["c1", "c2"]);
  });

  test("files that do not belong together", async () => {
    const features = [textSource("g1\ng2\n", "features.tsv")];
    expect(await refusal(matrixMarketReader.readArrays(matrix, { companions: features }))).toBe(
      "features.tsv: there are 2 names, but the matrix in matrix.mtx has 3 rows; use files that belong together",
    );
    const barcodes = [textSource("c1\n", "barcodes.tsv")];
    expect(await refusal(matrixMarketReader.readArrays(matrix, { companions: barcodes }))).toMatch(
      /^barcodes\.tsv: there are 1 names, but the matrix in matrix\.mtx has 2 columns/,
    );
  });
});

describe("bad input", () => {
  test.each([
    ["an empty file", "", /^t\.mtx: the file is empty/],
    [
      "another first line",
      "1 2 3\n",
      /^t\.mtx, line 1: a Matrix Market file starts with .*"1 2 3" was found/,
    ],
    [
      "complex numbers",
      "%%MatrixMarket matrix coordinate complex general\n",
      /line 1: the field must be one of real.*"complex"/,
    ],
    ["hermitian", "%%MatrixMarket matrix array real hermitian\n", /the symmetry must be one of/],
    ["no size", banner, /^t\.mtx: the file ends before the line with the matrix's size/],
    ["a short size", `${banner}3 4\n`, /line 2: three whole numbers.*"3 4" was found/],
    ["a negative size", `${banner}3 -4 1\n`, /line 2: three whole numbers/],
    ["no rows", `${banner}0 4 0\n`, /line 2: the matrix is empty, 0 × 4/],
    [
      "a size beyond all bounds",
      `${banner}1000000000 1000000000 5\n`,
      /line 2: a matrix of 1000000000 × 1000000000 is too large/,
    ],
    [
      "more entries than the file can hold",
      `${banner}1000 1000 1000000\n1 1 1\n`,
      /line 2: 1000000 entries are declared/,
    ],
    [
      "an array that the file cannot hold",
      "%%MatrixMarket matrix array real general\n100000 100000\n1\n",
      /10000000000 entries are declared/,
    ],
    [
      "not square",
      "%%MatrixMarket matrix coordinate real symmetric\n2 3 1\n1 1 1\n",
      /a symmetric matrix must be square/,
    ],
    [
      "a place outside",
      `${banner}2 2 1\n3 1 1\n`,
      /line 3: row 3, column 1 is outside the matrix, which is 2 × 2/,
    ],
    ["counting from 0", `${banner}2 2 1\n0 1 1\n`, /line 3: row 0, column 1 is outside/],
    ["a broken place", `${banner}2 2 1\n1.5 1 1\n`, /line 3: row 1.5, column 1 is outside/],
    [
      "a short entry",
      `${banner}2 2 1\n1 1\n`,
      /line 3: a row, a column and a value are expected; "1 1" was found/,
    ],
    ["a long entry", `${banner}2 2 1\n1 1 1 1\n`, /line 3: a row, a column and a value are expected/],
    ["text", `${banner}2 2 1\n1 1 one\n`, /line 3: .*"1 1 one" was found/],
    [
      "too few entries",
      `${banner}2 2 2\n1 1 1\n`,
      /^t\.mtx: the file ends after 1 of the 2 declared entries/,
    ],
    [
      "too many entries",
      `${banner}2 2 1\n1 1 1\n2 2 2\n`,
      /line 4: there are more than the 1 declared entries/,
    ],
    [
      "too few values",
      "%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\n",
      /ends after 3 of the 4 declared values/,
    ],
    [
      "too many values",
      "%%MatrixMarket matrix array real general\n1 1\n1\n2\n",
      /line 4: there are more than the 1 declared values/,
    ],
  ])("%s", async (_, text, message) => {
    expect(await refusal(read(text))).toMatch(message);
  });

  test.each(["dense-symmetric.mtx", "sparse.mtx"])(
    "mutated copies of %s end in arrays or a refusal",
    async (name) => {
      const source = fixtureSource(name);
      const bytes = await source.read(0, source.size);
      const readMutated = (mutated: Uint8Array) => matrixMarketReader.readArrays(textSource(mutated), {});
      expect(await survivors(bytes, 600, readMutated)).toEqual([]);
    },
  );

  test.skipIf(!hasData)("mutated 10x names end in arrays or a refusal", async () => {
    const matrix = realSource("10x_mtx/matrix.mtx.gz");
    const features = companion("features.tsv.gz");
    const bytes = await features.read(0, features.size);
    const readMutated = (mutated: Uint8Array) =>
      matrixMarketReader.readArrays(matrix, { companions: [bytesSource(mutated, "features.tsv.gz")] });
    expect(await survivors(bytes, 60, readMutated)).toEqual([]);
  });

  test("any text ends in arrays or a refusal", async () => {
    const readBytes = (bytes: Uint8Array) => matrixMarketReader.readArrays(textSource(bytes), {});
    const pieces = [..."01239  \n\n%-.e", "1 1 1\n"];
    for (const layout of [
      "coordinate real general",
      "coordinate pattern symmetric",
      "array real skew-symmetric",
    ])
      await readAnyText(pieces, `%%MatrixMarket matrix ${layout}\n`, readBytes);
  });
});

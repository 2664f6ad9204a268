import { InputError } from "../../numeric/input-error.js";
import { didYouMean } from "../nearest-name.js";
import { arffReader } from "./arff.js";
import { arrowReader } from "./arrow.js";
import { csvReader, tsvReader } from "./csv.js";
import { foreignKind } from "./foreign.js";
import { h5adReader } from "./h5ad.js";
import { hdf5Reader } from "./hdf5.js";
import { matReader } from "./mat.js";
import { matrixMarketReader } from "./matrix-market.js";
import { npyReader } from "./npy.js";
import { npzReader } from "./npz.js";
import { parquetReader } from "./parquet.js";
import type { Reader } from "./reader.js";
import { svmlightReader } from "./svmlight.js";
import { xlsxReader } from "./xlsx.js";

/** Every format that can be read. To add one, write its file and name it here. */
export const readers: readonly Reader[] = [
  csvReader,
  tsvReader,
  arffReader,
  matReader,
  npyReader,
  npzReader,
  hdf5Reader,
  h5adReader,
  parquetReader,
  arrowReader,
  xlsxReader,
  svmlightReader,
  matrixMarketReader,
];

/** The reader for a file: by the format the user named, else by the first bytes, else by the ending, else as text. */
export function chooseReader(name: string, head: Uint8Array, format?: string): Reader {
  if (format !== undefined) return byFormat(format);
  const lower = name.toLowerCase();
  const byContent = readers.filter((reader) => reader.recognises?.(head));
  const byEnding = readers.filter(({ extensions }) =>
    extensions.some((extension) => lower.endsWith(extension)),
  );
  const chosen = byContent.find((reader) => byEnding.includes(reader)) ?? byContent[0] ?? byEnding[0];
  const foreign = !chosen || chosen === csvReader || chosen === tsvReader ? foreignKind(lower, head) : null;
  if (foreign) throw new InputError(`${name}: ${foreign.title} cannot be read; ${foreign.advice}`);
  if (chosen) return chosen;
  if (!head.includes(0)) return csvReader;
  throw new InputError(`${name}: the format is not known; ${formatsInWords()}, or name one with --format`);
}

function byFormat(format: string): Reader {
  const names = readers.map((reader) => reader.format);
  const found = readers.find((reader) => reader.format === format.toLowerCase());
  if (found) return found;
  throw new InputError(
    `there is no format "${format}"${didYouMean(format, names)}; the formats are ${names.join(", ")}`,
  );
}

const formatsInWords = () =>
  `files of these kinds can be read: ${readers.map(({ title }) => title).join(", ")}`;

import { InputError } from "../../core/input-error.js";
import { didYouMean } from "../../core/nearest-name.js";
import { arffReader } from "./arff.js";
import { arrowReader } from "./arrow.js";
import { csvReader, tsvReader } from "./csv.js";
import { h5adReader, hdf5Reader } from "./hdf5.js";
import { matReader } from "./mat.js";
import { matrixMarketReader } from "./matrix-market.js";
import { npyReader, npzReader } from "./npy.js";
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
  if (foreign) throw new InputError("unknown-format", `${foreign.title} cannot be read; ${foreign.advice}`);
  if (chosen) return chosen;
  if (!head.includes(0)) return csvReader;
  throw new InputError("unknown-format", `the format is unknown; ${formatsInWords()}`, {
    remedies: [{ action: "name one", option: "format" }],
  });
}

function byFormat(format: string): Reader {
  const names = readers.map((reader) => reader.format);
  const found = readers.find((reader) => reader.format === format.toLowerCase());
  if (found) return found;
  throw new InputError(
    "unknown-name",
    `unknown format "${format}"${didYouMean(format, names)}; the formats are ${names.join(", ")}`,
    { facts: { option: "format", given: format, allowed: names.join(", ") } },
  );
}

const formatsInWords = () => `these formats can be read: ${readers.map(({ title }) => title).join(", ")}`;

/** A kind of file that users have and that no reader reads. */
interface ForeignKind {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  /** How such a file begins, one character per byte. */
  readonly start?: string;
  readonly extensions: readonly string[];
}

const unpack = "decompress it first, or compress it with gzip";
const exportTable = "export the table as CSV";

const foreignKinds: readonly ForeignKind[] = [
  { title: "a bzip2 file", advice: unpack, start: "BZh91AY&", extensions: [".bz2"] },
  { title: "an xz file", advice: unpack, start: "\xfd7zXZ", extensions: [".xz"] },
  { title: "a Zstandard file", advice: unpack, start: "\x28\xb5\x2f\xfd", extensions: [".zst"] },
  {
    title: "a zip archive",
    advice: "unpack it and give one of its files",
    start: "PK\x03\x04",
    extensions: [".zip"],
  },
  {
    title: "a web page",
    advice: "give the address of the file itself, or download it",
    start: "<!DOCTYP",
    extensions: [".html", ".htm"],
  },
  { title: "PDF", advice: exportTable, start: "%PDF-", extensions: [".pdf"] },
  { title: "JSON", advice: exportTable, extensions: [".json", ".jsonl", ".ndjson"] },
  {
    title: "an R data file",
    advice: "write the table with write.csv in R",
    extensions: [".rds", ".rda", ".rdata"],
  },
  {
    title: "a Python pickle",
    advice: "write the table with to_csv or to_parquet",
    extensions: [".pkl", ".pickle"],
  },
  {
    title: "a file from a statistics program",
    advice: exportTable,
    extensions: [".sav", ".dta", ".sas7bdat"],
  },
];

/** What a file is by its first bytes or its ending (lower case), where that is a kind nobody here reads. */
function foreignKind(name: string, head: Uint8Array): ForeignKind | null {
  const begins = String.fromCharCode(...head.subarray(0, 8));
  const matches = ({ start, extensions }: ForeignKind) =>
    (start !== undefined && begins.toLowerCase().startsWith(start.toLowerCase())) ||
    extensions.some((ending) => name.endsWith(ending));
  return foreignKinds.find(matches) ?? null;
}

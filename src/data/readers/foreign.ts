/** A kind of file that users have and that no reader reads. */
interface ForeignKind {
  readonly title: string;
  /** What to do about it. */
  readonly advice: string;
  /** How such a file begins, one character per byte. */
  readonly start?: string;
  readonly extensions: readonly string[];
}

const unpack = "unpack it first, or pack it with gzip";
const exportTable = "export the table as CSV";

const foreignKinds: readonly ForeignKind[] = [
  { title: "a bzip2 file", advice: unpack, start: "BZh91AY&", extensions: [".bz2"] },
  { title: "an xz file", advice: unpack, start: "\xfd7zXZ", extensions: [".xz"] },
  { title: "a Zstandard file", advice: unpack, start: "\x28\xb5\x2f\xfd", extensions: [".zst"] },
  {
    title: "a zip archive",
    advice: "unpack it and name a file in it",
    start: "PK\x03\x04",
    extensions: [".zip"],
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
  { title: "a file of a statistics program", advice: exportTable, extensions: [".sav", ".dta", ".sas7bdat"] },
];

/** What a file is by its first bytes or its ending (lower case), where that is a kind nobody here reads. */
export function foreignKind(name: string, head: Uint8Array): ForeignKind | null {
  const begins = String.fromCharCode(...head.subarray(0, 8));
  const matches = ({ start, extensions }: ForeignKind) =>
    (start !== undefined && begins.startsWith(start)) || extensions.some((ending) => name.endsWith(ending));
  return foreignKinds.find(matches) ?? null;
}

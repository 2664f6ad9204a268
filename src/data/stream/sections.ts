import { count, object, orNull, type Shape } from "../../core/json.js";
import type { RowRange } from "../readers/reader.js";
import { inFile } from "../readers/shared/reading.js";
import type { ReadOptions } from "../reading-options.js";
import type { OpenedFile } from "./joined-reader.js";

/**
 * Rows of a data set that can be read without those before them: one file or several side by side, or a range of the rows of a file.
 * A data set is cut into the same sections wherever it is read.
 */
export interface Section {
  /** The place of its first file among those of the data set. */
  readonly file: number;
  /** How many files it has. */
  readonly files: number;
  /** Which rows of its only file; null for all. */
  readonly range: RowRange | null;
  /** How many rows of the data set come before it; null where that is not known before they are read. */
  readonly before: number | null;
}

const range: Shape<RowRange> = object<RowRange>({ first: count, end: count });

/** A section as JSON holds it. */
export const sectionShape: Shape<Section> = object<Section>({
  file: count,
  files: count,
  range: orNull(range),
  before: orNull(count),
});

/** With more files than this, neighbours are put together. */
const mostFileSections = 1000;

/** A section has at least so many values, so that reading them takes longer than giving it out. */
const leastValues = 2 ** 23;

/**
 * How many rows a section of a longer file has at least. Where their scatter is gathered, its sums over features × features must stay
 * small beside the rows.
 */
export const leastSectionRows = (features: number, scatter: boolean): number =>
  Math.max(Math.ceil(leastValues / features), scatter ? 8 * features : 0);

/** Cuts files that are read as one into sections of at least so many rows, where their format says where its rows lie. */
export async function findSections(
  files: number,
  openAt: (file: number) => Promise<OpenedFile>,
  options: ReadOptions,
  leastRows: number,
): Promise<Section[]> {
  const together = Math.ceil(files / mostFileSections);
  const sections: Section[] = [];
  let before: number | null = 0;
  for (let file = 0; file < files; file += together) {
    const count = Math.min(together, files - file);
    const ranges = count === 1 ? await rangesOf(await openAt(file), options, leastRows) : null;
    if (!ranges) {
      sections.push({ file, files: count, range: null, before });
      before = null;
      continue;
    }
    for (const one of ranges) {
      const start: number | null = before === null ? null : before + one.first;
      sections.push({ file, files: 1, range: one, before: start });
    }
    if (before !== null) before += ranges.at(-1)!.end;
  }
  return sections;
}

async function rangesOf(
  { reader, plain }: OpenedFile,
  options: ReadOptions,
  leastRows: number,
): Promise<readonly RowRange[] | null> {
  return inFile(plain.name, async () => (await reader.rangesOf?.(plain, options, leastRows)) ?? null);
}

import { type Notice, notice } from "../../core/notice.js";
import { Matrix } from "../../numeric/matrix.js";
import { Random } from "../../numeric/random.js";
import { orderClasses } from "../labels.js";
import { type ArrayPart, partInDoubles, type RawArrays } from "../readers/reader.js";
import { columnText, type Table } from "../table.js";
import { rowsOfArrays } from "../treat-missing.js";
import { joinArrays, joinTables, rowsOfTable } from "./join-parts.js";

/** With more different labels than this the target is no class, and the rows are drawn without regard to it. */
const mostStrata = 1000;

/** Rows that were drawn, and where they stood in the file. */
export interface SampledRows<Part> {
  readonly part: Part;
  /** Rising, from 0; null where the file has no more rows than were asked for, and all were taken. */
  readonly rows: Int32Array | null;
  /** How many rows the file has. */
  readonly of: number;
}

/** How the parts of a file are drawn from: they come in the same order each time. */
export interface SampledParts<Part> {
  parts(): AsyncIterable<Part>;
  sizeOf(part: Part): number;
  /** The label of every row of the next part, or null where there is none. */
  labelsOf(part: Part, isFirst: boolean): readonly string[] | null;
  pick(part: Part, rows: readonly number[]): Part;
  join(parts: readonly Part[]): Part;
}

/**
 * Draws rows of a file, about the same part of every class, in two passes: the first counts the classes, the second takes row
 * after row with the chance that it needs to reach its class's share exactly (Knuth's selection sampling). The same file
 * gives the same rows; they stay in their order.
 */
export async function sampleRows<Part>(file: SampledParts<Part>, wanted: number): Promise<SampledRows<Part>> {
  const counts = new Map<string, number>();
  let total = 0;
  let isFirst = true;
  for await (const part of file.parts()) {
    const labels = file.labelsOf(part, isFirst);
    isFirst = false;
    const size = file.sizeOf(part);
    total += size;
    if (counts.size > mostStrata) continue;
    for (let i = 0; i < size; i++) {
      const label = labels?.[i] ?? "";
      counts.set(label, (counts.get(label) ?? 0) + 1);
    }
  }
  const strata = counts.size > mostStrata ? new Map([["", total]]) : counts;
  const isOne = strata.size === 1;
  const left = new Map([...quotas(strata, Math.min(wanted, total))]);
  const remaining = new Map(strata);
  const random = new Random(1);
  const [only] = strata.keys();
  const drawn: Part[] = [];
  const rows: number[] = [];
  let start = 0;
  isFirst = true;
  for await (const part of file.parts()) {
    const labels = file.labelsOf(part, isFirst);
    isFirst = false;
    const picked: number[] = [];
    const size = file.sizeOf(part);
    for (let i = 0; i < size; i++) {
      const label = isOne ? only : (labels?.[i] ?? "");
      const needed = left.get(label)!;
      const there = remaining.get(label)!;
      remaining.set(label, there - 1);
      if (needed === 0 || random.uniform() * there >= needed) continue;
      left.set(label, needed - 1);
      picked.push(i);
      rows.push(start + i);
    }
    start += size;
    if (picked.length > 0) drawn.push(file.pick(part, picked));
  }
  const part = file.join(drawn);
  return { part, rows: rows.length === total ? null : Int32Array.from(rows), of: total };
}

/** How many rows of each class: its share rounded down, two where it has them, the rest by the largest remainders. */
export function quotas(counts: ReadonlyMap<string, number>, wanted: number): Map<string, number> {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const names = orderClasses([...counts.keys()]);
  const share = (name: string) => (counts.get(name)! * wanted) / total;
  const quota = new Map(
    names.map((name) => [name, Math.max(Math.min(2, counts.get(name)!), Math.floor(share(name)))]),
  );
  const taken = () => [...quota.values()].reduce((sum, count) => sum + count, 0);
  const byRemainder = [...names].sort((a, b) => (share(b) % 1) - (share(a) % 1));
  for (const name of byRemainder)
    if (taken() < wanted && quota.get(name)! < counts.get(name)!) quota.set(name, quota.get(name)! + 1);
  return quota;
}

/** Says that a sample was taken. */
export const sampleNotices = ({ rows, of }: Pick<SampledRows<unknown>, "rows" | "of">): Notice[] =>
  rows === null
    ? []
    : [
        notice(
          "note",
          "sampled",
          `a sample of ${rows.length} of ${of} rows was drawn, with about the same share of every class as in the file`,
          { count: rows.length },
        ),
      ];

/** Parts of a table; the label of a row is what the target's column has. */
export const tableParts = (
  parts: () => AsyncIterable<Table>,
  labelsOf: (part: Table, isFirst: boolean) => readonly string[] | null,
): SampledParts<Table> => ({
  parts,
  labelsOf,
  sizeOf: ({ rows }) => rows,
  pick: rowsOfTable,
  join: joinTables,
});

/** Parts of arrays. */
export const arrayParts = (
  parts: () => AsyncIterable<ArrayPart>,
  labelsOf: (part: ArrayPart, isFirst: boolean) => readonly string[] | null,
): SampledParts<ArrayPart> => ({
  parts,
  labelsOf,
  sizeOf: ({ values }) => values.rows,
  pick: rowsOfArrays,
  join: (drawn) => joinArrays(drawn.map(partInDoubles)),
});

/** What stands in a column of a part, as text. */
export const textsAt = (part: Table, column: number): readonly string[] | null =>
  column < 0 ? null : columnText(part.columns[column]);

/** As many rows as a part of a table has, for whoever matches labels to rows. */
export const emptyRows = ({ rows, rowIds, names }: Table): RawArrays => ({
  values: new Matrix(new Float64Array(0), rows, 0),
  featureNames: names,
  rowIds,
});

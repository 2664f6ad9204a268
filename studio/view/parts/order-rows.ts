import type { TableData } from "./csv.js";

/** By which column, and which way. */
export interface Sorting {
  readonly column: number;
  readonly descending: boolean;
}

const collator = new Intl.Collator("en", { numeric: true });

/** The rows to show, in order. Empty cells come last either way; equal cells keep their order. */
export function orderRows(
  data: TableData,
  sorting: Sorting | null,
  keep: ((row: number) => boolean) | null,
): number[] {
  const rows: number[] = [];
  for (let row = 0; row < data.count; row++) if (!keep || keep(row)) rows.push(row);
  if (!sorting) return rows;
  const values = new Map(rows.map((row) => [row, data.value(row, sorting.column)]));
  const sign = sorting.descending ? -1 : 1;
  return rows.sort((a, b) => {
    const [left, right] = [values.get(a) ?? null, values.get(b) ?? null];
    if (isEmpty(left) || isEmpty(right)) return Number(isEmpty(left)) - Number(isEmpty(right));
    if (typeof left === "number" && typeof right === "number") return sign * (left - right);
    return sign * collator.compare(String(left), String(right));
  });
}

/** Whether a row has the searched text in one of its text cells. */
export function matcher(data: TableData, search: string): ((row: number) => boolean) | null {
  const wanted = search.trim().toLocaleLowerCase("en");
  if (!wanted) return null;
  const texts = data.columns.flatMap(({ type }, column) => (type === "text" ? [column] : []));
  return (row) =>
    texts.some((column) =>
      String(data.value(row, column) ?? "")
        .toLocaleLowerCase("en")
        .includes(wanted),
    );
}

const isEmpty = (value: string | number | null) =>
  value === null || value === "" || (typeof value === "number" && Number.isNaN(value));

import type { TableSection } from "./report.js";

/** Columns that hold the best value of a row, as it is shown, among those they are compared with; equals share it. */
export function bestCells(
  columns: TableSection["columns"],
  row: TableSection["rows"][number],
): ReadonlySet<number> {
  const found = new Set<number>();
  const contests = new Map(
    columns.flatMap(({ best, comparedWithin }) =>
      best ? [[`${best} ${comparedWithin}`, { best, comparedWithin }]] : [],
    ),
  );
  for (const { best: wanted, comparedWithin: within } of contests.values()) {
    const marked = columns.flatMap(({ best, comparedWithin, digits }, at) => {
      const value = row[at];
      if (
        best !== wanted ||
        comparedWithin !== within ||
        typeof value !== "number" ||
        !Number.isFinite(value)
      )
        return [];
      // What looks the same on the page is the same for the reader.
      return [{ at, value: digits === undefined ? value : Number(value.toFixed(digits)) }];
    });
    const values = marked.map(({ value }) => value);
    const top = wanted === "largest" ? Math.max(...values) : Math.min(...values);
    // Where all are equal none is best.
    if (values.every((value) => value === top)) continue;
    for (const { at, value } of marked) if (value === top) found.add(at);
  }
  return found;
}

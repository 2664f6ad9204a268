import { useMemo } from "preact/hooks";
import type { TableSection } from "../../../src/report/report.js";
import { tableOf } from "../parts/csv.js";
import { DataTable } from "../parts/data-table.js";

/** A sortable table; the best of each row is set in bold. */
export function Table({ section }: { readonly section: TableSection }) {
  const data = useMemo(() => tableOf(section.columns, section.rows), [section]);
  const best = useMemo(() => section.rows.map((row) => bestCells(section, row)), [section]);
  return (
    <>
      <DataTable
        data={data}
        name={section.title}
        search={section.rows.length > 20}
        bold={(row, column) => best[row].has(column)}
      />
      {section.notes && section.notes.length > 0 && (
        <ul class="sal-table-notes">
          {section.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Columns that hold the best value of a row among those they are compared with; equals share it. */
function bestCells({ columns }: TableSection, row: TableSection["rows"][number]): ReadonlySet<number> {
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

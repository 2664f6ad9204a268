import { useMemo } from "preact/hooks";
import { bestCells } from "../../../src/report/best-cells.js";
import type { TableSection } from "../../../src/report/report.js";
import { tableOf } from "../parts/csv.js";
import { DataTable } from "../parts/data-table.js";

/** A sortable table; the best of each row is set in bold. */
export function Table({ section }: { readonly section: TableSection }) {
  const data = useMemo(() => tableOf(section.columns, section.rows), [section]);
  const best = useMemo(() => section.rows.map((row) => bestCells(section.columns, row)), [section]);
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

import type { ComponentChildren } from "preact";
import { useMemo, useRef, useState } from "preact/hooks";
import type { TableData } from "./csv.js";
import { commonDigits, count } from "./format.js";
import { matcher, orderRows, type Sorting } from "./order-rows.js";
import { TableBar } from "./table-bar.js";
import { TableHead } from "./table-head.js";
import { type CellOptions, TableRow } from "./table-row.js";
import { useMoreToTheRight } from "./use-more-to-the-right.js";
import { useWindow } from "./use-window.js";

/** Above this many rows only those in sight are in the page. */
const manyRows = 200;
/** Above this many a table scrolls in its own place. */
const tallTable = 40;
/** Above this many columns they stand closer. */
const wideTable = 8;
/** Above this many the headings are turned on paper, where nobody can scroll. */
const veryWideTable = 12;
/** With more it is set close, so that a table of seven groups of three is seen as a whole. */
const closeTable = 13;

/** What a {@link DataTable} needs. */
export interface DataTableProps extends CellOptions {
  readonly data: TableData;
  readonly name: string;
  /** Whether there is a search field. */
  readonly search?: boolean;
  /** Further controls beside the search. */
  readonly controls?: ComponentChildren;
  /** Which rows to show at all. */
  readonly keep?: ((row: number) => boolean) | null;
}

/** A table that can be sorted, searched and saved as CSV, with as many rows as there are. */
export function DataTable({ data, name, search = false, controls, keep, ...cells }: DataTableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState("");
  const rows = useMemo(() => {
    const match = matcher(data, wanted);
    const both = match && keep ? (row: number) => match(row) && keep(row) : (match ?? keep ?? null);
    return orderRows(data, sorting, both);
  }, [data, sorting, wanted, keep]);
  const digits = useMemo(() => data.columns.map((_, at) => digitsOf(data, at)), [data]);
  const scroller = useRef<HTMLElement>(null);
  const windowed = data.count > manyRows;
  const { first, last, before, after, onScroll } = useWindow(scroller, rows.length, windowed);
  const more = useMoreToTheRight(scroller);

  const sortBy = (column: number) => setSorting((now) => nextSorting(now, column, data));
  const bar = (
    <TableBar {...{ data, name, search, controls, wanted, onSearch: setWanted, shown: rows.length }} />
  );
  // A section of the same name holds it.
  const label = `${name}: table`;
  const above = search || controls !== undefined;
  const style = [
    "sal-table",
    windowed && "sal-windowed",
    data.count > tallTable && "sal-tall",
    data.columns.length > wideTable && "sal-wide",
    data.columns.length > veryWideTable && "sal-very-wide",
    data.columns.length > closeTable && "sal-close",
    more && "sal-more",
  ];
  return (
    <div class={style.filter(Boolean).join(" ")}>
      {above && bar}
      <div class="sal-scroll-frame">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard */}
        <section class="sal-scroll" tabIndex={0} aria-label={label} ref={scroller} onScroll={onScroll}>
          <table aria-rowcount={rows.length + 1}>
            <TableHead columns={data.columns} sorting={sorting} onSort={sortBy} />
            <tbody>
              {before > 0 && <Spacer height={before} />}
              {rows.slice(first, last).map((row, at) => (
                <TableRow key={row} {...cells} {...{ data, digits, row, place: first + at + 2 }} />
              ))}
              {after > 0 && <Spacer height={after} />}
            </tbody>
          </table>
        </section>
      </div>
      {rows.length === 0 && <p class="sal-quiet">{wanted ? `Nothing matches “${wanted}”.` : "No rows."}</p>}
      {windowed && (
        <p class="sal-print-only">On paper: some of {count(rows.length, "row")}. The CSV file has all.</p>
      )}
      {!above && bar}
    </div>
  );
}

/** Numbers begin with the largest, texts with the first; the third time gives the order as it was. */
function nextSorting(now: Sorting | null, column: number, { columns }: TableData): Sorting | null {
  const descending = columns[column].type === "number";
  if (now?.column !== column) return { column, descending };
  return now.descending === descending ? { column, descending: !descending } : null;
}

/** As many digits as the column says, or as suit all its numbers. */
function digitsOf({ columns, count, value }: TableData, column: number): number | undefined {
  if (columns[column].type === "text" || columns[column].digits !== undefined) return columns[column].digits;
  return commonDigits(Array.from({ length: count }, (_, row) => value(row, column)));
}

/** The room of rows that are not in the page. */
function Spacer({ height }: { readonly height: number }) {
  return (
    <tr class="sal-spacer">
      <td style={{ height: `${height}px` }} />
    </tr>
  );
}

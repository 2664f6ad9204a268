import type { ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";
import { type TableData, toCsv } from "./csv.js";
import { download, fileName } from "./download.js";
import { commonDigits, formatNumber } from "./format.js";
import { matcher, orderRows, type Sorting } from "./order-rows.js";
import { TableHead } from "./table-head.js";
import { useWindow } from "./use-window.js";

/** Above this many rows only those in sight are in the page. */
const manyRows = 200;

/** What a {@link DataTable} needs. */
export interface DataTableProps {
  readonly data: TableData;
  readonly name: string;
  /** Whether there is a search field. */
  readonly search?: boolean;
  /** Another class for some rows. */
  readonly rowClass?: (row: number) => string;
  /** Another content for some cells; undefined for the plain one. */
  readonly content?: (row: number, column: number) => ComponentChildren | undefined;
  /** Cells to set in bold. */
  readonly bold?: (row: number, column: number) => boolean;
  /** Further controls beside the search. */
  readonly controls?: ComponentChildren;
  /** Which rows to show at all. */
  readonly keep?: ((row: number) => boolean) | null;
}

/** A table that can be sorted, searched and saved as CSV, with as many rows as there are. */
export function DataTable({ data, name, search, controls, keep, ...cells }: DataTableProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const [wanted, setWanted] = useState("");
  const rows = useMemo(() => {
    const match = matcher(data, wanted);
    return orderRows(
      data,
      sorting,
      match && keep ? (row) => match(row) && keep(row) : (match ?? keep ?? null),
    );
  }, [data, sorting, wanted, keep]);
  const digits = useMemo(() => data.columns.map((_, at) => digitsOf(data, at)), [data]);
  const { onScroll, first, last, before, after, scroller } = useWindow(rows.length, data.count > manyRows);

  const sortBy = (column: number) =>
    setSorting((now) =>
      now?.column !== column
        ? { column, descending: data.columns[column].type === "number" }
        : now.descending === (data.columns[column].type === "number")
          ? { column, descending: !now.descending }
          : null,
    );

  return (
    <div class="sal-table">
      <div class="sal-table-bar">
        {search && (
          <input
            type="search"
            class="sal-search"
            placeholder="Search"
            aria-label={`Search in ${name}`}
            value={wanted}
            onInput={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {controls}
        {(search || keep) && (
          <output class="sal-quiet">
            {formatNumber(rows.length)} of {formatNumber(data.count)}
          </output>
        )}
        <span class="sal-gap" />
        <button
          type="button"
          class="sal-button"
          aria-label={`Save as CSV: ${name}`}
          onClick={() => download(toCsv(data), fileName(name, "csv"), "text/csv")}
        >
          CSV
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by the keyboard */}
      <section class="sal-scroll" tabIndex={0} aria-label={name} ref={scroller} onScroll={onScroll}>
        <table aria-rowcount={rows.length + 1}>
          <TableHead columns={data.columns} sorting={sorting} onSort={sortBy} />
          <tbody>
            {before > 0 && <Spacer height={before} />}
            {rows.slice(first, last).map((row, at) => (
              <Row key={row} data={data} digits={digits} row={row} place={first + at + 2} {...cells} />
            ))}
            {after > 0 && <Spacer height={after} />}
          </tbody>
        </table>
      </section>
      {rows.length === 0 && <p class="sal-quiet">{wanted ? `Nothing matches “${wanted}”.` : "No rows."}</p>}
    </div>
  );
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

type RowProps = Pick<DataTableProps, "data" | "rowClass" | "content" | "bold"> & {
  readonly digits: readonly (number | undefined)[];
  readonly row: number;
  readonly place: number;
};

function Row({ data, digits, row, place, rowClass, content, bold }: RowProps) {
  return (
    <tr class={rowClass?.(row)} aria-rowindex={place}>
      {data.columns.map((column, at) => {
        const value = data.value(row, at);
        const inside =
          content?.(row, at) ??
          (typeof value === "number"
            ? formatNumber(value, {
                digits: digits[at],
                signed: column.signed,
                tiny: column.digits === undefined,
              })
            : (value ?? ""));
        return (
          <td key={at} class={column.type === "number" ? "sal-number" : undefined}>
            {bold?.(row, at) ? <strong>{inside}</strong> : inside}
          </td>
        );
      })}
    </tr>
  );
}

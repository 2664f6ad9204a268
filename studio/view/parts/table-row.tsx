import type { ComponentChildren } from "preact";
import type { TableData } from "./csv.js";
import { formatNumber } from "./format.js";
import { startsGroup } from "./table-head.js";

/** How cells and rows differ from plain ones. */
export interface CellOptions {
  /** Another class for some rows. */
  readonly rowClass?: (row: number) => string;
  /** Another content for some cells; undefined for the plain one. */
  readonly content?: (row: number, column: number) => ComponentChildren | undefined;
  /** Cells to set in bold. */
  readonly bold?: (row: number, column: number) => boolean;
}

/** What a {@link TableRow} needs. */
export interface TableRowProps extends CellOptions {
  readonly data: TableData;
  readonly digits: readonly (number | undefined)[];
  readonly row: number;
  /** Its place in the table, the heading being 1. */
  readonly place: number;
}

/** One row of a table. */
export function TableRow({ data, digits, row, place, rowClass, content, bold }: TableRowProps) {
  return (
    <tr class={rowClass?.(row)} aria-rowindex={place}>
      {data.columns.map(({ type, signed, digits: fixed }, at) => {
        const value = data.value(row, at);
        const plain =
          typeof value === "number"
            ? formatNumber(value, { digits: digits[at], signed, tiny: fixed === undefined })
            : (value ?? "");
        const inside = content?.(row, at) ?? plain;
        const style = [type === "number" && "sal-number", startsGroup(data.columns, at) && "sal-group-start"];
        return (
          <td
            key={at}
            class={style.filter(Boolean).join(" ") || undefined}
            title={plain.length > 40 ? plain : undefined}
          >
            {bold?.(row, at) ? <strong>{inside}</strong> : inside}
          </td>
        );
      })}
    </tr>
  );
}

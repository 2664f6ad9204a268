import type { ComponentChildren } from "preact";
import { type TableData, toCsv } from "./csv.js";
import { download, fileName } from "./download.js";
import { formatNumber } from "./format.js";

/** What a {@link TableBar} needs. */
export interface TableBarProps {
  readonly data: TableData;
  readonly name: string;
  readonly search: boolean;
  readonly controls?: ComponentChildren;
  readonly wanted: string;
  readonly onSearch: (wanted: string) => void;
  /** How many rows are left. */
  readonly shown: number;
}

/** The controls of a table: search, others, and the button to save it. */
export function TableBar({ data, name, search, controls, wanted, onSearch, shown }: TableBarProps) {
  return (
    <div class="sal-table-bar">
      {search && (
        <input
          type="search"
          class="sal-search"
          placeholder="Search"
          aria-label={`Search in ${name}`}
          value={wanted}
          onInput={(event) => onSearch(event.currentTarget.value)}
        />
      )}
      {controls}
      {(search || controls !== undefined) && (
        <output class="sal-quiet">
          {formatNumber(shown)} of {formatNumber(data.count)}
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
  );
}

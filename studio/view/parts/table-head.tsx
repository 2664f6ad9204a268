import type { TableDataColumn } from "./csv.js";
import type { Sorting } from "./order-rows.js";

/** Longer titles take two lines. */
const longTitle = 16;

/** What a {@link TableHead} needs. */
export interface TableHeadProps {
  readonly columns: readonly TableDataColumn[];
  readonly sorting: Sorting | null;
  readonly onSort: (column: number) => void;
}

/** The headings of a table: a button each to sort by it, and a line of groups above where there are any. */
export function TableHead({ columns, sorting, onSort }: TableHeadProps) {
  return (
    <thead>
      {columns.some(({ group }) => group) && (
        <tr class="sal-groups">
          {groupsOf(columns).map(({ group, span, at }) =>
            group ? (
              <th key={at} scope="colgroup" colSpan={span} class={at > 0 ? "sal-group-start" : undefined}>
                {group}
              </th>
            ) : (
              <td key={at} colSpan={span} class={at > 0 ? "sal-group-start" : undefined} />
            ),
          )}
        </tr>
      )}
      <tr>
        {columns.map(({ title, type }, at) => {
          const direction = sorting?.column !== at ? "none" : sorting.descending ? "descending" : "ascending";
          return (
            <th
              key={at}
              scope="col"
              aria-sort={direction}
              class={
                [
                  type === "number" && "sal-number",
                  startsGroup(columns, at) && "sal-group-start",
                  title.length > longTitle && "sal-long",
                ]
                  .filter(Boolean)
                  .join(" ") || undefined
              }
            >
              <button type="button" class="sal-sort" onClick={() => onSort(at)}>
                {title}
                <span aria-hidden="true" class="sal-arrow">
                  {direction === "none" ? "" : direction === "descending" ? "▼" : "▲"}
                </span>
              </button>
            </th>
          );
        })}
      </tr>
    </thead>
  );
}

/** Whether a column begins a group other than that of the column before. */
export const startsGroup = (columns: readonly TableDataColumn[], at: number): boolean =>
  at > 0 && columns[at].group !== columns[at - 1].group;

function groupsOf(columns: readonly TableDataColumn[]) {
  const groups: { group: string | undefined; span: number; at: number }[] = [];
  columns.forEach(({ group }, at) => {
    const open = groups.at(-1);
    if (open && open.group === group) open.span++;
    else groups.push({ group, span: 1, at });
  });
  return groups;
}

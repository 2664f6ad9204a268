import { useId, useState } from "preact/hooks";
import {
  type ColumnDeclaration,
  type DescribedColumn,
  declarableKinds,
  kindCounts,
  remarkableColumns,
} from "salience/internal";
import type { Opening } from "../messages.js";
import { count } from "../view/parts/format.js";
import { changeReading } from "./reading.js";
import { useStudio } from "./use-studio.js";

/** More columns than this are not listed at once. */
const mostListed = 40;

const uses = {
  feature: "feature",
  target: "to predict",
  ids: "names the samples",
  groups: "groups of samples",
  none: "not used",
};

/** What each column holds and what it is used for. A kind that was told wrong can be changed here. */
export function ColumnsTable({
  opening,
  columns,
}: {
  readonly opening: Opening;
  readonly columns: readonly DescribedColumn[];
}) {
  const { studio } = useStudio();
  const [sought, setSought] = useState("");
  const id = useId();
  const declare = (name: string, kind: ColumnDeclaration) => {
    const others = (opening.reading.columns ?? []).filter(
      (one) => one.slice(0, one.lastIndexOf("=")) !== name,
    );
    void studio.open(changeReading(opening, "columns", [...others, kind]));
  };
  const isLong = columns.length > mostListed;
  const found = columns.filter(({ name }) => name.toLowerCase().includes(sought.toLowerCase()));
  const shown = isLong && sought === "" ? remarkable(columns) : found.slice(0, mostListed);
  return (
    <section class="st-card">
      <h2>The columns</h2>
      <p class="st-quiet">
        {count(columns.length, "column")}: {kindCounts(columns)}.{" "}
        {isLong &&
          (sought === "" ? "Listed are those that are more than plain numbers." : listed(shown, found))}
      </p>
      {isLong && (
        <div class="st-field">
          <label for={id}>Find a column</label>
          <input
            id={id}
            type="search"
            value={sought}
            onInput={(event) => setSought(event.currentTarget.value)}
          />
        </div>
      )}
      {shown.length > 0 && (
        <div class="sal-scroll st-columns">
          <table>
            <thead>
              <tr>
                <th scope="col">column</th>
                <th scope="col">holds</th>
                <th scope="col">seen in it</th>
                <th scope="col">missing</th>
                <th scope="col">used as</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ name, kind, why, missing, use }) => (
                <tr key={name} class={use === "none" ? "st-unused" : undefined}>
                  <th scope="row">{name}</th>
                  <td>
                    <select
                      aria-label={`What ${name} holds`}
                      value={kind}
                      disabled={use === "target"}
                      onChange={(event) =>
                        declare(name, `${name}=${event.currentTarget.value}` as ColumnDeclaration)
                      }
                    >
                      {kind === "yes-no" && <option value="yes-no">yes or no</option>}
                      {declarableKinds.map((one) => (
                        <option key={one} value={one}>
                          {one}
                        </option>
                      ))}
                    </select>
                  </td>
                  <td>{why}</td>
                  <td>{missing > 0 ? missing : ""}</td>
                  <td>{uses[use]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Columns that are not plain numbers used as features, those that are not used first. */
function remarkable(columns: readonly DescribedColumn[]): readonly DescribedColumn[] {
  const odd = remarkableColumns(columns);
  return [...odd.filter(({ use }) => use === "none"), ...odd.filter(({ use }) => use !== "none")].slice(
    0,
    mostListed,
  );
}

const listed = (shown: readonly DescribedColumn[], found: readonly DescribedColumn[]) =>
  shown.length < found.length
    ? `The first ${shown.length} of ${found.length} that were found.`
    : `${count(found.length, "column")} found.`;

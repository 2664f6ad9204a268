import { useState } from "preact/hooks";
import { findSelector } from "salience/internal";
import { count, formatNumber } from "../view/parts/format.js";
import { figureOf } from "./figures.js";
import { deleteRun, openRun, pinRun, renameRun, undoDelete } from "./runs.js";
import type { KeptRun } from "./state.js";
import { useStudio } from "./use-studio.js";

/** All runs on the data: names, settings, figures; two of them side by side. */
export function RunsPanel() {
  const { studio, state } = useStudio();
  const { runs, removed, pinned } = state;
  const pair = runs.filter(({ id }) => pinned.includes(id));
  return (
    <section class="st-card" aria-labelledby="runs-title">
      <h2 id="runs-title">Runs</h2>
      <p class="st-quiet">
        Every run on this data is kept here. Pin two to see them side by side.
        {runs.length < 2 && " Change the choice and run again to have a second one."}
      </p>
      {removed && (
        <p class="st-message st-note">
          “{removed.name}” was deleted.{" "}
          <button type="button" class="sal-button" onClick={() => undoDelete(studio)}>
            Undo
          </button>
        </p>
      )}
      <div class="sal-scroll st-runs">
        <table>
          <thead>
            <tr>
              <th scope="col">name</th>
              <th scope="col">settings</th>
              <th scope="col">measured</th>
              <th scope="col">pinned</th>
              <th scope="col">what to do</th>
            </tr>
          </thead>
          <tbody>
            {runs.map((run) => (
              <RunRow key={run.id} run={run} />
            ))}
          </tbody>
        </table>
      </div>
      {pair.length === 2 && <Pair runs={[pair[0], pair[1]]} />}
    </section>
  );
}

function RunRow({ run }: { readonly run: KeptRun }) {
  const { studio, state } = useStudio();
  const [asked, setAsked] = useState(false);
  const { id, name } = run;
  const isShown = state.shown === id;
  return (
    <tr>
      <th scope="row">
        <input
          type="text"
          class="st-run-name"
          aria-label={`Name of run ${id}`}
          value={name}
          onChange={(event) => renameRun(studio, id, event.currentTarget.value)}
        />
      </th>
      <td>{settingsOf(run)}</td>
      <td>{figureOf(run)}</td>
      <td>
        <input
          type="checkbox"
          aria-label={`Pin ${name}`}
          checked={state.pinned.includes(id)}
          onChange={() => pinRun(studio, id)}
        />
      </td>
      <td>
        {asked ? (
          <>
            Delete it?{" "}
            <button type="button" class="sal-button" onClick={() => deleteRun(studio, run)}>
              Yes, delete
            </button>{" "}
            <button type="button" class="sal-button" onClick={() => setAsked(false)}>
              No
            </button>
          </>
        ) : (
          <>
            {isShown ? (
              <span class="st-quiet">shown </span>
            ) : (
              <button type="button" class="sal-button" onClick={() => void openRun(studio, run)}>
                Show
              </button>
            )}{" "}
            <button
              type="button"
              class="sal-button"
              aria-label={`Delete ${name}`}
              onClick={() => setAsked(true)}
            >
              Delete
            </button>
          </>
        )}
      </td>
    </tr>
  );
}

/** What was chosen, in a line. */
function settingsOf({ selected: { plan, selection }, cut, opening }: KeptRun): string {
  const { options = {}, keep = [], exclude = [], k } = plan.select;
  const set = Object.entries(options).map(([name, value]) => `${name} ${value}`);
  const reading = Object.entries(opening.reading).filter(([name]) => name !== "target").length;
  return [
    `${findSelector(selection.method).name}, ${count(cut, "feature")}${k === "auto" ? " (found)" : ""}`,
    ...set,
    ...(keep.length > 0 ? [`${keep.length} always kept`] : []),
    ...(exclude.length > 0 ? [`${exclude.length} left out`] : []),
    ...(reading > 0 ? [`${count(reading, "reading option")} set`] : []),
    `seed ${plan.seed ?? 1}`,
  ].join(", ");
}

const pickedOf = ({ selected: { selection } }: KeptRun) =>
  selection.ranking.slice(0, selection.picked).map(({ name }) => name);

/** Two runs side by side: features in common, accuracy, redundancy. */
function Pair({ runs: [a, b] }: { readonly runs: readonly [KeptRun, KeptRun] }) {
  const [ofA, ofB] = [pickedOf(a), pickedOf(b)];
  const common = ofA.filter((name) => ofB.includes(name));
  const redundancy = (run: KeptRun) =>
    formatNumber(run.selected.redundancy[run.selected.selection.picked - 1], { digits: 3 });
  return (
    <div class="st-side-by-side">
      <h3>
        {common.length} of {Math.max(ofA.length, ofB.length)} features in common
      </h3>
      <div class="sal-scroll">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="st-hidden">figure</span>
              </th>
              <th scope="col">{a.name}</th>
              <th scope="col">{b.name}</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">measured</th>
              <td>{figureOf(a)}</td>
              <td>{figureOf(b)}</td>
            </tr>
            <tr>
              <th scope="row">redundancy</th>
              <td>{redundancy(a)}</td>
              <td>{redundancy(b)}</td>
            </tr>
          </tbody>
        </table>
      </div>
      <div class="st-pair">
        <Names title="In both" names={common} />
        <Names title={`Only in ${a.name}`} names={ofA.filter((name) => !common.includes(name))} />
        <Names title={`Only in ${b.name}`} names={ofB.filter((name) => !common.includes(name))} />
      </div>
    </div>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  return (
    <div>
      <h3>{title}</h3>
      <p class="st-quiet">{names.length > 0 ? names.join(", ") : "none"}</p>
    </div>
  );
}

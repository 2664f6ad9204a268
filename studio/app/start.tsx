import type { Notice, OptionSetting } from "salience/internal";
import type { Opened, Opening } from "../messages.js";
import { count, formatNumber, formatSeconds, formatShare } from "../view/parts/format.js";
import { optionLabel, studioWording } from "../words.js";
import { ColumnsTable } from "./columns-table.js";
import { Histogram } from "./histogram.js";
import { OpenData } from "./open-data.js";
import { PreviewTable } from "./preview-table.js";
import { Notices } from "./problems.js";
import { Progress } from "./progress.js";
import { changeReading, formOptions } from "./reading.js";
import { ReadingForm, TargetField } from "./reading-form.js";
import { useStudio } from "./use-studio.js";

/** Step 1: open data and see what is in it. */
export function Start() {
  const { studio, state } = useStudio();
  const { opening, data, running } = state;
  // Where reading the file differently failed, the form goes on from there.
  const failed = state.problem?.opening;
  const isAnew = running?.opening !== undefined && running.opening.source === opening?.source;
  if (running?.what === "open" && !(data && isAnew))
    return (
      <section class="st-card st-opening">
        <h1 tabIndex={-1}>Opening</h1>
        <Progress running={running} label="Reading and examining the data" />
        <button type="button" class="sal-button" onClick={() => studio.cancel()}>
          Cancel
        </button>
      </section>
    );
  if (!data || !opening) return <OpenData />;
  // What is the matter with the classes only hinders methods that need them.
  const blocked = data.examination.findings.some(({ code }) => stopsAll.includes(code));
  return (
    <>
      <div class="st-title">
        <h1 tabIndex={-1}>{data.name}</h1>
        <OpenAnother />
      </div>
      {running?.what === "open" && (
        <section class="st-card">
          <Progress running={running} label="Reading it anew" />
        </section>
      )}
      <DataSummary opening={opening} data={data} />
      {data.columns && <ColumnsTable opening={opening} columns={data.columns} />}
      <section class="st-card">
        <h2>The table</h2>
        <PreviewTable key={`${data.name} ${data.target} ${data.features} ${data.rows}`} data={data} />
      </section>
      <ReadingForm opening={failed ?? opening} data={data} open={failed !== undefined} />
      <div class="st-next">
        {blocked ? (
          <p class="st-quiet">Fix the problems above first.</p>
        ) : (
          data.target === null && (
            <p class="st-quiet">Without classes only methods that need none can be used.</p>
          )
        )}
        <button type="button" class="st-primary" disabled={blocked} onClick={() => studio.go("choose")}>
          Choose a method
        </button>
      </div>
    </>
  );
}

/** Findings without which nothing can be computed. */
const stopsAll: readonly Notice["code"][] = ["no-data", "infinite-values"];

function OpenAnother() {
  const { studio } = useStudio();
  return (
    <details class="st-menu">
      <summary class="sal-button">Open other data</summary>
      <div class="st-menu-body">
        <OpenData small />
        <p class="st-quiet">The current data is closed, and its result is deleted.</p>
        <button type="button" class="sal-button" onClick={() => void studio.forget()}>
          Just close it
        </button>
      </div>
    </details>
  );
}

/** What is in the data: size, target, classes, and what to watch for. */
function DataSummary({ opening, data }: { readonly opening: Opening; readonly data: Opened }) {
  const { rows, features, examination } = data;
  const notices = [...data.notices, ...examination.findings];
  return (
    <div class="st-overview">
      <section class="st-card">
        <h2>What is in it</h2>
        <dl class="st-facts">
          <Fact value={formatNumber(rows)} label="samples (rows)" />
          <Fact value={formatNumber(features)} label="features" />
          {examination.targets ? (
            <Fact value={formatNumber(examination.targets.different)} label={`values of ${data.target}`} />
          ) : (
            <Fact
              value={examination.classes ? formatNumber(examination.classes.length) : "–"}
              label="classes"
            />
          )}
        </dl>
        <p class="st-quiet">{describe(data)}</p>
      </section>
      <section class="st-card st-classes">
        <h2>{examination.targets ? "The number to predict" : "The classes"}</h2>
        <TargetField opening={opening} data={data} />
        {examination.classes && <ClassBars classes={examination.classes} />}
        <TargetRange data={data} />
      </section>
      <section class="st-card st-watch-for">
        <h2 tabIndex={-1} id="findings">
          What to watch for
        </h2>
        {notices.length > 0 ? (
          <Notices notices={notices} />
        ) : (
          <p class="st-all-clear">Nothing. The data looks fine.</p>
        )}
        <Changes opening={opening} />
      </section>
    </div>
  );
}

/** How the file is read otherwise than usual, each of it to be undone. */
function Changes({ opening }: { readonly opening: Opening }) {
  const { studio } = useStudio();
  const set = formOptions.filter((name) => name !== "target" && opening.reading[name] !== undefined);
  if (set.length === 0) return null;
  return (
    <section class="st-offers" aria-label="What you have set">
      <span class="st-quiet">You have set</span>
      {set.map((name) => (
        <span key={name} class="st-offer">
          {studioWording.set(name, opening.reading[name] as OptionSetting)}
          <button
            type="button"
            class="sal-link"
            onClick={() => void studio.open(changeReading(opening, name, undefined))}
          >
            Undo <span class="st-hidden">{optionLabel(name)}</span>
          </button>
        </span>
      ))}
    </section>
  );
}

function describe({ format, examination, seconds }: Opened): string {
  const sparse = examination.sparse ? `, stored sparse (${formatShare(examination.zeros, 1)} zeros)` : "";
  return `${format === "bundled" ? "Comes with Salience" : `Read as ${format}`}${sparse}, in ${formatSeconds(seconds)}.`;
}

function Fact({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** How the number to predict is spread. */
function TargetRange({ data: { target, targetHistogram, examination } }: { readonly data: Opened }) {
  const { targets } = examination;
  if (!targetHistogram || !targets) return null;
  const [least, most] = [formatNumber(targets.least), formatNumber(targets.most)];
  return (
    <figure class="st-range" aria-label={`How ${target} is spread, from ${least} to ${most}`}>
      <Histogram counts={targetHistogram} colour="var(--sal-accent)" />
      <figcaption>
        <span>{least}</span>
        <span>{most}</span>
      </figcaption>
    </figure>
  );
}

/** Only this many classes are drawn. */
const shown = 12;

function ClassBars({ classes }: { readonly classes: NonNullable<Opened["examination"]["classes"]> }) {
  const most = classes.reduce((largest, { rows }) => Math.max(largest, rows), 1);
  return (
    <>
      <ul class="st-bars" aria-label="Samples of each class">
        {classes.slice(0, shown).map(({ name, rows }) => (
          <li key={name}>
            <span class="st-bar-name" title={name}>
              {name}
            </span>
            <span class="st-bar" style={{ "--part": rows / most }} aria-hidden="true" />
            <span class="st-bar-value">{formatNumber(rows)}</span>
          </li>
        ))}
      </ul>
      {classes.length > shown && <p class="st-quiet">and {count(classes.length - shown, "class")} more</p>}
    </>
  );
}

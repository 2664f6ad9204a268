import type { Opened } from "../messages.js";
import { count, formatNumber } from "../view/parts/format.js";
import { Findings } from "./findings.js";
import { TargetField } from "./target-field.js";

/** What is in the data: size, target, classes, and what to watch for. */
export function DataSummary({ data }: { readonly data: Opened }) {
  const { rows, features, columns, leftOut, examination } = data;
  return (
    <div class="st-grid">
      <section class="st-card">
        <h2>What is in it</h2>
        <dl class="st-facts">
          <Fact value={formatNumber(rows)} label="samples (rows)" />
          <Fact value={formatNumber(features)} label="features" />
          <Fact
            value={examination.classes ? formatNumber(examination.classes.length) : "–"}
            label="classes"
          />
        </dl>
        <p class="st-quiet">{describe(data)}</p>
        {columns && (
          <p class="st-quiet">
            Columns: {columns.number} of numbers, {columns.category} of categories, {columns.other} of dates,
            text or ids.
          </p>
        )}
        {leftOut.length > 0 && (
          <p class="st-quiet">
            Not used as features: {leftOut.slice(0, 6).join(", ")}
            {leftOut.length > 6 ? ` and ${leftOut.length - 6} more` : ""}.
          </p>
        )}
      </section>
      <section class="st-card">
        <h2>What tells the classes</h2>
        <TargetField data={data} />
        {examination.classes && <ClassBars classes={examination.classes} />}
      </section>
      <section class="st-card">
        <h2>What to watch for</h2>
        <Findings findings={examination.findings} />
      </section>
    </div>
  );
}

function describe({ format, examination, seconds }: Opened): string {
  const sparse = examination.sparse
    ? `, stored sparse (${(100 * examination.zeros).toFixed(1)} % zeros)`
    : "";
  return `${format === "bundled" ? "Comes with Salience" : `Read as ${format}`}${sparse}, in ${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s.`;
}

function Fact({ value, label }: { readonly value: string; readonly label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Only the first so many classes are drawn. */
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

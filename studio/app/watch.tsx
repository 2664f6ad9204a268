import { findSelector } from "salience/internal";
import type { Selected } from "../messages.js";
import { formatNumber, formatSeconds } from "../view/parts/format.js";
import { Progress } from "./progress.js";
import { useStudio } from "./use-studio.js";

/** Step 3: the run, as it goes. */
export function Watch() {
  const { studio, state } = useStudio();
  const { running, selected, plan, data } = state;
  if (!plan || !data) return null;
  const { title } = findSelector(plan.select.method ?? "dfs");
  const glance = running?.glance ?? null;
  return (
    <>
      <h1 tabIndex={-1}>{running ? title : selected ? "Done" : "Stopped"}</h1>
      <section class="st-card">
        {running?.what === "select" && (
          <Progress
            running={running}
            label={
              plan.select.k === "auto"
                ? "Trying numbers of features and options"
                : `Ranking ${formatNumber(data.features)} features`
            }
          />
        )}
        {selected && (
          <p class="st-done">
            Ranked {formatNumber(data.features)} features in {formatSeconds(selected.seconds)}; the best is{" "}
            <b>{bestOf(selected)}</b>.
          </p>
        )}
        {running?.what === "measure" && <Progress running={running} label="Measuring on held-out samples" />}
        <div class="st-next">
          {running ? (
            <button type="button" class="sal-button" onClick={() => studio.cancel()}>
              Cancel
            </button>
          ) : (
            <button type="button" class="sal-button" onClick={() => studio.go("choose")}>
              Change the choice
            </button>
          )}
          {selected && (
            <button type="button" class="st-primary" onClick={() => studio.go("explore")}>
              {running ? "Explore now" : "Explore the result"}
            </button>
          )}
        </div>
      </section>
      {glance && (
        <div class="st-grid st-live">
          <section class="st-card">
            <h2>{glance.course === "objective" ? "What it minimises" : "Features that are certain"}</h2>
            <ObjectiveLine values={glance.values} />
            <p class="st-quiet">
              {glance.course === "objective"
                ? `${formatNumber(glance.left)} features are left. ${
                    glance.left < data.features / 2
                      ? "It falls while they are weighed, and rises when the weakest are dropped."
                      : "It falls, step by step."
                  }`
                : `Of the ${plan.select.k} selected ones; ${formatNumber(glance.left)} samples are left.`}
            </p>
          </section>
          <section class="st-card">
            <h2>In the lead</h2>
            <Leaders names={data.featureNames} leaders={glance.leaders} />
          </section>
        </div>
      )}
      {running?.what === "select" && !glance && <p class="st-quiet">The ranking shows when it is done.</p>}
    </>
  );
}

/** The best feature of those that had to be chosen. */
function bestOf({ selection: { ranking, kept = [] } }: Selected): string {
  return (ranking.find(({ name }) => !kept.includes(name)) ?? ranking[0]).name;
}

function Leaders({
  names,
  leaders,
}: {
  readonly names: readonly string[];
  readonly leaders: readonly { readonly index: number; readonly score: number }[];
}) {
  const most = leaders[0]?.score ?? 1;
  return (
    <ol class="st-bars">
      {leaders.map(({ index, score }) => (
        <li key={index}>
          <span class="st-bar-name" title={names[index]}>
            {names[index]}
          </span>
          <span class="st-bar" style={{ "--part": score / most }} aria-hidden="true" />
          <span class="st-bar-value">{formatNumber(score)}</span>
        </li>
      ))}
    </ol>
  );
}

const [width, height, margin] = [480, 160, 8];

/** The course of the objective as a line; light enough to be redrawn many times a second. */
function ObjectiveLine({ values }: { readonly values: readonly number[] }) {
  const low = values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const high = values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const x = (at: number) => margin + (at / Math.max(1, values.length - 1)) * (width - 2 * margin);
  const y = (value: number) => height - margin - ((value - low) / (high - low || 1)) * (height - 2 * margin);
  return (
    <svg class="st-line" viewBox={`0 0 ${width} ${height}`} role="img" aria-label="Its course so far">
      <polyline points={values.map((value, at) => `${x(at).toFixed(1)},${y(value).toFixed(1)}`).join(" ")} />
      {values.length > 0 && <circle cx={x(values.length - 1)} cy={y(values[values.length - 1])} r="4" />}
    </svg>
  );
}

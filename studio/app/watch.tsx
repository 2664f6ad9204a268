import { findSelector, type MetricName, metricTitles } from "salience/internal";
import type { FoldSeen, Glance, Opened, Selected, Stage } from "../messages.js";
import { methodWords } from "../method-words.js";
import { formatNumber, formatSeconds } from "../view/parts/format.js";
import { capital, roughly } from "../words.js";
import { figure, foldsOfResult, usualMetric } from "./figures.js";
import { secondsFor } from "./plan.js";
import { Progress } from "./progress.js";
import { type State, scoreOf } from "./state.js";
import { useStudio } from "./use-studio.js";

/** Step 3: the run, as it goes, and what was seen of it afterwards. */
export function Watch() {
  const { studio, state } = useStudio();
  const { running, selected, plan, data, watched } = state;
  if (!plan || !data) return null;
  const { name, title } = findSelector((selected?.plan ?? plan).select.method ?? "dfs");
  return (
    <>
      <div class="st-title">
        <div>
          <h1 tabIndex={-1}>{running ? "Finding the features" : selected ? "Done" : "Stopped"}</h1>
          <p class="st-quiet st-subtitle">{[methodWords(name)?.plain, title].filter(Boolean).join(": ")}</p>
        </div>
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
      </div>
      <section class="st-card">
        <h2 class="st-hidden">Steps of the run</h2>
        <Stages state={state} data={data} />
      </section>
      <div class="st-grid st-live">
        <Standing data={data} selected={selected} glance={watched.glance} />
        <Folds state={state} data={data} />
        <Search data={data} glance={watched.glance} />
      </div>
    </>
  );
}

/** The steps of the run: what is done with the time that it took, what is under way, what is to come. */
function Stages({ state, data }: { readonly state: State; readonly data: Opened }) {
  const { running, selected, measured, plan, watched, threads } = state;
  if (!plan) return null;
  const estimate = secondsFor(data, plan, threads);
  const isMeasuring = running?.what === "measure";
  const stages: readonly { readonly stage: Stage; readonly label: string; readonly wait: string }[] = [
    {
      stage: "rank",
      label:
        plan.select.k === "auto"
          ? "Try numbers of features and options"
          : `Rank ${formatNumber(data.features)} features`,
      wait: roughly(estimate.select),
    },
    { stage: "describe", label: "Work out the charts", wait: "" },
    ...(isMeasuring || measured || (plan.measure && data.target !== null)
      ? [
          {
            stage: "measure" as const,
            label: "Measure on held-out samples",
            wait: roughly(estimate.measure),
          },
        ]
      : []),
  ];
  const now = running ? (running.stage ?? (isMeasuring ? "measure" : "rank")) : null;
  const isDone = { rank: selected !== null, describe: selected !== null, measure: measured !== null };
  return (
    <ol class="st-stages">
      {stages.map(({ stage, label, wait }) => {
        const seconds = watched.took[stage];
        const done = stage !== now && (isDone[stage] || seconds !== undefined);
        return (
          <li key={stage} class={stage === now ? "st-now" : done ? "st-over" : "st-later"}>
            {stage === now && running ? (
              <Progress running={running} label={label} />
            ) : (
              <p class="st-progress-text">
                <b>{label}</b>
                <span class="st-quiet">
                  {done
                    ? seconds === undefined
                      ? "done"
                      : formatSeconds(seconds)
                    : running
                      ? wait
                      : "not done"}
                </span>
              </p>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** So many of the best are shown. */
const standing = 12;

/** The ranking as it forms, and as it is in the end. */
function Standing({
  data,
  selected,
  glance,
}: {
  readonly data: Opened;
  readonly selected: Selected | null;
  readonly glance: Glance | null;
}) {
  const found = selected?.selection.ranking.slice(0, Math.min(standing, selected.selection.picked));
  const leaders = found ? found.map((one) => ({ index: one.index, score: scoreOf(one) })) : glance?.leaders;
  // Bars say how much better one is; where less is better, there is nothing to say that by length.
  const upwards = !selected || selected.selection.direction === "larger";
  const most = Math.max(0, ...(leaders ?? []).map(({ score }) => (Number.isFinite(score) ? score : 0)));
  return (
    <section class="st-card">
      <h2>{selected ? "The best features" : "In the lead"}</h2>
      {leaders ? (
        <ol class="st-bars">
          {leaders.map(({ index, score }) => (
            <li key={index}>
              <span class="st-bar-name" title={data.featureNames[index]}>
                {data.featureNames[index]}
              </span>
              {upwards && most > 0 && score >= 0 ? (
                <span class="st-bar" style={{ "--part": Math.min(1, score / most) }} aria-hidden="true" />
              ) : (
                <span />
              )}
              <span class="st-bar-value">{Number.isNaN(score) ? "kept" : formatNumber(score)}</span>
            </li>
          ))}
        </ol>
      ) : (
        <p class="st-quiet">This method tells its ranking when it is done.</p>
      )}
    </section>
  );
}

/** How well each fold was predicted, one after another. */
function Folds({ state, data }: { readonly state: State; readonly data: Opened }) {
  const { watched, measured, selected, running, cut } = state;
  const metric: MetricName =
    measured?.evaluation?.metric ?? selected?.plan.judge?.metric ?? usualMetric(data);
  const folds: readonly (FoldSeen | null)[] =
    running?.what === "measure" || watched.folds.length > 0
      ? watched.folds
      : foldsOfResult(measured?.evaluation, selected?.selection.picked ?? cut);
  if (folds.length === 0) return null;
  const values = folds.flatMap((fold) => fold?.value ?? []);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const isDone = values.length === folds.length;
  return (
    <section class="st-card">
      <h2>{`${capital(metricTitles[metric])}, fold by fold`}</h2>
      <ol class="st-bars">
        {folds.slice(0, most).map((fold, at) => (
          <li key={at}>
            <span class="st-bar-name">{`fold ${at + 1}`}</span>
            {fold?.value != null ? (
              <span
                class="st-bar"
                style={{ "--part": Math.max(0, Math.min(1, fold.value)) }}
                aria-hidden="true"
              />
            ) : (
              <span class="st-bar-track" aria-hidden="true" />
            )}
            <span class="st-bar-value">{fold?.value != null ? figure(metric, fold.value) : "…"}</span>
          </li>
        ))}
      </ol>
      <p class="st-quiet" role="status">
        {`Each fold is a part of the samples, held out while features are chosen and the model learns from the others. `}
        {values.length > 0 &&
          `${isDone ? "All" : `${values.length} of ${folds.length}`} folds: ${figure(metric, mean)} on average.`}
      </p>
    </section>
  );
}

/** So many folds are shown one by one. */
const most = 20;

/** What an iterative method brings down or settles. */
function Search({ data, glance }: { readonly data: Opened; readonly glance: Glance | null }) {
  if (!glance || glance.values.length < 2) return null;
  const isObjective = glance.course === "objective";
  const left = `${formatNumber(glance.left)} ${isObjective ? "features" : "samples"} are left`;
  return (
    <section class="st-card">
      <h2>{isObjective ? "The search" : "Features that are certain"}</h2>
      <CourseLine values={glance.values} />
      <p class="st-quiet">
        {isObjective
          ? `The line is the error that the method brings down${
              glance.left < data.features / 2 ? "; it rises when the weakest features are dropped" : ""
            }. ${left}.`
          : `The more are certain, the less is left to look at: ${left}.`}
      </p>
    </section>
  );
}

const [width, height, margin] = [480, 160, 8];

/** A course as a line; light enough to be redrawn many times a second. */
function CourseLine({ values }: { readonly values: readonly number[] }) {
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

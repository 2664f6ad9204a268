import { findSelector } from "salience/internal";
import { formatNumber, formatSeconds } from "../view/parts/format.js";
import { ObjectiveLine } from "./objective-line.js";
import { Progress } from "./progress.js";
import { useStudio } from "./use-studio.js";

/** Step 3: the run, as it goes. */
export function Watch() {
  const { studio, state } = useStudio();
  const { running, picked, plan, data } = state;
  if (!plan || !data) return null;
  const { title } = findSelector(plan.method);
  const glance = running?.glance ?? null;
  return (
    <>
      <h1 tabIndex={-1}>{running ? title : picked ? "Done" : "Stopped"}</h1>
      <section class="st-card">
        {running?.what === "select" && (
          <Progress
            running={running}
            label={
              plan.auto
                ? "Trying numbers of features and options"
                : `Ranking ${formatNumber(data.features)} features`
            }
          />
        )}
        {picked && (
          <p class="st-done">
            Ranked {formatNumber(data.features)} features in {formatSeconds(picked.seconds)}; the best is{" "}
            <b>{data.featureNames[picked.ranking[0]]}</b>.
          </p>
        )}
        {running?.what === "measure" && (
          <Progress running={running} label="Measuring accuracy on samples that were not looked at" />
        )}
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
          {picked && (
            <button type="button" class="st-primary" onClick={() => studio.go("explore")}>
              {running ? "Explore already" : "Explore the result"}
            </button>
          )}
        </div>
      </section>
      {glance && (
        <div class="st-grid st-live">
          <section class="st-card">
            <h2>{glance.course === "objective" ? "What it minimises" : "Features that are sure"}</h2>
            <ObjectiveLine values={glance.values} />
            <p class="st-quiet">
              {glance.course === "objective"
                ? `${formatNumber(glance.left)} features are still looked at. ${
                    glance.left < data.features / 2
                      ? "It falls while they are weighed, and rises when the weakest are dropped."
                      : "It falls, step by step."
                  }`
                : `Of the ${plan.k} picked ones; ${formatNumber(glance.left)} samples are still to come.`}
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

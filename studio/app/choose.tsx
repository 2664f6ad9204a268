import { useRef } from "preact/hooks";
import { findSelector, isForNumbers, metricOption, type SelectPlan } from "salience/internal";
import type { Opened } from "../messages.js";
import { CodeBlock } from "../view/parts/code-block.js";
import { capital, choiceLabel, optionLabel, roughly } from "../words.js";
import { settingsLink } from "./address.js";
import { FeatureChoices } from "./feature-choices.js";
import { ChoiceField, NumberField } from "./fields.js";
import { Measuring } from "./measuring.js";
import { Methods } from "./methods.js";
import { availableFeatures, hindranceOf, metricChange, mostThreads, secondsFor } from "./plan.js";
import { predictsNumbers } from "./state.js";
import { useStudio } from "./use-studio.js";

/** Step 2: what is to be computed. What most people need comes first; the rest is folded away. */
export function Choose() {
  const { studio, state } = useStudio();
  const { data, plan, threads } = state;
  if (!data || !plan) return null;
  const time = secondsFor(data, plan, threads);
  const hindrance = hindranceOf(findSelector(plan.select.method ?? "dfs"), data, plan.select);
  const total = time.select + (plan.measure ? time.measure : 0);
  return (
    <form
      class="st-choose"
      onSubmit={(event) => {
        event.preventDefault();
        void studio.run();
      }}
    >
      <h1 tabIndex={-1}>What to look for</h1>
      {data.target !== null && hindranceOf(findSelector("dfs"), data) && (
        <div class="st-message st-note">
          <p>
            Methods that use {data.target} cannot be used on this data: {classTrouble(data)}. The start has
            buttons for that.
          </p>
          <button type="button" class="sal-button" onClick={() => studio.go("start")}>
            Back to the start
          </button>
        </div>
      )}
      <HowMany data={data} plan={plan} />
      <Methods data={data} plan={plan} />
      <Measuring data={data} plan={plan} />
      <FeatureChoices data={data} plan={plan} />
      <Advanced plan={plan} />
      <Share plan={plan} />
      <div class="st-next">
        <p class="st-quiet">
          {capital(roughly(total))} on this computer
          {threads > 1 ? `, with ${threads} threads` : ""}.
        </p>
        <button type="submit" class="st-primary" disabled={hindrance !== null}>
          Find the features
        </button>
      </div>
    </form>
  );
}

/** Why methods that need classes cannot be used, in words. */
const classTrouble = (data: Opened): string =>
  (data.examination.classes ?? []).some(({ rows }) => rows === 1)
    ? "a class has only one sample"
    : "all samples are of one class";

interface Props {
  readonly data: Opened;
  readonly plan: SelectPlan;
}

/** How many features: given, or to be found. */
function HowMany({ data, plan }: Props) {
  const { studio } = useStudio();
  const { k = 20 } = plan.select;
  const auto = k === "auto";
  // The number to return to when it is to be found no longer.
  const number = useRef(20);
  if (!auto) number.current = k;
  const available = availableFeatures(data, plan.select);
  const most = Math.min(available, Math.max(100, number.current));
  return (
    <section class="st-card">
      <h2>How many features</h2>
      <fieldset class="st-radios">
        <legend class="st-hidden">Who decides</legend>
        <label>
          <input
            type="radio"
            name="auto"
            checked={!auto}
            onChange={() => studio.change({ select: { k: Math.min(number.current, available) } })}
          />
          I say how many
        </label>
        {data.target !== null && !plan.select.featureGroups && (
          <label>
            <input
              type="radio"
              name="auto"
              checked={auto}
              onChange={() => studio.change({ select: { k: "auto" } })}
            />
            Find a good number and good options for me
          </label>
        )}
      </fieldset>
      {auto ? (
        <p class="st-quiet">
          Several numbers and options are tried by cross-validation; the simplest within one standard error of
          the best is chosen. This takes longer.
        </p>
      ) : (
        <>
          <div class="st-slider">
            <input
              type="range"
              min={1}
              max={most}
              value={k}
              aria-label="How many features, by slider"
              onInput={(event) => studio.change({ select: { k: event.currentTarget.valueAsNumber } })}
            />
            <NumberField
              label={optionLabel("k")}
              value={k}
              min={1}
              max={available}
              integer
              onChange={(to) => studio.change({ select: { k: to ?? 1 } })}
            />
          </div>
          <p class="st-quiet">
            All {available} are ranked; you can move the cut afterwards. A few more than needed do little
            harm.
          </p>
        </>
      )}
      {data.target !== null && !plan.select.featureGroups && (
        <div class="st-fields">
          <ChoiceField
            label={optionLabel("metric")}
            value={plan.judge?.metric ?? (predictsNumbers(data) ? "r2" : "accuracy")}
            choices={metricOption.choices
              .filter((metric) => isForNumbers(metric) === predictsNumbers(data))
              .map((metric) => ({ value: metric, label: choiceLabel("metric", metric) }))}
            onChange={(metric) => studio.change(metricChange(metric) ?? {})}
          />
        </div>
      )}
    </section>
  );
}

/** The settings as a link, without data. */
function Share({ plan }: { readonly plan: SelectPlan }) {
  return (
    <details class="st-card st-fold">
      <summary>Share these settings</summary>
      <p class="st-quiet">
        The link holds what is chosen here and how the file is read, names of columns among it, but no data
        and no file name. Whoever opens it gives their own file.
      </p>
      <CodeBlock title="Link" code={settingsLink(location.href, plan)} />
    </details>
  );
}

function Advanced({ plan }: { readonly plan: SelectPlan }) {
  const { studio, state } = useStudio();
  return (
    <details class="st-card st-fold">
      <summary>Seed and threads</summary>
      <div class="st-fields">
        <NumberField
          label={optionLabel("seed")}
          hint="The same seed gives the same result."
          value={plan.seed ?? 1}
          min={0}
          max={2 ** 32 - 1}
          integer
          onChange={(seed) => studio.change({ seed: seed ?? 1 })}
        />
        <NumberField
          label="Threads"
          hint={mostThreads() > 1 ? "The result does not depend on them." : "This page can use one."}
          value={state.threads}
          min={1}
          max={mostThreads()}
          integer
          onChange={(threads) => studio.useThreads(threads ?? 1)}
        />
      </div>
    </details>
  );
}

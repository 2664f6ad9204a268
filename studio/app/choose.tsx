import { useRef } from "preact/hooks";
import { type ClassifierName, classifiers, findSelector, type SelectPlan } from "salience/internal";
import type { Opened } from "../messages.js";
import { capital, choiceLabel, optionLabel, roughly } from "../words.js";
import { ChoiceField, NamesField, NumberField } from "./fields.js";
import { OptionForm } from "./option-form.js";
import { foldsOf, mostThreads, secondsFor, usableMethods } from "./plan.js";
import { useStudio } from "./use-studio.js";

/** Step 2: what is to be computed. What most people need comes first; the rest is folded away. */
export function Choose() {
  const { studio, state } = useStudio();
  const { data, plan, threads } = state;
  if (!data || !plan) return null;
  const time = secondsFor(data, plan);
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
      <HowMany data={data} plan={plan} />
      <Methods data={data} plan={plan} />
      <Measuring data={data} plan={plan} />
      <Constraints data={data} plan={plan} />
      <Advanced plan={plan} />
      <div class="st-next">
        <p class="st-quiet">
          {capital(roughly(total))} on this computer
          {threads > 1 ? `, with ${threads} threads` : ""}.
        </p>
        <button type="submit" class="st-primary">
          Find the features
        </button>
      </div>
    </form>
  );
}

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
  const most = Math.min(data.features, Math.max(100, number.current));
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
            onChange={() => studio.change({ select: { k: Math.min(number.current, data.features) } })}
          />
          I say how many
        </label>
        {data.target !== null && (
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
              max={data.features}
              integer
              onChange={(to) => studio.change({ select: { k: to ?? 1 } })}
            />
          </div>
          <p class="st-quiet">
            All {data.features} are ranked; you can move the cut afterwards. A few more than needed do little
            harm.
          </p>
        </>
      )}
    </section>
  );
}

/** The method and its options. */
function Methods({ data, plan }: Props) {
  const { studio } = useStudio();
  const chosen = findSelector(plan.select.method ?? "dfs");
  return (
    <fieldset class="st-card">
      <legend>
        <h2>Method</h2>
      </legend>
      <div class="st-methods">
        {usableMethods(data).map(({ name, title, supervised }, at) => (
          <label key={name} class="st-method">
            <input
              type="radio"
              name="method"
              value={name}
              checked={chosen.name === name}
              onChange={() => studio.change({ select: { method: name, options: {} } })}
            />
            <span>
              <b>{title}</b>
              <span class="st-quiet">
                {at === 0 && supervised ? "recommended, " : ""}
                {supervised ? "" : "does not use the classes, "}
                {roughly(data.estimates[name])}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p class="st-quiet">{chosen.summary}</p>
      <details class="st-fold">
        <summary>Options of {chosen.title}</summary>
        <OptionForm
          definitions={chosen.options}
          values={plan.select.options ?? {}}
          onChange={(options) => studio.change({ select: { options } })}
        />
      </details>
    </fieldset>
  );
}

/** Whether accuracy is measured, and how. */
function Measuring({ data, plan }: Props) {
  const { studio } = useStudio();
  const { judge = {}, measure, select } = plan;
  if (data.target === null) return null;
  return (
    <section class="st-card">
      <h2>Accuracy</h2>
      <label class="st-check">
        <input
          type="checkbox"
          checked={measure !== undefined}
          onChange={(event) => studio.change({ measure: event.currentTarget.checked ? {} : null })}
        />
        Measure how well the features predict the class of held-out samples (
        {roughly(secondsFor(data, plan).measure)})
      </label>
      {measure && select.k === "auto" && (
        <p class="st-quiet">
          The number of features and the options are then chosen again inside every training fold, so that the
          accuracy is not optimistic because of the choice.
        </p>
      )}
      {measure && (
        <details class="st-fold">
          <summary>How it is measured</summary>
          <div class="st-fields">
            <ChoiceField
              label={optionLabel("protocol")}
              value={measure.protocol ?? "nested"}
              choices={choicesOf("protocol", ["nested", "paper"])}
              onChange={(protocol) =>
                studio.change({ measure: { protocol: protocol === "paper" ? "paper" : undefined } })
              }
            />
            <NumberField
              label={optionLabel("folds")}
              value={foldsOf(plan)}
              min={2}
              max={20}
              integer
              onChange={(folds) => studio.change({ judge: { folds: folds ?? undefined } })}
            />
            <ChoiceField
              label={optionLabel("classifier")}
              value={judge.classifier ?? "svm"}
              choices={Object.values(classifiers).map(({ name, title }) => ({ value: name, label: title }))}
              onChange={(name) => isClassifier(name) && studio.change({ judge: { classifier: name } })}
            />
            <NumberField
              label={optionLabel("permutations")}
              hint="Number of label permutations, to show the level of chance; 20 is enough, but takes time."
              value={measure.permutations ?? null}
              placeholder={select.k === "auto" ? "as many as a minute allows" : "none"}
              min={0}
              max={1000}
              integer
              optional
              onChange={(permutations) =>
                studio.change({ measure: { permutations: permutations ?? undefined } })
              }
            />
            <ChoiceField
              label={optionLabel("rareClasses")}
              value={judge.rareClasses ?? "error"}
              choices={choicesOf("rareClasses", ["error", "drop", "merge"])}
              onChange={(way) =>
                studio.change({ judge: { rareClasses: way === "drop" || way === "merge" ? way : undefined } })
              }
            />
          </div>
        </details>
      )}
    </section>
  );
}

const isClassifier = (name: string): name is ClassifierName => Object.hasOwn(classifiers, name);

const choicesOf = (option: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: choiceLabel(option, value) }));

function Constraints({ data, plan }: Props) {
  const { studio } = useStudio();
  const { keep = [], exclude = [], featureGroups = {} } = plan.select;
  const chosen = keep.length + exclude.length;
  const groups = Object.keys(featureGroups).length;
  return (
    <details class="st-card st-fold" open={groups > 0}>
      <summary>Keep or leave out features{chosen > 0 ? ` (${chosen} chosen)` : ""}</summary>
      <div class="st-grid">
        <NamesField
          label={optionLabel("keep")}
          hint="They count towards the number of features."
          names={data.featureNames}
          chosen={keep}
          taken={exclude}
          onChange={(names) => studio.change({ select: { keep: names } })}
        />
        <NamesField
          label={optionLabel("exclude")}
          hint="The method does not see them."
          names={data.featureNames}
          chosen={exclude}
          taken={keep}
          onChange={(names) => studio.change({ select: { exclude: names } })}
        />
      </div>
      {groups > 0 && (
        <p>
          Features are selected in {groups} groups, as in the recipe.{" "}
          <button
            type="button"
            class="sal-button"
            onClick={() =>
              studio.change({ select: { featureGroups: undefined, featureGroupsFile: undefined } })
            }
          >
            Select single features
          </button>
        </p>
      )}
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

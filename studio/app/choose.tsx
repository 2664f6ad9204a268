import { useId } from "preact/hooks";
import { classifiers, findSelector } from "salience";
import type { Opened, Plan } from "../messages.js";
import { FeaturePicker } from "./feature-picker.js";
import { NumberField } from "./number-field.js";
import { OptionForm } from "./option-form.js";
import { mostThreads, secondsFor, usableMethods } from "./plan.js";
import { roughly } from "./roughly.js";
import { useStudio } from "./use-studio.js";

/** Step 2: what is to be computed. What most people need comes first; the rest is folded away. */
export function Choose() {
  const { studio, state } = useStudio();
  const { data, plan } = state;
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
          {plan.threads > 1 ? `, with ${plan.threads} threads` : ""}.
        </p>
        <button type="submit" class="st-primary">
          Find the features
        </button>
      </div>
    </form>
  );
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

interface Props {
  readonly data: Opened;
  readonly plan: Plan;
}

function HowMany({ data, plan }: Props) {
  const { studio } = useStudio();
  return (
    <section class="st-card">
      <h2>How many features</h2>
      <fieldset class="st-radios">
        <legend class="st-hidden">Who decides</legend>
        <label>
          <input
            type="radio"
            name="auto"
            checked={!plan.auto}
            onChange={() => studio.change({ auto: false })}
          />
          I say how many
        </label>
        {data.target !== null && (
          <label>
            <input
              type="radio"
              name="auto"
              checked={plan.auto}
              onChange={() => studio.change({ auto: true })}
            />
            Find a good number and good options for me
          </label>
        )}
      </fieldset>
      {plan.auto ? (
        <p class="st-quiet">
          Several numbers and options are tried in folds; the simplest within one standard error of the best
          is taken. This takes longer.
        </p>
      ) : (
        <K data={data} plan={plan} />
      )}
    </section>
  );
}

function K({ data, plan }: Props) {
  const { studio } = useStudio();
  const id = useId();
  const most = Math.min(data.features, Math.max(100, plan.k));
  return (
    <>
      <div class="st-slider">
        <input
          type="range"
          min={1}
          max={most}
          value={plan.k}
          aria-label="How many features, by slider"
          onInput={(event) => studio.change({ k: event.currentTarget.valueAsNumber })}
        />
        <NumberField
          id={id}
          label="Features to pick"
          value={plan.k}
          min={1}
          max={data.features}
          integer
          onChange={(k) => studio.change({ k: k ?? 1 })}
        />
      </div>
      <p class="st-quiet">
        All {data.features} are ranked; you can move the cut afterwards. A few more than needed do little
        harm.
      </p>
    </>
  );
}

function Methods({ data, plan }: Props) {
  const { studio } = useStudio();
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
              checked={plan.method === name}
              onChange={() => studio.change({ method: name, options: {} })}
            />
            <span>
              <b>{title}</b>
              <span class="st-quiet">
                {at === 0 && supervised ? "recommended, " : ""}
                {supervised ? "" : "does not look at the classes, "}
                {roughly(data.estimates[name])}
              </span>
            </span>
          </label>
        ))}
      </div>
      <p class="st-quiet">{findSelector(plan.method).summary}</p>
      <details class="st-fold">
        <summary>Options of {findSelector(plan.method).title}</summary>
        <OptionForm
          definitions={findSelector(plan.method).options}
          values={plan.options}
          onChange={(options) => studio.change({ options })}
        />
      </details>
    </fieldset>
  );
}

function Measuring({ data, plan }: Props) {
  const { studio } = useStudio();
  const id = useId();
  if (data.target === null) return null;
  return (
    <section class="st-card">
      <h2>Accuracy</h2>
      <label class="st-check">
        <input
          type="checkbox"
          checked={plan.measure}
          onChange={(event) => studio.change({ measure: event.currentTarget.checked })}
        />
        Measure how well the features predict the class of samples that were not looked at (
        {roughly(secondsFor(data, plan).measure)})
      </label>
      {plan.measure && (
        <details class="st-fold">
          <summary>How it is measured</summary>
          <div class="st-fields">
            <div class="st-field">
              <label for={`${id}-protocol`}>Protocol</label>
              <select
                id={`${id}-protocol`}
                value={plan.protocol}
                onChange={(event) =>
                  studio.change({ protocol: event.currentTarget.value as Plan["protocol"] })
                }
              >
                <option value="nested">nested: honest, selection sees training samples only</option>
                <option value="paper">paper: selection sees all samples, which flatters</option>
              </select>
            </div>
            <NumberField
              id={`${id}-folds`}
              label="Folds"
              value={plan.folds}
              min={2}
              max={20}
              integer
              onChange={(folds) => studio.change({ folds: folds ?? 5 })}
            />
            <div class="st-field">
              <label for={`${id}-classifier`}>Classifier that judges</label>
              <select
                id={`${id}-classifier`}
                value={plan.classifier}
                onChange={(event) => studio.change({ classifier: event.currentTarget.value })}
              >
                {Object.values(classifiers).map(({ name, title }) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </select>
            </div>
            <NumberField
              id={`${id}-permutations`}
              label="Shuffled labels"
              hint="how often, to see what chance gives; 20 say something, and take their time"
              value={plan.permutations}
              min={0}
              max={1000}
              integer
              onChange={(permutations) => studio.change({ permutations: permutations ?? 0 })}
            />
            <div class="st-field">
              <label for={`${id}-rare`}>Classes with fewer samples than folds</label>
              <select
                id={`${id}-rare`}
                value={plan.rareClasses}
                onChange={(event) =>
                  studio.change({ rareClasses: event.currentTarget.value as Plan["rareClasses"] })
                }
              >
                <option value="error">refuse</option>
                <option value="drop">leave out</option>
                <option value="merge">put together</option>
              </select>
            </div>
          </div>
        </details>
      )}
    </section>
  );
}

function Constraints({ data, plan }: Props) {
  const { studio } = useStudio();
  const chosen = plan.keep.length + plan.exclude.length;
  return (
    <details class="st-card st-fold">
      <summary>Keep or leave out features{chosen > 0 ? ` (${chosen} chosen)` : ""}</summary>
      <div class="st-grid">
        <FeaturePicker
          title="Always keep"
          hint="They count among the picked ones."
          names={data.featureNames}
          chosen={plan.keep}
          taken={plan.exclude}
          onChange={(keep) => studio.change({ keep })}
        />
        <FeaturePicker
          title="Leave out"
          hint="The method does not get to see them."
          names={data.featureNames}
          chosen={plan.exclude}
          taken={plan.keep}
          onChange={(exclude) => studio.change({ exclude })}
        />
      </div>
    </details>
  );
}

function Advanced({ plan }: { readonly plan: Plan }) {
  const { studio } = useStudio();
  const id = useId();
  return (
    <details class="st-card st-fold">
      <summary>Seed and threads</summary>
      <div class="st-fields">
        <NumberField
          id={`${id}-seed`}
          label="Seed (the same seed gives the same result)"
          value={plan.seed}
          min={0}
          max={2 ** 32 - 1}
          integer
          onChange={(seed) => studio.change({ seed: seed ?? 1 })}
        />
        <NumberField
          id={`${id}-threads`}
          label={
            mostThreads() > 1 ? "Threads (the result does not depend on them)" : "Threads (this page has one)"
          }
          value={plan.threads}
          min={1}
          max={mostThreads()}
          integer
          onChange={(threads) => studio.change({ threads: threads ?? 1 })}
        />
      </div>
    </details>
  );
}

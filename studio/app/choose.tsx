import { useRef } from "preact/hooks";
import {
  findSelector,
  isForNumbers,
  metricOption,
  type Selector,
  type SelectPlan,
  selectors,
} from "salience/internal";
import type { Opened } from "../messages.js";
import { methodWords } from "../method-words.js";
import { CodeBlock } from "../view/parts/code-block.js";
import { formatSeconds } from "../view/parts/format.js";
import { capital, choiceLabel, optionLabel, roughly } from "../words.js";
import { settingsLink } from "./address.js";
import { FeatureChoices } from "./feature-choices.js";
import { ChoiceField, NumberField } from "./fields.js";
import { Measuring } from "./measuring.js";
import { OptionForm } from "./option-form.js";
import {
  availableFeatures,
  changePlan,
  chooseMethod,
  hindranceOf,
  metricChange,
  mostThreads,
  secondsFor,
  selectingSeconds,
  weighClasses,
  weighsClasses,
} from "./plan.js";
import { isUneven, predictsNumbers, type State } from "./state.js";
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
        <>
          <p class="st-quiet">
            Several numbers and options are tried by cross-validation; the simplest within one standard error
            of the best is chosen. This takes longer.
          </p>
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
        </>
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
    </section>
  );
}

/** The method and its options. */
function Methods({ data, plan }: Props) {
  const { studio, state } = useStudio();
  const chosen = findSelector(plan.select.method ?? "dfs");
  const numbers = predictsNumbers(data);
  const { classWeight, ...others } = chosen.options;
  const withMethod = (name: string) =>
    name === chosen.name ? plan : changePlan(plan, chooseMethod(plan, name));
  return (
    <fieldset class="st-card">
      <legend>
        <h2>Method</h2>
      </legend>
      <div class="st-methods">
        {offeredMethods(data).map((method, at) => {
          const { name, title, supervised } = method;
          const hindrance = hindranceOf(method, data, plan.select);
          return (
            <label key={name} class="st-method">
              <input
                type="radio"
                name="method"
                value={name}
                checked={chosen.name === name}
                disabled={hindrance !== null}
                onChange={() => studio.change(chooseMethod(plan, name))}
              />
              <span>
                <b>{methodWords(name)?.plain ?? title}</b>
                <span class="st-method-note">{methodWords(name)?.note}</span>
                <span class="st-quiet">
                  {methodWords(name) && `${title}. `}
                  {hindrance === null
                    ? `${capital(
                        [
                          ...(at === 0 && supervised ? ["recommended"] : []),
                          ...(supervised ? [] : [`does not use ${numbers ? data.target : "the classes"}`]),
                          tookWords(state, name) ??
                            roughly(selectingSeconds(data, withMethod(name), state.threads)),
                        ].join(", "),
                      )}.`
                    : `Not available: ${hindrance}.`}
                </span>
              </span>
            </label>
          );
        })}
      </div>
      {isUneven(data) && <ClassWeights plan={plan} inMethod={classWeight !== undefined} />}
      <details class="st-fold">
        <summary>Options of {chosen.title}</summary>
        {!numbers && <p class="st-quiet">{chosen.summary}</p>}
        <OptionForm
          definitions={numbers || isUneven(data) ? others : chosen.options}
          values={plan.select.options ?? {}}
          onChange={(options) => studio.change({ select: { options } })}
        />
      </details>
    </fieldset>
  );
}

/** What the last run of a method on this data took; null where there was none. */
function tookWords({ runs, data }: State, method: string): string | null {
  const last = runs.findLast(({ selected }) => selected.selection.method === method);
  const same = last && !last.selected.tuning && last.selected.selection.data.rows === data?.rows;
  return same ? `took ${formatSeconds(last.selected.seconds)} here` : null;
}

/** All methods, those that cannot be used with the reason; without a target only those that need none. */
const offeredMethods = ({ target }: Opened): readonly Selector[] =>
  Object.values(selectors).filter(({ supervised }) => target !== null || !supervised);

/** Whether small classes count as much as large ones; asked where they differ much. */
function ClassWeights({ plan, inMethod }: { readonly plan: SelectPlan; readonly inMethod: boolean }) {
  const { studio } = useStudio();
  return (
    <div class="st-field">
      <label class="st-check">
        <input
          type="checkbox"
          checked={weighsClasses(plan)}
          onChange={(event) => studio.change(weighClasses(plan, event.currentTarget.checked))}
        />
        {optionLabel("classWeight")}
      </label>
      <span class="st-quiet">
        {inMethod
          ? "The classes differ much in size. Otherwise the largest ones decide."
          : "The classes differ much in size. This method cannot weigh them; what predicts from its features can."}
      </span>
    </div>
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

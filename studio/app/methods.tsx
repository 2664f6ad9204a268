import { findSelector, type Selector, type SelectPlan, selectors } from "salience/internal";
import type { Opened } from "../messages.js";
import { methodWords } from "../method-words.js";
import { formatSeconds } from "../view/parts/format.js";
import { optionLabel, roughly } from "../words.js";
import { OptionForm } from "./option-form.js";
import {
  changePlan,
  chooseMethod,
  hindranceOf,
  selectingSeconds,
  weighClasses,
  weighsClasses,
} from "./plan.js";
import { isUneven, predictsNumbers, type State } from "./state.js";
import { useStudio } from "./use-studio.js";

interface Props {
  readonly data: Opened;
  readonly plan: SelectPlan;
}

/** The method and its options. */
export function Methods({ data, plan }: Props) {
  const { studio } = useStudio();
  const chosen = findSelector(plan.select.method ?? "dfs");
  const numbers = predictsNumbers(data);
  const { classWeight, ...others } = chosen.options;
  return (
    <fieldset class="st-card">
      <legend>
        <h2>Method</h2>
      </legend>
      {methodGroups(data).map(({ heading, methods }) => (
        <section key={heading} class="st-method-group">
          <h3>{heading}</h3>
          <div class="st-methods">
            {methods.map((method) => (
              <MethodCard key={method.name} method={method} data={data} plan={plan} />
            ))}
          </div>
        </section>
      ))}
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

/** One method in words, with the name that experts know and what it takes. */
function MethodCard({ method, data, plan }: Props & { readonly method: Selector }) {
  const { studio, state } = useStudio();
  const { name, title, supervised } = method;
  const words = methodWords(name);
  const hindrance = hindranceOf(method, data, plan.select);
  const isChosen = (plan.select.method ?? "dfs") === name;
  const asked = isChosen ? plan : changePlan(plan, chooseMethod(plan, name));
  return (
    <label class="st-method">
      <input
        type="radio"
        name="method"
        value={name}
        checked={isChosen}
        disabled={hindrance !== null}
        onChange={() => studio.change(chooseMethod(plan, name))}
      />
      <span>
        <b>{words?.plain ?? title}</b>
        <span class="st-method-note">
          {words?.note}
          {supervised ? "" : ` Does not use ${predictsNumbers(data) ? data.target : "the classes"}.`}
        </span>
        <span class="st-quiet st-method-foot">
          <span>{words && title}</span>
          <span>
            {hindrance === null
              ? (tookWords(state, name) ?? roughly(selectingSeconds(data, asked, state.threads)))
              : `not available: ${hindrance}`}
          </span>
        </span>
      </span>
    </label>
  );
}

/** What the last run of a method on this data took; null where there was none. */
function tookWords({ runs, data }: State, method: string): string | null {
  const last = runs.findLast(({ selected }) => selected.selection.method === method);
  const same = last && !last.selected.tuning && last.selected.selection.data.rows === data?.rows;
  return same ? `took ${formatSeconds(last.selected.seconds)} here` : null;
}

/** Those that answer most questions. */
const usual: readonly string[] = ["dfs", "fisher", "mrmr"];

/** All methods, those that cannot be used with the reason; without a target only those that need none. */
function methodGroups({ target }: Opened) {
  const offered = Object.values(selectors).filter(({ supervised }) => target !== null || !supervised);
  return [
    { heading: "A good start", methods: offered.filter(({ name }) => usual.includes(name)) },
    { heading: "More methods", methods: offered.filter(({ name }) => !usual.includes(name)) },
  ].filter(({ methods }) => methods.length > 0);
}

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

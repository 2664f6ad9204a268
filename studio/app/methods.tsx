import { findSelector } from "salience/internal";
import type { Opened, Plan } from "../messages.js";
import { OptionForm } from "./option-form.js";
import { usableMethods } from "./plan.js";
import { roughly } from "./roughly.js";
import { useStudio } from "./use-studio.js";

/** The method and its options. */
export function Methods({ data, plan }: { readonly data: Opened; readonly plan: Plan }) {
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

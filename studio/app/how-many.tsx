import { useId } from "preact/hooks";
import type { Opened, Plan } from "../messages.js";
import { NumberField } from "./number-field.js";
import { useStudio } from "./use-studio.js";

/** How many features: said, or to be found. */
export function HowMany({ data, plan }: { readonly data: Opened; readonly plan: Plan }) {
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

function K({ data, plan }: { readonly data: Opened; readonly plan: Plan }) {
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

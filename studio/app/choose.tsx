import { useId } from "preact/hooks";
import type { Opened, Plan } from "../messages.js";
import { FeaturePicker } from "./feature-picker.js";
import { HowMany } from "./how-many.js";
import { Measuring } from "./measuring.js";
import { Methods } from "./methods.js";
import { NumberField } from "./number-field.js";
import { mostThreads, secondsFor } from "./plan.js";
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

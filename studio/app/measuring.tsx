import { useId } from "preact/hooks";
import { classifiers } from "salience/internal";
import type { Opened, Plan } from "../messages.js";
import { NumberField } from "./number-field.js";
import { secondsFor } from "./plan.js";
import { roughly } from "./roughly.js";
import { useStudio } from "./use-studio.js";

/** Whether accuracy is measured, and how. */
export function Measuring({ data, plan }: { readonly data: Opened; readonly plan: Plan }) {
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

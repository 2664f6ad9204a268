import { type ClassifierName, classifiers, type SelectPlan } from "salience/internal";
import type { Opened } from "../messages.js";
import { count, listed } from "../view/parts/format.js";
import { choiceLabel, optionLabel, roughly } from "../words.js";
import { ChoiceField, NumberField } from "./fields.js";
import { foldsOf, secondsFor } from "./plan.js";
import { predictsNumbers } from "./state.js";
import { useStudio } from "./use-studio.js";

interface Props {
  readonly data: Opened;
  readonly plan: SelectPlan;
}

/** Whether it is measured how well the features predict, and how. */
export function Measuring({ data, plan }: Props) {
  const { studio } = useStudio();
  const { measure, select } = plan;
  if (data.target === null) return null;
  return (
    <section class="st-card">
      <h2>How well they predict</h2>
      <label class="st-check">
        <input
          type="checkbox"
          checked={measure !== undefined}
          onChange={(event) => studio.change({ measure: event.currentTarget.checked ? {} : null })}
        />
        Measure how well the features predict {predictsNumbers(data) ? data.target : "the class"} of held-out
        samples ({roughly(secondsFor(data, plan).measure)})
      </label>
      {measure && select.k === "auto" && (
        <p class="st-quiet">
          The number of features and the options are then chosen again inside every training fold, so that the
          figures are not optimistic because of the choice.
        </p>
      )}
      {(measure || select.k === "auto") && <RareClasses data={data} plan={plan} />}
      {measure && (
        <details class="st-fold">
          <summary>How it is measured</summary>
          <div class="st-fields">
            {predictsNumbers(data) ? <ByRidge /> : <ByClassifier plan={plan} />}
            <NumberField
              label={optionLabel("folds")}
              value={foldsOf(plan)}
              min={2}
              max={20}
              integer
              onChange={(folds) => studio.change({ judge: { folds: folds ?? undefined } })}
            />
            <NumberField
              label={optionLabel("permutations")}
              hint={`How often ${predictsNumbers(data) ? `the values of ${data.target}` : "the classes"} are shuffled, to show the level of chance; 20 is enough, but takes time.`}
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
          </div>
        </details>
      )}
    </section>
  );
}

/** Numbers are predicted in one way only, which is said. */
function ByRidge() {
  return (
    <p class="st-quiet">
      By ridge regression on the selected features, with R², the typical error and Spearman's correlation. In
      every fold the features are selected without the held-out samples.
    </p>
  );
}

/** What is chosen about classes only. */
function ByClassifier({ plan: { judge = {}, measure = {} } }: { readonly plan: SelectPlan }) {
  const { studio } = useStudio();
  return (
    <>
      <ChoiceField
        label={optionLabel("protocol")}
        value={measure.protocol ?? "nested"}
        choices={choicesOf("protocol", ["nested", "paper"])}
        onChange={(protocol) =>
          studio.change({ measure: { protocol: protocol === "paper" ? "paper" : undefined } })
        }
      />
      <ChoiceField
        label={optionLabel("classifier")}
        value={judge.classifier ?? "svm"}
        choices={Object.values(classifiers).map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(name) => isClassifier(name) && studio.change({ judge: { classifier: name } })}
      />
      <ChoiceField
        label={optionLabel("rareClasses")}
        value={judge.rareClasses ?? "error"}
        choices={choicesOf("rareClasses", ["error", "drop", "merge"])}
        onChange={(way) =>
          studio.change({ judge: { rareClasses: way === "drop" || way === "merge" ? way : undefined } })
        }
      />
    </>
  );
}

/** Classes that are too small for the folds, with what can be done about them, before the run. */
function RareClasses({ data: { examination }, plan: { judge = {} } }: Props) {
  const { studio } = useStudio();
  const { folds, rareClasses = "error" } = judge;
  const rare = (examination.classes ?? []).filter(({ rows }) => rows > 0 && rows < Number(folds ?? 0));
  if (rare.length === 0 || rareClasses !== "error") return null;
  const together = rare.reduce((sum, { rows }) => sum + rows, 0);
  const settle = (way: "drop" | "merge") => studio.change({ judge: { rareClasses: way } });
  return (
    <div class="st-findings">
      <div class="st-warning">
        <p>
          <b>Careful:</b> {listed(rare.map(({ name }) => name))} {rare.length === 1 ? "has" : "have"} fewer
          samples than there are folds ({folds}).
        </p>
        <button type="button" class="sal-button" onClick={() => settle("drop")}>
          Leave out {count(together, "sample")}
        </button>
        {rare.length > 1 && together >= Number(folds) && (
          <button type="button" class="sal-button" onClick={() => settle("merge")}>
            Merge them into one class
          </button>
        )}
      </div>
    </div>
  );
}

const isClassifier = (name: string): name is ClassifierName => Object.hasOwn(classifiers, name);

const choicesOf = (option: string, values: readonly string[]) =>
  values.map((value) => ({ value, label: choiceLabel(option, value) }));

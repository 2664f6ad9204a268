import { useMemo, useState } from "preact/hooks";
import { type Report, selectors } from "salience/internal";
import type { Opened, Selected } from "../messages.js";
import { roughly } from "../words.js";
import { changePlan, comparePlan, hindranceOf, measuredKs, secondsFor } from "./plan.js";
import { Progress } from "./progress.js";
import { sectionsBeside } from "./save-report.js";
import { ShownReport } from "./shown-report.js";
import { useGradually, useStudio } from "./use-studio.js";

const usual = ["fisher", "mrmr"];

/** Methods side by side on the same folds. */
export function ComparePanel({ data, selected }: { readonly data: Opened; readonly selected: Selected }) {
  const { studio, state } = useStudio();
  const { plan, selection } = selected;
  const side = state.side?.task === "compare" ? state.side : null;
  const { running = null, problem = null } = side ?? {};
  const methods = Object.values(selectors).map((method) => ({
    ...method,
    hindrance: hindranceOf(method, data),
  }));
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const able = methods.filter(({ hindrance }) => hindrance === null).map(({ name }) => name);
    return [...new Set([selection.method, ...usual])].filter((name) => able.includes(name));
  });
  // Where k was found, options are chosen inside the training folds, which takes long at each number of features.
  const ks = selected.tuning ? [Number(selected.tuning.k)] : measuredKs(data, plan, selection.picked);
  const seconds = chosen.reduce(
    (sum, method) => sum + secondsFor(data, changePlan(plan, { select: { method, options: {} } })).measure,
    0,
  );
  // The page has sections of these names already.
  const report = useMemo(
    () => state.compared && { ...state.compared, sections: sectionsBeside(state.compared, "compared") },
    [state.compared],
  );
  return (
    <section class="st-card st-compare" aria-labelledby="compare-title">
      <h2 id="compare-title">Compare methods</h2>
      <fieldset class="st-radios">
        <legend>Side by side, on the same folds</legend>
        {methods.map(({ name, title, hindrance }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.includes(name)}
              disabled={hindrance !== null}
              onChange={(event) =>
                setChosen(
                  event.currentTarget.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                )
              }
            />
            {title}
            {hindrance && ` (${hindrance})`}
          </label>
        ))}
      </fieldset>
      {problem && <p class="st-fault">{problem}</p>}
      {running ? (
        <>
          <Progress running={running} label="Comparing" />
          <button type="button" class="sal-button" onClick={() => studio.aside.cancel()}>
            Cancel
          </button>
        </>
      ) : (
        <button
          type="button"
          class="sal-button"
          disabled={chosen.length < 2}
          onClick={() =>
            void studio.aside.run("compare", { plan: comparePlan(plan, chosen, ks), threads: state.threads })
          }
        >
          Compare {chosen.length} methods ({roughly(seconds)})
        </button>
      )}
      {report && <Compared report={report} />}
    </section>
  );
}

function Compared({ report }: { readonly report: Report }) {
  return <ShownReport report={useGradually(report)} />;
}

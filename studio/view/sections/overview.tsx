import type { OverviewSection } from "../../../src/report/report.js";
import { FeatureName } from "../parts/feature-focus.js";
import { FeaturePanel } from "../parts/feature-panel.js";
import { formatNumber } from "../parts/format.js";
import { Facts } from "./facts.js";

/** So many features have one column, in which long names have room. */
const few = 8;

/** The answer, what it is worth, and the features with their direction and effect. */
export function Overview({ section }: { readonly section: OverviewSection }) {
  const { answer, reason, panel, more, direction, words = [] } = section;
  const largest = panel.reduce((most, { effect }) => Math.max(most, Math.abs(effect ?? 0)), 0);
  return (
    <>
      <div class="sal-glance">
        <div>
          {answer && (
            <p class="sal-answer">
              <strong>{answer}</strong> <span class="sal-quiet">{reason}</span>
            </p>
          )}
          <Facts section={section} />
          {words.length > 0 && (
            <details
              class="sal-brief"
              open={section.facts.length === 0 || section.facts.some(({ tone }) => tone === "bad")}
            >
              <summary>In words</summary>
              {words.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </details>
          )}
        </div>
        {panel.length > 0 && (
          <div>
            <ol
              class={panel.length <= few ? "sal-features sal-few" : "sal-features"}
              aria-label="The selected features, best first"
            >
              {panel.map(({ name, direction: where, effect }, rank) => (
                <li key={name}>
                  <span class="sal-rank">{rank + 1}</span>
                  <span class="sal-feature">
                    <FeatureName name={name} />
                    {where && <span class="sal-quiet"> {where}</span>}
                  </span>
                  {effect !== null && largest > 0 && (
                    <span class="sal-effect">
                      <span
                        class="sal-effect-bar"
                        style={{ width: `${(38 * Math.abs(effect)) / largest}px` }}
                      />
                      {formatNumber(effect, { digits: 2 })}
                    </span>
                  )}
                </li>
              ))}
            </ol>
            <p class="sal-quiet">
              {more > 0 && `And ${formatNumber(more)} more. `}
              Beside each feature: {direction}, and the size of its effect.
            </p>
          </div>
        )}
      </div>
      <FeaturePanel />
    </>
  );
}

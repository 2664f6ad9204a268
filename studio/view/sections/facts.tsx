import type { Fact, FactsSection } from "../../../src/report/report.js";
import { formatNumber } from "../parts/format.js";

/** Named values side by side. */
export function Facts({ section }: { readonly section: Pick<FactsSection, "facts"> }) {
  if (section.facts.length === 0) return null;
  return (
    <dl class="sal-facts">
      {section.facts.map((fact) => (
        <div key={fact.label} class={fact.tone ? `sal-fact sal-${fact.tone}` : "sal-fact"}>
          <dt>{fact.label}</dt>
          <dd>
            <span class="sal-value">
              {fact.tone && (
                <span class="sal-mark" role="img" aria-label={fact.tone === "good" ? "good" : "take care"}>
                  {fact.tone === "good" ? "✓" : "!"}
                </span>
              )}
              {shownValue(fact)}
              {fact.unit && <span class="sal-unit"> {fact.unit}</span>}
            </span>
            {fact.hint && <span class="sal-hint">{fact.hint}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const shownValue = ({ value }: Fact) =>
  typeof value === "boolean"
    ? value
      ? "yes"
      : "no"
    : typeof value === "string"
      ? value
      : formatNumber(value);

import type { ComponentChildren } from "preact";
import type { ProjectionSection, SamplesSection } from "../../../src/report/report.js";
import { formatNumber, formatShare, isNumber, missing } from "./format.js";
import { useSampleFocus } from "./sample-focus.js";

/** What was predicted for a sample when it was held out, and whether that was right; empty where it was not. */
export function verdictOf(
  { heldOut, classes, codes }: Pick<SamplesSection, "heldOut" | "classes" | "codes">,
  at: number,
): string {
  const predicted = heldOut?.predicted[at] ?? null;
  if (predicted === null) return "";
  const probability = heldOut?.probabilities[at];
  const sure = isNumber(probability) ? ` (probability ${formatShare(probability)})` : "";
  return predicted === codes[at]
    ? `✓ right when held out${sure}`
    : `✗ taken for ${classes[predicted]} when held out${sure}`;
}

/** A sample by its place in a section: what it is called, its class, what was predicted for it. */
function Panel({
  section,
  at,
  children,
}: {
  readonly section: Pick<SamplesSection, "rows" | "ids" | "classes" | "codes" | "heldOut">;
  readonly at: number;
  readonly children: ComponentChildren;
}) {
  const { rows, ids, classes, codes } = section;
  const { choose } = useSampleFocus();
  const name = ids?.[at] ?? `row ${rows[at] + 1}`;
  return (
    <aside class="sal-panel" aria-label={`Sample ${name}`}>
      <div class="sal-panel-head">
        <strong>{name}</strong>
        <button type="button" class="sal-button" onClick={() => choose(null)} aria-label={`Close ${name}`}>
          Close
        </button>
      </div>
      <p class="sal-verdict-line">
        {classes.length > 0 && <>Class {classes[codes[at]]}. </>}
        {verdictOf(section, at)}
      </p>
      {children}
    </aside>
  );
}

/** The chosen sample with its values. Nothing where none is chosen. */
export function SamplePanel({ section }: { readonly section: SamplesSection }) {
  const { chosen } = useSampleFocus();
  const at = chosen === null ? -1 : section.rows.indexOf(chosen);
  if (at < 0) return null;
  return (
    <Panel section={section} at={at}>
      <dl class="sal-sample-values">
        {section.features.map(({ name: feature, values, mean, deviation }) => (
          <div key={feature}>
            <dt>{feature}</dt>
            <dd>
              {values[at] === null ? missing : formatNumber(values[at])}{" "}
              <span class="sal-quiet">
                {isNumber(values[at]) &&
                  `${formatNumber((values[at] - mean) / deviation, { digits: 1, signed: true })} sd`}
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** The chosen sample where no section has its values. */
export function DotPanel({ section }: { readonly section: ProjectionSection }) {
  const { rows } = section;
  const { chosen, drawn } = useSampleFocus();
  const at = chosen === null || drawn.has(chosen) ? -1 : (rows?.indexOf(chosen) ?? -1);
  if (!rows || at < 0) return null;
  return (
    <Panel section={{ ...section, rows }} at={at}>
      <p class="sal-quiet">
        {drawn.size > 0 && "It is not among the samples that are drawn with their values."}
      </p>
    </Panel>
  );
}

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

/** The chosen sample: what it is called, its class, what was predicted for it, its values. Nothing where none is chosen. */
export function SamplePanel({ section }: { readonly section: SamplesSection }) {
  const { rows, ids, classes, codes, features } = section;
  const { chosen, choose } = useSampleFocus();
  const at = chosen === null ? -1 : rows.indexOf(chosen);
  if (chosen === null || at < 0) return null;
  const name = ids?.[at] ?? `row ${chosen + 1}`;
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
      <dl class="sal-sample-values">
        {features.map(({ name: feature, values, mean, deviation }) => (
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
    </aside>
  );
}

/** The chosen sample where no section has its values: what it is called, its class, what was predicted for it. */
export function DotPanel({ section }: { readonly section: ProjectionSection }) {
  const { rows, ids, classes, codes, heldOut } = section;
  const { chosen, drawn, choose } = useSampleFocus();
  const at = chosen === null || drawn.has(chosen) ? -1 : (rows?.indexOf(chosen) ?? -1);
  if (chosen === null || at < 0) return null;
  const name = ids?.[at] ?? `row ${chosen + 1}`;
  return (
    <aside class="sal-panel" aria-label={`Sample ${name}`}>
      <div class="sal-panel-head">
        <strong>{name}</strong>
        <button type="button" class="sal-button" onClick={() => choose(null)} aria-label={`Close ${name}`}>
          Close
        </button>
      </div>
      <p class="sal-verdict-line">
        Class {classes[codes[at]]}. {verdictOf({ heldOut, classes, codes }, at)}
      </p>
      <p class="sal-quiet">
        {drawn.size > 0 && "It is not among the samples that are drawn with their values."}
      </p>
    </aside>
  );
}

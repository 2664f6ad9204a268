import { useCallback } from "preact/hooks";
import { drawSpread } from "../charts/draw-spread.js";
import { Chart } from "./chart.js";
import { useFeatureFocus } from "./feature-focus.js";
import { count } from "./format.js";

/** The distributions of the feature in focus; nothing where there is none. */
export function FeaturePanel() {
  const { name, set, distributions, places } = useFeatureFocus();
  const place = name === null ? undefined : places.get(name);
  const draw = useCallback(
    (width: number) => drawSpread(distributions!.classes, distributions!.features[place!], width),
    [distributions, place],
  );
  if (!distributions || place === undefined || name === null) return null;
  return (
    <aside class="sal-panel" aria-label={`Distribution of ${name}`}>
      <div class="sal-panel-head">
        <strong>{name}</strong>
        <button type="button" class="sal-button" onClick={() => set(null)} aria-label={`Close ${name}`}>
          Close
        </button>
      </div>
      <Chart
        label={`The distribution of ${name} in ${count(distributions.classes.length, "class")}.`}
        name={`Distribution of ${name}`}
        draw={draw}
      />
    </aside>
  );
}

import { useCallback, useMemo } from "preact/hooks";
import type { DistributionsSection } from "../../../src/report/report.js";
import { drawSpread } from "../charts/draw-spread.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { useFeatureFocus } from "../parts/feature-focus.js";
import { count } from "../parts/format.js";

const columns = ["Smallest", "Lower quartile", "Median", "Upper quartile", "Largest"];

/** How one feature at a time is spread in each class. */
export function Distributions({ section }: { readonly section: DistributionsSection }) {
  const { classes, features } = section;
  const focus = useFeatureFocus();
  const place = focus.name === null ? 0 : (focus.places.get(focus.name) ?? 0);
  const feature = features[place] ?? features[0];
  const draw = useCallback((width: number) => drawSpread(classes, feature, width), [classes, feature]);
  const table = useMemo(() => tableOfSpread(classes, feature), [classes, feature]);
  if (!feature) return <p class="sal-quiet">There are no features to show.</p>;
  return (
    <>
      <label class="sal-choice">
        Feature
        <select
          value={String(place)}
          onChange={(event) => focus.set(features[Number(event.currentTarget.value)]?.name ?? null)}
        >
          {features.map(({ name }, at) => (
            <option key={name} value={String(at)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <Chart
        label={`${feature.name} in ${count(classes.length, "class")}: ${"levels" in feature ? "the share of each level." : "box plots with the middle half of the values, the median, and whiskers to the smallest and the largest."}`}
        name={`${section.title}: ${feature.name}`}
        draw={draw}
        table={table}
      />
    </>
  );
}

function tableOfSpread(classes: readonly string[], feature: DistributionsSection["features"][number]) {
  const titles = "levels" in feature ? feature.levels : columns;
  const numbers = "levels" in feature ? feature.shares : feature.quartiles;
  return tableOf(
    [{ title: "Class", type: "text" }, ...titles.map((title) => ({ title, type: "number" as const }))],
    classes.map((name, at) => [name, ...(numbers[at] ?? titles.map(() => null))]),
  );
}

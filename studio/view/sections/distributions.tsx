import { useMemo } from "preact/hooks";
import type { DistributionsSection } from "../../../src/report/report.js";
import { spreadFigure } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { useFeatureFocus } from "../parts/feature-focus.js";

const columns = ["Smallest", "Lower quartile", "Median", "Upper quartile", "Largest"];

/** How one feature at a time is spread in each class. */
export function Distributions({ section }: { readonly section: DistributionsSection }) {
  const { classes, features } = section;
  const focus = useFeatureFocus();
  const place = focus.name === null ? 0 : (focus.places.get(focus.name) ?? 0);
  const feature = features[place] ?? features[0];
  const figure = useMemo(() => feature && spreadFigure(section, feature), [section, feature]);
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
      <Chart {...figure} table={table} />
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

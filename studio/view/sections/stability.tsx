import { useMemo } from "preact/hooks";
import type { StabilitySection } from "../../../src/report/report.js";
import { byFrequency, mostFrequencies, stabilityFigure } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count } from "../parts/format.js";
import { Facts } from "./facts.js";

/** How often features were picked when the data changed a little. */
export function Stability({ section }: { readonly section: StabilitySection }) {
  const { names, frequencies } = section;
  const order = useMemo(() => byFrequency(section), [section]);
  const figure = useMemo(() => stabilityFigure(section), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Feature", type: "text" },
          { title: "Share of picks", type: "number" },
        ],
        order.map((at) => [names[at], frequencies[at]]),
      ),
    [order, names, frequencies],
  );
  return (
    <>
      <Facts section={section} />
      {names.length > 0 && <Chart {...figure} table={table} />}
      {names.length > mostFrequencies && (
        <p class="sal-quiet">
          The chart shows the {mostFrequencies} most frequent of {count(names.length, "feature")}; the table
          has all.
        </p>
      )}
    </>
  );
}

import { useCallback, useMemo } from "preact/hooks";
import type { StabilitySection } from "../../../src/report/report.js";
import { stabilityBars } from "../charts/stability-bars.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count, formatShare } from "../parts/format.js";
import { Facts } from "./facts.js";

/** The most bars; the table has all. */
const most = 40;

/** How often features were picked when the data changed a little. */
export function Stability({ section }: { readonly section: StabilitySection }) {
  const { names, frequencies, threshold } = section;
  const order = useMemo(
    () => names.map((_, at) => at).sort((a, b) => (frequencies[b] ?? -1) - (frequencies[a] ?? -1) || a - b),
    [names, frequencies],
  );
  const draw = useCallback(
    (width: number) => stabilityBars(section, order.slice(0, most), width),
    [section, order],
  );
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
  const stable = threshold === undefined ? null : frequencies.filter((share) => share >= threshold).length;
  return (
    <>
      <Facts section={section} />
      {names.length > 0 && (
        <Chart
          label={`Bars of how often each of ${count(Math.min(names.length, most), "feature")} was picked when the data changed a little.${
            stable === null
              ? ""
              : ` ${count(stable, "feature")} reached the threshold of ${formatShare(threshold)}.`
          }`}
          name={section.title}
          draw={draw}
          table={table}
        />
      )}
      {names.length > most && (
        <p class="sal-quiet">
          The chart shows the {most} most frequent of {count(names.length, "feature")}; the table has all.
        </p>
      )}
    </>
  );
}

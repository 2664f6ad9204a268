import { useCallback, useMemo } from "preact/hooks";
import type { RanksSection } from "../../../src/report/report.js";
import { rankDiagram } from "../charts/rank-diagram.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Average ranks with a line below each group of methods that do not differ. */
export function Ranks({ section }: { readonly section: RanksSection }) {
  const { ranks } = section;
  const draw = useCallback((width: number) => rankDiagram(section, width), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Method", type: "text" },
          { title: "Average rank", type: "number" },
        ],
        ranks.map(({ label, rank }) => [label, rank]),
      ),
    [ranks],
  );
  if (ranks.length === 0) return <p class="sal-quiet">No methods were ranked.</p>;
  return (
    <Chart
      label={`Critical-difference diagram. The best average rank is that of ${ranks[0].label} with ${ranks[0].rank.toFixed(2)}; ranks differ if they are more than ${section.criticalDifference.toFixed(2)} apart.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
}

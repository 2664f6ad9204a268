import { useMemo } from "preact/hooks";
import type { RanksSection } from "../../../src/report/report.js";
import { ranksFigure } from "../figures/comparison-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** Average ranks with a line below each group of methods that do not differ. */
export function Ranks({ section }: { readonly section: RanksSection }) {
  return section.ranks.length === 0 ? (
    <p class="sal-quiet">No methods were ranked.</p>
  ) : (
    <Diagram section={section} />
  );
}

function Diagram({ section }: { readonly section: RanksSection }) {
  const figure = useMemo(() => ranksFigure(section), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Method", type: "text" },
          { title: "Average rank", type: "number" },
        ],
        section.ranks.map(({ label, rank }) => [label, rank]),
      ),
    [section],
  );
  return <Chart {...figure} table={table} />;
}

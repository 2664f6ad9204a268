import { useCallback, useMemo } from "preact/hooks";
import type { AgreementSection } from "../../../src/report/report.js";
import { heatMap } from "../charts/heat-map.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { count, formatShare, listed } from "../parts/format.js";

/** How many of the top k any two methods share. */
export function Agreement({ section }: { readonly section: AgreementSection }) {
  const { methods, overlaps, k } = section;
  const draw = useCallback(
    (width: number) =>
      heatMap({
        width,
        x: methods,
        y: methods,
        values: overlaps,
        format: formatShare,
        scheme: "blues",
        domain: [0, 1],
        valueTitle: `shared among the top ${k}`,
        written: true,
        tallest: 44 * methods.length,
        describe: (x, y) =>
          `${methods[y]}\n${methods[x]}\n${formatShare(overlaps[y * methods.length + x])} of the top ${k} shared`,
      }),
    [methods, overlaps, k],
  );
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Method", type: "text" },
          ...methods.map((title) => ({ title, type: "number" as const, digits: 2 })),
        ],
        methods.map((method, row) => [
          method,
          ...overlaps.slice(row * methods.length, (row + 1) * methods.length),
        ]),
      ),
    [methods, overlaps],
  );
  if (methods.length === 0) return <p class="sal-quiet">There are no methods to compare.</p>;
  return (
    <Chart
      label={`Matrix of the share of the top ${count(k, "feature")} that two methods have in common: ${listed(methods)}.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
}

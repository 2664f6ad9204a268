import { useMemo } from "preact/hooks";
import type { AgreementSection } from "../../../src/report/report.js";
import { agreementFigure } from "../figures/comparison-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** How many of the top k any two methods share. */
export function Agreement({ section }: { readonly section: AgreementSection }) {
  const { methods, overlaps } = section;
  const figure = useMemo(() => agreementFigure(section), [section]);
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
  return <Chart {...figure} table={table} />;
}

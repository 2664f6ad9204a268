import { useMemo } from "preact/hooks";
import type { TimingsSection } from "../../../src/report/report.js";
import { timingsFigure } from "../figures/comparison-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";

/** What took how long, on a logarithmic scale. */
export function Timings({ section }: { readonly section: TimingsSection }) {
  return section.rows.length === 0 ? (
    <p class="sal-quiet">No times were taken.</p>
  ) : (
    <Bars section={section} />
  );
}

function Bars({ section }: { readonly section: TimingsSection }) {
  const figure = useMemo(() => timingsFigure(section), [section]);
  const table = useMemo(() => figures(section.rows), [section]);
  return <Chart {...figure} table={table} />;
}

function figures(rows: TimingsSection["rows"]) {
  const [grouped, paper] = [
    rows.some(({ group }) => group !== undefined),
    rows.some((row) => row.paper !== undefined && row.paper !== null),
  ];
  return tableOf(
    [
      ...(grouped ? [{ title: "Group", type: "text" as const }] : []),
      { title: "What", type: "text" },
      { title: "Seconds", type: "number" },
      ...(paper ? [{ title: "Paper's seconds", type: "number" as const }] : []),
    ],
    rows.map((row) => [
      ...(grouped ? [row.group ?? ""] : []),
      row.label,
      row.seconds,
      ...(paper ? [row.paper ?? null] : []),
    ]),
  );
}

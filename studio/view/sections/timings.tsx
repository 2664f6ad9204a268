import { useCallback, useMemo } from "preact/hooks";
import type { TimingsSection } from "../../../src/report/report.js";
import { timingBars } from "../charts/timing-bars.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { formatSeconds } from "../parts/format.js";

/** What took how long, on a logarithmic scale. */
export function Timings({ section }: { readonly section: TimingsSection }) {
  const { rows } = section;
  const draw = useCallback((width: number) => timingBars(section, width), [section]);
  const table = useMemo(() => figures(rows), [rows]);
  if (rows.length === 0) return <p class="sal-quiet">No times were taken.</p>;
  const slowest = rows.reduce((most, row) => (row.seconds > most.seconds ? row : most));
  return (
    <Chart
      label={`Bars of computing times on a logarithmic scale. The longest is ${slowest.label} with ${formatSeconds(slowest.seconds)}.`}
      name={section.title}
      draw={draw}
      table={table}
    />
  );
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

import { useCallback, useMemo } from "preact/hooks";
import type { CorrelationSection } from "../../../src/report/report.js";
import { correlationFigure, mostCorrelations } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";
import { type TableData, tableOf } from "../parts/csv.js";
import { DataTable } from "../parts/data-table.js";
import { FeatureName, useFeatureFocus } from "../parts/feature-focus.js";
import { FeaturePanel } from "../parts/feature-panel.js";

/** Correlations of the picked features, and what could stand in for each. */
export function Correlation({ section }: { readonly section: CorrelationSection }) {
  const { names } = section;
  const focus = useFeatureFocus();
  const shown = Math.min(names.length, mostCorrelations);
  const figure = useMemo(() => correlationFigure(section), [section]);
  const pick = useCallback(
    (index: number) => {
      const name = names[Math.floor(index / shown)];
      if (focus.places.has(name)) focus.set(name);
    },
    [names, shown, focus],
  );
  const table = useMemo(() => pairs(section), [section]);
  const twins = useMemo(() => twinTable(section), [section]);
  if (names.length === 0) return <p class="sal-quiet">No features were picked.</p>;
  const hasCosts = section.twins.some(({ substitutes }) => substitutes.some(({ cost }) => cost !== null));
  return (
    <>
      <Chart {...figure} table={table} onPick={focus.places.size > 0 ? pick : undefined} />
      {shown < names.length && (
        <p class="sal-quiet">
          The map shows the first {shown} of {names.length} features; the table has all.
        </p>
      )}
      <FeaturePanel />
      {section.twins.length > 0 && (
        <>
          <h3>Twins: what could stand in for each</h3>
          <p class="sal-text">
            The nearest substitutes of each picked feature.
            {hasCosts && " The cost is in points of accuracy; below zero the substitute does better."}
          </p>
          <DataTable
            data={twins}
            name="Twins"
            search={twins.count > 20}
            content={(row, column) =>
              column === 0 ? <FeatureName name={String(twins.value(row, 0))} /> : undefined
            }
          />
        </>
      )}
    </>
  );
}

function twinTable({ twins }: CorrelationSection): TableData {
  return tableOf(
    [
      { title: "Feature", type: "text" },
      { title: "Substitute", type: "text" },
      { title: "Correlation", type: "number", digits: 3, signed: true },
      { title: "Cost of swapping (points)", type: "number", digits: 2, signed: true },
    ],
    twins.flatMap(({ name, substitutes }) =>
      substitutes.length === 0
        ? [[name, "none near", null, null]]
        : substitutes.map((other) => [name, other.name, other.correlation, other.cost]),
    ),
  );
}

/** Each two features once. */
function pairs({ names, values }: CorrelationSection): TableData {
  const rows: (string | number)[][] = [];
  for (let a = 0; a < names.length; a++)
    for (let b = a + 1; b < names.length; b++) rows.push([names[a], names[b], values[a * names.length + b]]);
  return tableOf(
    [
      { title: "Feature", type: "text" },
      { title: "Other feature", type: "text" },
      { title: "Correlation", type: "number", digits: 3, signed: true },
    ],
    rows,
  );
}

import { useCallback, useMemo, useState } from "preact/hooks";
import type { RankingSection } from "../../../src/report/report.js";
import { rankingFigure } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";
import type { TableData } from "../parts/csv.js";
import { DataTable } from "../parts/data-table.js";
import { FeatureName } from "../parts/feature-focus.js";
import { FeaturePanel } from "../parts/feature-panel.js";

/** The ranked features: bars around the cut, and a table of all. */
export function Ranking({ section }: { readonly section: RankingSection }) {
  const { names, cut } = section;
  const [pickedOnly, setPickedOnly] = useState(false);
  const data = useMemo(() => tableOfAll(section), [section]);
  const figure = useMemo(() => rankingFigure(section), [section]);
  const keep = useCallback((row: number) => row < cut, [cut]);
  if (names.length === 0) return <p class="sal-quiet">There are no features to show.</p>;
  return (
    <>
      <Chart {...figure} />
      <FeaturePanel />
      <DataTable
        data={data}
        name={`${section.title}: all features`}
        search
        keep={pickedOnly ? keep : null}
        rowClass={(row) => (row < cut ? "sal-picked" : "")}
        content={(row, column) => (column === 1 ? <FeatureName name={names[row]} /> : undefined)}
        controls={
          <label class="sal-check">
            <input
              type="checkbox"
              checked={pickedOnly}
              onChange={(event) => setPickedOnly(event.currentTarget.checked)}
            />
            picked only
          </label>
        }
      />
    </>
  );
}

function tableOfAll(section: RankingSection): TableData {
  const { names, indices, scores, errors, cut, columns = [] } = section;
  const [kept, excluded, adjusted] = [section.kept, section.excluded, section.adjusted].map(
    (some) => new Set(some),
  );
  const status = (row: number) => {
    if (kept.has(names[row])) return "kept on request";
    if (adjusted.has(names[row])) return "known influence";
    if (excluded.has(names[row])) return "left out on request";
    return row < cut ? "picked" : "";
  };
  const parts: [TableData["columns"][number], (row: number) => string | number | null][] = [
    [{ title: "Rank", type: "number" }, (row) => row + 1],
    [{ title: "Feature", type: "text" }, (row) => names[row]],
    [{ title: "Status", type: "text" }, status],
    [{ title: section.scoreTitle, type: "number" }, (row) => scores[row] ?? null],
  ];
  if (errors) parts.push([{ title: "±", type: "number" }, (row) => errors[row] ?? null]);
  for (const { title, type = "number", values } of columns)
    parts.push([{ title, type }, (row) => values[row] ?? null]);
  parts.push([{ title: "Column", type: "number" }, (row) => indices[row] ?? null]);
  return {
    columns: parts.map(([column]) => column),
    count: names.length,
    value: (row, column) => parts[column][1](row),
  };
}

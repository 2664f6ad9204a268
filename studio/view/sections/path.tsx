import { useCallback, useMemo, useState } from "preact/hooks";
import type { PathSection } from "../../../src/report/report.js";
import { pathFigure } from "../figures/course-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { FeatureName } from "../parts/feature-focus.js";
import { count, formatNumber } from "../parts/format.js";

/** The γ × p grid: how many features are in use and the objective; the best features of a chosen point. */
export function Path({ section }: { readonly section: PathSection }) {
  const { gammas, ps, points } = section;
  const [[column, row], choose] = useState<readonly [number, number]>([0, 0]);
  const figure = useMemo(() => pathFigure(section, [column, row]), [section, column, row]);
  const pick = useCallback(
    (index: number) => choose([index % gammas.length, Math.floor(index / gammas.length)]),
    [gammas],
  );
  const table = useMemo(
    () =>
      tableOf(
        ["γ", "p", "Support", "Objective"].map((title) => ({ title, type: "number" as const })),
        points.map(({ gamma, p, support, objective }) => [gamma, p, support, objective]),
      ),
    [points],
  );
  if (gammas.length === 0 || ps.length === 0) return <p class="sal-quiet">The grid is empty.</p>;
  const point = points.find(({ gamma, p }) => gamma === gammas[column] && p === ps[row]);
  return (
    <>
      <Chart {...figure} table={table} onPick={pick} />
      <div class="sal-panel">
        <div class="sal-choices">
          <Choice label="γ" values={gammas} at={column} onChange={(at) => choose([at, row])} />
          <Choice label="p" values={ps} at={row} onChange={(at) => choose([column, at])} />
        </div>
        <output class="sal-point">
          {point ? (
            <>
              <p>
                γ = {formatNumber(point.gamma)}, p = {formatNumber(point.p)}:{" "}
                {count(point.support, "feature")} in use, objective {formatNumber(point.objective)}.
              </p>
              <ol class="sal-top">
                {point.top.map(({ name, norm }) => (
                  <li key={name}>
                    <FeatureName name={name} /> <span class="sal-quiet">{formatNumber(norm)}</span>
                  </li>
                ))}
              </ol>
            </>
          ) : (
            <p>This point was not computed.</p>
          )}
        </output>
      </div>
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly at: number;
  readonly onChange: (at: number) => void;
}

function Choice({ label, values, at, onChange }: ChoiceProps) {
  return (
    <label class="sal-choice">
      {label}
      <select value={String(at)} onChange={(event) => onChange(Number(event.currentTarget.value))}>
        {values.map((value, place) => (
          <option key={value} value={String(place)}>
            {formatNumber(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

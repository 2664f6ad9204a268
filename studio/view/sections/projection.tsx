import { useCallback, useMemo } from "preact/hooks";
import type { ProjectionSection } from "../../../src/report/report.js";
import { projectionPlane } from "../charts/projection-plane.js";
import { projectionStrips } from "../charts/projection-strips.js";
import { Chart } from "../parts/chart.js";
import { count, formatNumber } from "../parts/format.js";

/** The most dots; more would only cover each other. */
const most = 5000;

/** Samples in the plane of the leading discriminant directions, or along the only one. */
export function Projection({ section }: { readonly section: ProjectionSection }) {
  const { x, y, classes, codes, ids } = section;
  const flat = section.directions < 2;
  const shown = useMemo(() => evenly(x.length, most), [x]);
  const draw = useCallback(
    (width: number) => (flat ? projectionStrips : projectionPlane)(section, shown, width),
    [section, shown, flat],
  );
  const table = useMemo(
    () => ({
      columns: [
        { title: "Sample", type: "text" as const },
        { title: "Class", type: "text" as const },
        { title: "Direction 1", type: "number" as const },
        ...(flat ? [] : [{ title: "Direction 2", type: "number" as const }]),
      ],
      count: x.length,
      value: (row: number, column: number) =>
        [ids?.[row] ?? String(row + 1), classes[codes[row]] ?? null, x[row], y[row]][column] ?? null,
    }),
    [x, y, ids, classes, codes, flat],
  );
  return (
    <>
      <Chart
        label={`${count(shown.length, "sample")} of ${count(classes.length, "class")} ${
          flat
            ? "along the discriminant direction, a strip for each class"
            : "in the plane of the two leading discriminant directions"
        }.`}
        name={section.title}
        draw={draw}
        table={table}
      />
      {shown.length < x.length && (
        <p class="sal-quiet">
          {formatNumber(shown.length)} of {formatNumber(x.length)} samples are drawn; the table has all.
        </p>
      )}
    </>
  );
}

/** At most so many places, evenly taken. */
function evenly(total: number, limit: number): number[] {
  const step = Math.max(1, total / limit);
  return Array.from({ length: Math.min(total, limit) }, (_, at) => Math.floor(at * step));
}

import { useCallback, useMemo, useState } from "preact/hooks";
import type { SamplesSection } from "../../../src/report/report.js";
import { columnOrder, sampleMapPlaces } from "../charts/sample-map.js";
import { svg } from "../charts/svg.js";
import { samplesFigure } from "../figures/sample-figures.js";
import { Chart } from "../parts/chart.js";
import { DataTable } from "../parts/data-table.js";
import { followPointer } from "../parts/drag-area.js";
import { count, formatNumber } from "../parts/format.js";
import { useSampleFocus } from "../parts/sample-focus.js";
import { SamplePanel, verdictOf } from "../parts/sample-panel.js";

/** Features × samples as colours, linked with the discriminant directions and with a table of the samples. */
export function Samples({ section }: { readonly section: SamplesSection }) {
  const { features, rows, classes } = section;
  const [byClass, setByClass] = useState(false);
  const focus = useSampleFocus();
  const { chosen, hovered, marked, choose, hover, mark } = focus;
  const order = useMemo(() => columnOrder(section, byClass), [section, byClass]);
  const figure = useMemo(() => samplesFigure(section, byClass), [section, byClass]);
  const follow = useCallback(
    (drawing: SVGSVGElement) => {
      const places = sampleMapPlaces(section, drawing.viewBox.baseVal.width);
      const columnAt = (x: number) => Math.floor((x - places.left) / places.cellWidth);
      const rowAt = (x: number) => rows[order[columnAt(x)]] ?? null;
      return followPointer(drawing, {
        onHover: (x) => hover(rowAt(x)),
        onLeave: () => hover(null),
        onPress: (x) => {
          choose(rowAt(x));
          mark(null);
        },
        onDrag: ({ left, right }) => {
          const [from, to] = [Math.max(0, columnAt(left)), columnAt(right)];
          mark(order.slice(from, to + 1).map((at) => rows[at]));
        },
      });
    },
    [section, order, rows, choose, hover, mark],
  );
  const decorate = useCallback(
    (drawing: SVGSVGElement) => {
      const { left, top, cellWidth, cellHeight } = sampleMapPlaces(section, drawing.viewBox.baseVal.width);
      const height = cellHeight * features.length;
      const over = order.flatMap((at, column) => {
        const row = rows[at];
        const x = left + column * cellWidth;
        const inFocus = row === chosen || row === hovered;
        return [
          ...(marked && !marked.has(row)
            ? [svg("rect", { class: "sal-faded", x, y: top, width: cellWidth, height })]
            : []),
          ...(inFocus
            ? [
                svg("rect", {
                  class: row === chosen ? "sal-frame sal-frame-chosen" : "sal-frame",
                  x: x - 1,
                  y: top - 16,
                  width: Math.max(3, cellWidth + 2),
                  height: height + 17,
                }),
              ]
            : []),
        ];
      });
      const layer = svg("g", { class: "sal-focus", "pointer-events": "none" }, ...over);
      drawing.append(layer);
      return () => layer.remove();
    },
    [section, order, rows, features, chosen, hovered, marked],
  );
  const hoveredAt = hovered === null ? -1 : rows.indexOf(hovered);
  return (
    <div class="sal-samples-section">
      <div class="sal-choices">
        {classes.length > 0 && (
          <label class="sal-choice">
            Order
            <select
              value={byClass ? "class" : "similar"}
              onChange={(event) => setByClass(event.currentTarget.value === "class")}
            >
              <option value="similar">similar samples together</option>
              <option value="class">class by class</option>
            </select>
          </label>
        )}
        <label class="sal-choice">
          Sample
          <select
            value={chosen === null ? "" : String(chosen)}
            onChange={(event) =>
              choose(event.currentTarget.value === "" ? null : Number(event.currentTarget.value))
            }
          >
            <option value="">choose one</option>
            {order.map((at) => (
              <option key={rows[at]} value={String(rows[at])}>
                {nameOf(section, at)}
              </option>
            ))}
          </select>
        </label>
        {marked && (
          <button type="button" class="sal-button" onClick={() => mark(null)}>
            {count(marked.size, "sample")} marked: clear
          </button>
        )}
      </div>
      <Chart {...figure} follow={follow} decorate={decorate} />
      <p class="sal-quiet sal-hovered" aria-hidden="true">
        {hoveredAt >= 0 ? wordsOf(section, hoveredAt) : "\u00a0"}
      </p>
      <SamplePanel section={section} />
      <SampleTable section={section} />
    </div>
  );
}

/** What a sample is called. */
const nameOf = ({ ids, rows }: SamplesSection, at: number): string => ids?.[at] ?? `row ${rows[at] + 1}`;

function wordsOf(section: SamplesSection, at: number): string {
  const { classes, codes } = section;
  const verdict = verdictOf(section, at);
  return [nameOf(section, at), classes[codes[at]], verdict].filter(Boolean).join(" · ");
}

/** All drawn samples as a table; of marked ones only those. */
function SampleTable({ section }: { readonly section: SamplesSection }) {
  const { features, rows, codes, classes, heldOut } = section;
  const { marked } = useSampleFocus();
  const [open, setOpen] = useState(false);
  const table = useMemo(
    () => ({
      columns: [
        { title: "Sample", type: "text" as const },
        ...(classes.length > 0 ? [{ title: "Class", type: "text" as const }] : []),
        ...(heldOut
          ? [
              { title: "Held out: predicted", type: "text" as const },
              { title: "Probability", type: "number" as const, digits: 2 },
              { title: "Right", type: "text" as const },
            ]
          : []),
        ...features.map(({ name }) => ({ title: name, type: "number" as const })),
      ],
      count: rows.length,
      value: (row: number, column: number) => {
        const predicted = heldOut?.predicted[row] ?? null;
        const cells = [
          nameOf(section, row),
          ...(classes.length > 0 ? [classes[codes[row]] ?? null] : []),
          ...(heldOut
            ? [
                predicted === null ? null : classes[predicted],
                heldOut.probabilities[row],
                predicted === null ? null : predicted === codes[row] ? "yes" : "no",
              ]
            : []),
        ];
        return column < cells.length ? cells[column] : features[column - cells.length].values[row];
      },
    }),
    [section, features, rows, codes, classes, heldOut],
  );
  const keep = useMemo(() => marked && ((row: number) => marked.has(rows[row])), [marked, rows]);
  return (
    <details class="sal-details" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as table{marked ? ` (${formatNumber(marked.size)} marked)` : ""}</summary>
      {open && <DataTable data={table} name={section.title} keep={keep} search />}
    </details>
  );
}

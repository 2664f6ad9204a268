import { useCallback, useMemo } from "preact/hooks";
import type { ProjectionSection } from "../../../src/report/report.js";
import { isFlat, projectionFigure, shownSamples } from "../figures/sample-figures.js";
import { Chart } from "../parts/chart.js";
import { followPointer } from "../parts/drag-area.js";
import { formatNumber, isNumber } from "../parts/format.js";
import { useSampleFocus } from "../parts/sample-focus.js";
import { DotPanel } from "../parts/sample-panel.js";

/** Samples in the plane of the leading discriminant directions, or along the only one. */
export function Projection({ section }: { readonly section: ProjectionSection }) {
  const { x, y, classes, codes, ids } = section;
  const flat = isFlat(section);
  const shown = useMemo(() => shownSamples(section), [section]);
  const figure = useMemo(() => projectionFigure(section), [section]);
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
  const linked = useLinked(section, shown);
  return (
    <>
      <Chart {...figure} {...linked} table={table} />
      {section.heldOut && (
        <p class="sal-quiet">
          Outlined samples were mistaken for another class when they were held out.
          {section.rows && " Press one to see what it is, drag to mark several."}
        </p>
      )}
      <DotPanel section={section} />
      {shown.length < x.length && (
        <p class="sal-quiet">
          {formatNumber(shown.length)} of {formatNumber(x.length)} samples are drawn; the table has all.
        </p>
      )}
    </>
  );
}

/** Links the dots with other sections that know the samples: hovering, pressing and dragging here, and what is in focus there. */
function useLinked({ rows, codes, classes, x, y }: ProjectionSection, shown: readonly number[]) {
  const { chosen, hovered, marked, choose, hover, mark } = useSampleFocus();
  // The dots are in the order of those that can be drawn.
  const dotsOf = useMemo(
    () => shown.filter((at) => isNumber(x[at]) && isNumber(y[at]) && classes[codes[at]] !== undefined),
    [shown, x, y, codes, classes],
  );
  const follow = useCallback(
    (drawing: SVGSVGElement) => {
      const dots = [...drawing.querySelectorAll<SVGGraphicsElement>(".sal-samples > *")];
      const middles = dots.map((one) => middleOf(drawing, one));
      const nearest = (px: number, py: number) => {
        let [best, least] = [-1, 14];
        middles.forEach(([mx, my], at) => {
          const way = Math.hypot(mx - px, my - py);
          if (way < least) [best, least] = [at, way];
        });
        return best < 0 ? null : (rows?.[dotsOf[best]] ?? null);
      };
      if (!rows) return undefined;
      return followPointer(drawing, {
        onHover: (px, py) => hover(nearest(px, py)),
        onLeave: () => hover(null),
        onPress: (px, py) => {
          choose(nearest(px, py));
          mark(null);
        },
        onDrag: ({ left, right, top, bottom }) =>
          mark(
            dotsOf.flatMap((place, at) => {
              const [mx, my] = middles[at];
              return mx >= left && mx <= right && my >= top && my <= bottom ? [rows[place]] : [];
            }),
          ),
      });
    },
    [rows, dotsOf, choose, hover, mark],
  );
  const decorate = useCallback(
    (drawing: SVGSVGElement) => {
      const dots = [...drawing.querySelectorAll<SVGGraphicsElement>(".sal-samples > *")];
      dots.forEach((one, at) => {
        const row = rows?.[dotsOf[at]] ?? -1;
        one.classList.toggle("sal-dimmed", marked !== null && !marked.has(row));
        one.classList.toggle("sal-in-focus", row === chosen || row === hovered);
      });
      return undefined;
    },
    [rows, dotsOf, chosen, hovered, marked],
  );
  return { follow, decorate };
}

/** The middle of a mark in the units of the drawing. */
function middleOf(drawing: SVGSVGElement, mark: SVGGraphicsElement): readonly [number, number] {
  const box = drawing.getBoundingClientRect();
  const own = mark.getBoundingClientRect();
  const { x, y, width, height } = drawing.viewBox.baseVal;
  return [
    x + ((own.left + own.width / 2 - box.left) / box.width) * width,
    y + ((own.top + own.height / 2 - box.top) / box.height) * height,
  ];
}

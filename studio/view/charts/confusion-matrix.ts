import type { ErrorsSection } from "../../../src/report/report.js";
import { formatNumber, formatShare, shorten } from "../parts/format.js";
import { accent, ground, ink, quietInk, rule, wrong } from "./palette.js";
import { svg, textWidth, widest } from "./svg.js";

/** Cells are no smaller, so that counts and classes can still be told apart. */
const smallest = 11;
const largest = 46;

/** True classes as rows, predicted ones as columns. Right is the accent, wrong the warning colour, darker the larger its share of the row. */
export function confusionMatrix({ classes, confusion }: ErrorsSection, width: number): SVGSVGElement {
  const names = classes.map((name) => shorten(name, width < 500 ? 14 : 18));
  const left = Math.ceil(widest(names, 150)) + 28;
  const side = Math.max(smallest, Math.min(largest, (width - left - 4) / classes.length));
  const turned = widest(names, 150) > side - 4;
  const below = turned ? widest(names, 150) * 0.82 + 14 : 20;
  const size = side * classes.length;
  const [top, height] = [6, 6 + size + below + 22];
  // Where rows are low only every second, third, … is named; tips and the table name all.
  const every = Math.ceil(11 / side);
  const drawing = svg("svg", {
    class: "sal-plot",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    "font-size": 12,
    fill: ink,
  });
  const cells = svg("g", { class: "sal-cells" });
  const counts = svg("g", { class: "sal-counts", "text-anchor": "middle", "pointer-events": "none" });
  confusion.forEach((row, actual) => {
    const rows = row.reduce((sum, count) => sum + count, 0);
    row.forEach((count, predicted) => {
      const share = rows > 0 ? count / rows : 0;
      const right = actual === predicted;
      const [x, y] = [left + side * predicted, top + side * actual];
      cells.append(
        svg(
          "rect",
          {
            x: x + 0.5,
            y: y + 0.5,
            width: side - 1,
            height: side - 1,
            fill: right ? accent : wrong,
            // A single mistake among many rows is still to be seen.
            "fill-opacity": count === 0 ? 0 : 0.12 + 0.88 * share,
            stroke: rule,
            "stroke-opacity": 0.6,
          },
          svg(
            "title",
            {},
            `${formatNumber(count)} of ${formatNumber(rows)} ${classes[actual]} (${formatShare(share, 1)}) ${right ? "recognised" : `taken for ${classes[predicted]}`}`,
          ),
        ),
      );
      const text = formatNumber(count);
      const font = Math.min(12, side * 0.42);
      if (count > 0 && font >= 8 && textWidth(text, font) < side - 2)
        counts.append(
          svg(
            "text",
            {
              x: x + side / 2,
              y: y + side / 2,
              dy: "0.35em",
              "font-size": font,
              "font-weight": right ? 600 : 400,
              fill: 0.12 + 0.88 * share > 0.5 ? ground : ink,
            },
            text,
          ),
        );
    });
  });
  const labels = names.flatMap((name, at) => {
    if (at % every !== 0) return [];
    const middle = side * (at + 0.5);
    const x = left + middle;
    const y = top + size + (turned ? 10 : 15);
    return [
      svg("text", { x: left - 6, y: top + middle, dy: "0.35em", "text-anchor": "end" }, name),
      svg(
        "text",
        {
          x,
          y,
          "text-anchor": turned ? "end" : "middle",
          transform: turned ? `rotate(-55 ${x} ${y})` : undefined,
        },
        name,
      ),
    ];
  });
  drawing.append(
    cells,
    counts,
    svg("g", { class: "sal-names" }, ...labels),
    svg("text", { x: left + size / 2, y: height - 5, "text-anchor": "middle", fill: quietInk }, "predicted"),
    svg(
      "text",
      {
        transform: `translate(11,${top + size / 2}) rotate(-90)`,
        "text-anchor": "middle",
        fill: quietInk,
      },
      "true",
    ),
  );
  return drawing;
}

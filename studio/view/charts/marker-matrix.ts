import type { MarkersSection } from "../../../src/report/report.js";
import { formatNumber, formatShare, shorten } from "../parts/format.js";
import { aboveBelowScale, fillOf, stepOf } from "./above-below.js";
import { accent, ground, ink, quietInk, rule } from "./palette.js";
import { svg, widest } from "./svg.js";

const barRoom = 110;

/** Features × classes: colour is the class mean, a dot the class that a feature marks, a bar its part of the separation. */
export function markerMatrix({ classes, features }: MarkersSection, width: number): SVGSVGElement {
  const names = features.map(({ name }) => shorten(name, width < 500 ? 16 : 24));
  const titles = classes.map((name) => shorten(name, 16));
  const left = Math.ceil(widest(names, 180)) + 10;
  const bars = width < 420 ? 64 : barRoom;
  const cellWidth = Math.min(64, (width - left - bars - 8) / classes.length);
  const cellHeight = Math.max(14, Math.min(22, 520 / features.length));
  const turned = widest(titles, 130) > cellWidth - 4;
  const head = 48 + (turned ? widest(titles, 130) * 0.75 + 12 : 20);
  const every = Math.ceil(11 / cellWidth);
  const mapWidth = cellWidth * classes.length;
  const height = head + cellHeight * features.length + 26;
  const most = features.reduce((top, { share }) => Math.max(top, share), 0) || 1;
  const barLeft = left + mapWidth + 12;
  const barWidth = bars - 46;
  const drawing = svg("svg", {
    class: "sal-plot",
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    "font-size": 12,
    fill: ink,
  });
  const cells = svg("g", { class: "sal-cells" });
  const dots = svg("g", { class: "sal-marks", "pointer-events": "none" });
  const parts = svg("g", { class: "sal-bars" });
  const lines = svg("g", { class: "sal-separators" });
  features.forEach(({ name, means, marks, gap, share, pair, pairShare }, row) => {
    const y = head + row * cellHeight;
    means.forEach((mean, code) => {
      cells.append(
        svg(
          "rect",
          {
            x: left + code * cellWidth + 0.5,
            y: y + 0.5,
            width: cellWidth - 1,
            height: cellHeight - 1,
            ...fillOf(stepOf(mean)),
            stroke: rule,
            "stroke-opacity": 0.5,
          },
          svg(
            "title",
            {},
            `${name} in ${classes[code]}: ${formatNumber(mean, { digits: 2, signed: true })} standard deviations${code === marks ? `; marks it, ${formatNumber(Math.abs(gap), { digits: 2 })} from the nearest other class` : ""}`,
          ),
        ),
      );
    });
    if (gap !== 0)
      dots.append(
        svg("circle", {
          cx: left + (marks + 0.5) * cellWidth,
          cy: y + cellHeight / 2,
          r: Math.min(4.5, cellWidth / 3, cellHeight / 3),
          fill: ink,
          stroke: ground,
          "stroke-width": 1.5,
        }),
      );
    parts.append(
      svg(
        "rect",
        {
          x: barLeft,
          y: y + 3,
          width: Math.max(1, (share / most) * barWidth),
          height: cellHeight - 6,
          fill: accent,
        },
        svg(
          "title",
          {},
          `${name} carries ${formatShare(share, 1)} of the separation of all pairs; most of ${classes[pair[0]]} and ${classes[pair[1]]}: ${formatShare(pairShare)}`,
        ),
      ),
    );
    dots.append(
      svg(
        "text",
        {
          x: barLeft + (share / most) * barWidth + 4,
          y: y + cellHeight / 2,
          dy: "0.35em",
          "font-size": 11,
          fill: quietInk,
        },
        formatShare(share),
      ),
    );
    if (row > 0 && features[row - 1].marks !== marks)
      lines.append(
        svg("line", { x1: left, x2: left + mapWidth, y1: y, y2: y, stroke: ink, "stroke-opacity": 0.55 }),
      );
  });
  const scale = aboveBelowScale("class mean, standard deviations");
  drawing.append(
    scale,
    cells,
    lines,
    dots,
    parts,
    svg(
      "g",
      { class: "sal-names", "text-anchor": "end" },
      ...names.map((name, row) =>
        svg("text", { x: left - 6, y: head + (row + 0.5) * cellHeight, dy: "0.35em" }, name),
      ),
    ),
    svg(
      "g",
      { class: "sal-classes" },
      ...titles.flatMap((name, code) => {
        if (code % every !== 0) return [];
        const x = left + (code + 0.5) * cellWidth;
        const y = head - 6;
        return [
          svg(
            "text",
            {
              x: turned ? x + 3 : x,
              y,
              "text-anchor": turned ? "start" : "middle",
              transform: turned ? `rotate(-50 ${x} ${y})` : undefined,
            },
            name,
          ),
        ];
      }),
    ),
    svg(
      "text",
      { x: barLeft + bars - 12, y: height - 8, "text-anchor": "end", "font-size": 11, fill: quietInk },
      width < 420 ? "separation" : "part of the separation",
    ),
  );
  return drawing;
}

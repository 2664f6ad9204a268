import { ruleX, ruleY } from "@observablehq/plot";
import type { CorrelationSection } from "../../../src/report/report.js";
import { formatNumber } from "../parts/format.js";
import { heatMap } from "./heat-map.js";
import { ink } from "./palette.js";

/** The correlations of the first features with each other, lines between clusters. */
export function correlationMap(section: CorrelationSection, shown: number, width: number): SVGSVGElement {
  const { clusters } = section;
  const names = section.names.slice(0, shown);
  const values = names.flatMap((_, row) =>
    section.values.slice(row * section.names.length, row * section.names.length + shown),
  );
  const sizes = new Map<number, number>();
  for (const cluster of clusters) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  // Between two features that stand alone a line would say nothing.
  const grouped = (at: number) => (sizes.get(clusters[at]) ?? 0) > 1;
  const borders = names.flatMap((_, at) =>
    at > 0 && clusters[at] !== clusters[at - 1] && (grouped(at) || grouped(at - 1)) ? [at] : [],
  );
  const format = (value: number) => formatNumber(value, { digits: 2 });
  const drawing = heatMap({
    width,
    x: names,
    y: names,
    values,
    format,
    scheme: "puor",
    domain: [-1, 1],
    valueTitle: "correlation",
    square: true,
    written: shown <= 14,
    describe: (x, y) =>
      `${names[y]}\n${names[x]}\ncorrelation ${formatNumber(values[y * shown + x], { digits: 3 })}`,
    marks: [
      ruleX(borders, {
        x: (at) => at,
        stroke: ink,
        strokeWidth: 1.5,

        className: "sal-cluster-borders",
      }),
      ruleY(borders, { y: (at) => at, stroke: ink, strokeWidth: 1.5, className: "sal-cluster-borders" }),
    ],
  });
  moveToEdges(drawing);
  return drawing;
}

/** Plot puts a rule in the middle of its band; a border belongs into the gap before it. */
function moveToEdges(drawing: SVGSVGElement): void {
  const { bandwidth = 0, step = 0 } = (
    drawing as unknown as { scale: (name: string) => { bandwidth?: number; step?: number } }
  ).scale("x");
  const back = (bandwidth - step) / 2;
  drawing.querySelectorAll(".sal-cluster-borders").forEach((group, which) => {
    group.setAttribute("transform", which === 0 ? `translate(${back},0)` : `translate(0,${back})`);
  });
}

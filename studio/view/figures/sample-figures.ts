import type { ProjectionSection, SamplesSection } from "../../../src/report/report.js";
import { projectionPlane } from "../charts/projection-plane.js";
import { projectionStrips } from "../charts/projection-strips.js";
import { columnOrder, sampleMap } from "../charts/sample-map.js";
import { count } from "../parts/format.js";
import type { Figure } from "./figure.js";

/** The most dots; more would only cover each other. */
const most = 5000;

/** The samples that are drawn: at most so many, evenly taken. */
export function shownSamples({ x }: ProjectionSection): number[] {
  const step = Math.max(1, x.length / most);
  return Array.from({ length: Math.min(x.length, most) }, (_, at) => Math.floor(at * step));
}

/** Whether all samples lie on a line: there are two classes. */
export const isFlat = ({ directions }: ProjectionSection): boolean => directions < 2;

/** Samples in the plane of the leading discriminant directions, or along the only one. */
export function projectionFigure(section: ProjectionSection): Figure {
  const shown = shownSamples(section);
  const flat = isFlat(section);
  return {
    name: section.title,
    label: `${count(shown.length, "sample")} of ${count(section.classes.length, "class")} ${
      flat
        ? "along the discriminant direction, a strip for each class"
        : "in the plane of the two leading discriminant directions"
    }.`,
    draw: (width) => (flat ? projectionStrips : projectionPlane)(section, shown, width),
  };
}

/** Features × samples as colours. */
export function samplesFigure(section: SamplesSection, byClass = false): Figure {
  const { features, rows, classes, title } = section;
  const order = columnOrder(section, byClass);
  return {
    name: title,
    label: `Heat map of ${count(features.length, "feature")} of ${count(rows.length, "sample")}, in standard deviations above or below the mean${classes.length > 0 ? `, with a strip of ${count(classes.length, "class")}` : ""}.`,
    draw: (width) => sampleMap(section, order, byClass, width),
  };
}

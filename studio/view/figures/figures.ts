import type { Section } from "../../../src/report/report.js";
import { accuracyFigure, errorFigures, tradeoffFigure } from "./accuracy-figures.js";
import {
  agreementFigure,
  curvesFigure,
  ranksFigure,
  surfacesFigure,
  timingsFigure,
} from "./comparison-figures.js";
import { convergenceFigure, pathFigure } from "./course-figures.js";
import {
  correlationFigure,
  markersFigure,
  picturesFigure,
  rankingFigure,
  spreadFigure,
  stabilityFigure,
} from "./feature-figures.js";
import type { Figure } from "./figure.js";
import { projectionFigure, samplesFigure } from "./sample-figures.js";

type Drawn = {
  readonly [Kind in Section["kind"]]?: (section: Extract<Section, { readonly kind: Kind }>) => Figure[];
};

/** What a section shows as charts, in the state that a page opens with; choices that a page offers are all there. */
const drawn: Drawn = {
  ranking: (section) => when(section.names, () => rankingFigure(section)),
  accuracy: (section) => [accuracyFigure(section)],
  errors: errorFigures,
  samples: (section) => when(section.rows, () => samplesFigure(section)),
  markers: (section) => when(section.features, () => markersFigure(section)),
  tradeoff: (section) => when(section.series, () => tradeoffFigure(section)),
  correlation: (section) => when(section.names, () => correlationFigure(section)),
  distributions: (section) => section.features.map((feature) => spreadFigure(section, feature)),
  convergence: (section) => when(section.series, () => convergenceFigure(section)),
  path: (section) => when(section.points, () => pathFigure(section)),
  stability: (section) => when(section.names, () => stabilityFigure(section)),
  projection: (section) => when(section.x, () => projectionFigure(section)),
  agreement: (section) => when(section.methods, () => agreementFigure(section)),
  pictures: (section) => when(section.pictures, () => picturesFigure(section)),
  curves: (section) => when(section.facets, () => curvesFigure(section)),
  surfaces: (section) => when(section.facets, () => surfacesFigure(section)),
  ranks: (section) => when(section.ranks, () => ranksFigure(section)),
  timings: (section) => when(section.rows, () => timingsFigure(section)),
};

const when = (some: readonly unknown[], figure: () => Figure): Figure[] =>
  some.length > 0 ? [figure()] : [];

/** The charts of a section; none for a kind without any, or one that this version does not know. */
export function figuresOf(section: Section): Figure[] {
  if (!Object.hasOwn(drawn, section.kind)) return [];
  return (drawn[section.kind] as (one: Section) => Figure[])(section);
}

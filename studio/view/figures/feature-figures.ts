import type {
  CorrelationSection,
  DistributionsSection,
  MarkersSection,
  PicturesSection,
  RankingSection,
  StabilitySection,
} from "../../../src/report/report.js";
import { correlationMap } from "../charts/correlation-map.js";
import { drawSpread } from "../charts/draw-spread.js";
import { markerMatrix } from "../charts/marker-matrix.js";
import { pictureGrid } from "../charts/picture-grid.js";
import { rankingBars, shownRows } from "../charts/ranking-bars.js";
import { stabilityBars } from "../charts/stability-bars.js";
import { count, formatShare, listed } from "../parts/format.js";
import type { Figure } from "./figure.js";

/** Bars of the best features and of those around the cut. */
export function rankingFigure(section: RankingSection): Figure {
  const { names, cut, direction, scoreTitle, title } = section;
  const shown = shownRows(names.length, cut).filter((row) => typeof row === "number").length;
  return {
    name: title,
    label: `Bars of the ${scoreTitle} of ${count(shown, "feature")}, best first; ${
      direction === "larger" ? "larger" : "smaller"
    } is better. A line below rank ${cut} divides the picked ones from the rest. The best is ${names[0]}.`,
    draw: (width) => rankingBars(section, width),
  };
}

/** The most bars of frequencies; the table has all. */
export const mostFrequencies = 40;

/** The features of a stability section, the most frequent first. */
export const byFrequency = ({ names, frequencies }: StabilitySection): number[] =>
  names.map((_, at) => at).sort((a, b) => (frequencies[b] ?? -1) - (frequencies[a] ?? -1) || a - b);

/** How often features were picked when the data changed a little. */
export function stabilityFigure(section: StabilitySection): Figure {
  const { names, frequencies, threshold, title } = section;
  const order = byFrequency(section).slice(0, mostFrequencies);
  const stable = threshold === undefined ? null : frequencies.filter((share) => share >= threshold).length;
  return {
    name: title,
    label: `Bars of how often each of ${count(Math.min(names.length, mostFrequencies), "feature")} was picked when the data changed a little.${
      stable === null
        ? ""
        : ` ${count(stable, "feature")} reached the threshold of ${formatShare(threshold)}.`
    }`,
    draw: (width) => stabilityBars(section, order, width),
  };
}

/** How a feature is spread in each class. */
export function spreadFigure(
  { title, classes }: DistributionsSection,
  feature: DistributionsSection["features"][number],
): Figure {
  return {
    name: `${title}: ${feature.name}`,
    label: `${feature.name} in ${count(classes.length, "class")}: ${"levels" in feature ? "the share of each level." : "box plots with the middle half of the values, the median, and whiskers to the smallest and the largest."}`,
    draw: (width) => drawSpread(classes, feature, width),
    narrow: true,
  };
}

/** The most features in the map of correlations; the table of its figures has all. */
export const mostCorrelations = 150;

/** Correlations of the picked features. */
export function correlationFigure(section: CorrelationSection): Figure {
  const { names, clusters, title } = section;
  const shown = Math.min(names.length, mostCorrelations);
  return {
    name: title,
    label: `Heat map of the correlations of ${count(shown, "feature")} in ${count(new Set(clusters).size, "cluster")}, similar ones side by side.`,
    draw: (width) => correlationMap(section, shown, width),
  };
}

/** Which class each feature marks, and what it adds to telling the classes apart. */
export function markersFigure(section: MarkersSection): Figure {
  return {
    name: section.title,
    label: `Means of ${count(section.features.length, "feature")} in ${count(section.classes.length, "class")}, with the class that each feature marks and its part of the separation.`,
    draw: (width) => markerMatrix(section, width),
  };
}

/** The most pictures that are named in words. */
const mostTitles = 12;

/** Grey pictures side by side. */
export function picturesFigure(section: PicturesSection): Figure {
  const { pictures, width, height, title } = section;
  const marked = pictures.reduce((sum, picture) => sum + (picture.marked?.length ?? 0), 0);
  const titles = pictures.slice(0, mostTitles).map((picture) => picture.title);
  return {
    name: title,
    label: `${count(pictures.length, "picture")} of ${width} by ${height} pixels: ${listed(titles)}${
      pictures.length > mostTitles ? " and others" : ""
    }.${marked > 0 ? ` Framed: ${count(marked, "pixel")}.` : ""}`,
    draw: (room) => pictureGrid(section, room),
  };
}

import { libraryWording, type Wording } from "../core/diagnostic.js";
import { wordNotice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { Path } from "../selectors/dfs/path.js";
import { version } from "../version.js";
import { shapeInWords } from "./data-section.js";
import { citationsOf, nameOf, plain } from "./methods-section.js";
import type { CurvesSection, NotesSection, PathSection, Report, Section, TableSection } from "./report.js";
import { folded, type Origin, repeatSection, type Timing, timingsSection } from "./run-sections.js";
import { brief, listed, sentence } from "./words.js";

/** Everything a person should see of a γ × p path, as data. */
export function pathReport(
  data: Dataset,
  result: Path,
  { timings = [], ...origin }: Origin & { readonly timings?: readonly Timing[] } = {},
): Report {
  const sections: (Section | null)[] = [
    notesOf(result, origin.wording),
    pathSection(result),
    supportSection(result),
    folded(pointsTable(result)),
    folded({
      kind: "methods",
      id: "methods",
      title: "For your methods section",
      paragraph: `${nameOf("dfs")} was fitted to ${data.source.name} (${shapeInWords(data)}) for ${plural(result.gammas.length, "value")} of γ from ${result.gammas[0]} to ${result.gammas.at(-1)} and p = ${listed(result.ps.map(String), 10)}, with l = ${result.l}, α = ${result.alpha} and scatter matrices as ${result.scatter}s, each fit starting from its better neighbour. All computations were done with Salience ${version}.`,
      citations: citationsOf(["dfs"]).map(plain),
    }),
    folded(repeatSection(origin)),
    folded(timingsSection(timings)),
  ];
  return {
    schema: "salience/report@2",
    title: `γ × p path of ${data.source.name}`,
    lead: leadOf(data, result),
    sections: sections.filter((section) => section !== null),
    command: origin.command ?? null,
    version,
  };
}

function leadOf(data: Dataset, { gammas, ps, points }: Path): string[] {
  const supports = points.map(({ support }) => support);
  const [least, most] = [Math.min(...supports), Math.max(...supports)];
  const lead = [
    `${plural(points.length, "fit")} of Discriminative Feature Selection to ${data.source.name} (${shapeInWords(data)}), over ${plural(gammas.length, "value")} of γ and ${plural(ps.length, "value")} of p, leave between ${least} and ${plural(most, "feature")}.`,
  ];
  const [sharp, flat] = [Math.min(...ps), Math.max(...ps)];
  if (sharp < flat) {
    const fewer = gammas.filter(
      (gamma) => at(points, gamma, sharp).support < at(points, gamma, flat).support,
    ).length;
    lead.push(
      `p = ${sharp} leaves fewer features than p = ${flat} at ${fewer} of ${plural(gammas.length, "value")} of γ.`,
    );
  }
  const steady = steadyFeatures(points);
  if (steady.length > 0)
    lead.push(
      `Among the ten strongest of every fit that has ten: ${listed(steady.map((j) => data.featureNames[j]))}.`,
    );
  return lead;
}

const at = (points: Path["points"], gamma: number, p: number) =>
  points.find((point) => point.gamma === gamma && point.p === p)!;

/** Features that are among the ten largest rows of every fit with at least ten features left. */
function steadyFeatures(points: Path["points"]): number[] {
  const tops = points
    .filter(({ support }) => support >= 10)
    .map(
      ({ norms }) =>
        new Set(
          Array.from(norms.keys())
            .sort((a, b) => norms[b] - norms[a] || a - b)
            .slice(0, 10),
        ),
    );
  if (tops.length < 2) return [];
  return [...tops[0]].filter((j) => tops.every((top) => top.has(j)));
}

function notesOf({ notices }: Path, wording: Wording = libraryWording): NotesSection | null {
  if (notices.length === 0) return null;
  return {
    kind: "notes",
    id: "warnings",
    title: "Fits that did not converge",
    tone: "warning",
    paragraphs: notices.map((one) => sentence(wordNotice(one, wording))),
  };
}

function pointsTable({ points }: Path): TableSection {
  return {
    kind: "table",
    id: "fits",
    title: "All fits",
    columns: [
      { title: "p", type: "number" },
      { title: "γ", type: "number" },
      { title: "features left", type: "number" },
      { title: "objective", type: "number" },
      { title: "steps", type: "number" },
      { title: "settled", type: "text" },
      { title: "begun at", type: "text" },
    ],
    rows: points.map(({ p, gamma, support, objective, iterations, converged, start }) => [
      p,
      gamma,
      support,
      Number(brief(objective, 6)),
      iterations,
      converged ? "yes" : "no",
      start === "warm" ? "a neighbour" : "nothing",
    ]),
  };
}

/** Features that are listed at each point. */
const mostTop = 20;

/** The γ × p grid with the strongest features of each fit. */
function pathSection({ gammas, ps, points, featureNames }: Path): PathSection {
  return {
    kind: "path",
    id: "path",
    title: "The γ × p grid",
    text: "Each cell is a fit. A larger γ leaves fewer features, and so does a smaller p; where the chart changes little, the choice of γ and p does not matter much. The features with the largest rows of each fit are listed with it.",
    gammas,
    ps,
    features: featureNames.length,
    points: points.map(({ gamma, p, support, objective, norms }) => ({
      gamma,
      p,
      support,
      objective,
      top: largest(norms, mostTop).map((j) => ({ name: featureNames[j], norm: norms[j] })),
    })),
  };
}

/** How many features are left along γ, a line for each p. */
function supportSection({ gammas, ps, points, featureNames }: Path): CurvesSection {
  return {
    kind: "curves",
    id: "support",
    title: "Features left along γ",
    text: "A feature remains if its row of the transformation is above a thousandth of the largest.",
    xTitle: "γ",
    yTitle: "features left",
    xScale: "log",
    facets: [
      {
        title: `of ${featureNames.length}`,
        series: ps.map((p) => ({
          label: `p = ${p}`,
          x: gammas,
          y: gammas.map((gamma) => points.find((at) => at.gamma === gamma && at.p === p)!.support),
        })),
      },
    ],
  };
}

/** The places of the largest positive values, largest first. */
function largest(values: Float64Array, count: number): number[] {
  return Array.from(values.keys())
    .filter((j) => values[j] > 0)
    .sort((a, b) => values[b] - values[a] || a - b)
    .slice(0, count);
}

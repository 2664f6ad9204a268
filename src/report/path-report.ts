import type { Dataset } from "../data/dataset.js";
import type { Path } from "../selectors/dfs/path.js";
import { version } from "../version.js";
import { shapeInWords } from "./data-section.js";
import { citationsOf, nameOf, plain } from "./methods-section.js";
import { pathSection, supportSection } from "./path-section.js";
import { importLine, type Origin, optionsCode, repeatSection } from "./repeat-section.js";
import type { NotesSection, Report, Section, TableSection } from "./report.js";
import { type Timing, timingsSection } from "./timings-section.js";
import { brief, listed, plural } from "./words.js";

/** Everything a person should see of a γ × p path, as data. */
export function pathReport(
  data: Dataset,
  result: Path,
  { timings = [], ...origin }: Origin & { readonly timings?: readonly Timing[] } = {},
): Report {
  const sections: (Section | null)[] = [
    notesOf(result),
    pathSection(result),
    supportSection(result),
    pointsTable(result),
    {
      kind: "methods",
      id: "methods",
      title: "For your methods section",
      paragraph: `${nameOf("dfs")} was fitted to ${data.source.name} (${shapeInWords(data)}) for ${plural(result.gammas.length, "value")} of γ from ${result.gammas[0]} to ${result.gammas.at(-1)} and p = ${listed(result.ps.map(String), 10)}, with l = ${result.l}, α = ${result.alpha} and scatter matrices as ${result.scatter}s, each fit starting from its better neighbour. All computations were done with Salience ${version}.`,
      citations: citationsOf(["dfs"]).map(plain),
    },
    repeatSection(origin, (opening) => codeOf(result, opening)),
    timingsSection(timings),
  ];
  return {
    schema: "salience/report@1",
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

function notesOf({ points }: Path): NotesSection | null {
  const ended = points.filter(({ converged }) => !converged);
  if (ended.length === 0) return null;
  return {
    kind: "notes",
    id: "warnings",
    title: "Fits that did not settle",
    tone: "warning",
    paragraphs: [
      `${plural(ended.length, "fit was", "fits were")} ended by the limit of steps: ${listed(
        ended.map(({ gamma, p }) => `γ = ${gamma}, p = ${p}`),
        8,
      )}. Their features may still change; raise --max-iterations.`,
    ],
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

function codeOf({ gammas, ps, l, alpha, scatter }: Path, opening: string): string {
  return [
    importLine(["path"], opening),
    "",
    `const data = ${opening};`,
    `const result = await path(data, ${optionsCode({ gammas, ps, l, alpha, scatter })});`,
    "console.log(result.points.map(({ gamma, p, support }) => [gamma, p, support]));",
    "",
  ].join("\n");
}

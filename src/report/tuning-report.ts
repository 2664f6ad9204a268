import { libraryWording } from "../core/diagnostic.js";
import { wordNotice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { MetricName } from "../evaluation/metrics.js";
import { spread } from "../evaluation/spread.js";
import { isForNumbers, metricText, metricTitles } from "../experiment/metric-choice.js";
import { marginText, optionsText, type TunedPoint } from "../experiment/tune/choose.js";
import type { Tuning } from "../experiment/tune.js";
import { describeSelector } from "../selectors/registry.js";
import { version } from "../version.js";
import { citationsOf, classifierInWords, foldsInWords, nameOf, plain } from "./methods-section.js";
import type {
  AccuracySection,
  MethodsSection,
  Report,
  Section,
  SurfacesSection,
  TableSection,
} from "./report.js";
import { folded, type Origin, repeatSection, type Timing, timingsSection } from "./run-sections.js";
import { listed, sentence } from "./words.js";

/** Sets of options that are drawn as lines at most; all of them are in the table. */
const mostLines = 6;

/** Everything a person should see of a tuning, as data. */
export function tuningReport(
  tuning: Tuning,
  { timings = [], ...origin }: Origin & { readonly timings?: readonly Timing[] } = {},
): Report {
  const { data, k, chosen, method, reasons, notices } = tuning;
  const told = notices.map((one) => wordNotice(one, origin.wording ?? libraryWording));
  const sections: (Section | null)[] = [
    tuningCurves(tuning),
    surface(tuning),
    {
      kind: "notes",
      id: "reasons",
      title: "Why this setting",
      tone: "plain",
      paragraphs: [...reasons, ...told].map(sentence),
    },
    folded(settingsTable(tuning)),
    folded(methods(tuning)),
    folded(repeatSection(origin)),
    folded(timingsSection(timings)),
  ];
  return {
    schema: "salience/report@2",
    title: `Tuning of ${method} on ${data.source}`,
    lead: [
      `Chosen for ${describeSelector(method).title} on ${data.source} (${plural(data.rows, "row")}, ${plural(data.features, "feature")}): k = ${k}, ${optionsText(chosen)}.`,
      ...reasons.slice(0, 2).map(sentence),
      "The same folds were used to choose and to measure the setting, so its score is a little too high. A comparison with tuning inside the training folds measures it on held-out rows.",
    ],
    sections: sections.filter((section) => section !== null),
    command: origin.command ?? null,
    version,
  };
}

const isChosen = ({ k, candidates, chosen }: Tuning, point: TunedPoint) =>
  point.k === k && candidates[point.candidate] === chosen;

/** The metric against k, a line for each set of options, the better ones where there are many. */
export function tuningCurves(tuning: Tuning): AccuracySection {
  const { results, candidates, metric, k } = tuning;
  const best = candidates.map((_, candidate) =>
    Math.max(...results.filter((point) => point.candidate === candidate).map(({ mean }) => mean)),
  );
  const { names, shared } = optionNames(candidates);
  const own = candidates.indexOf(tuning.chosen);
  const shown = [...candidates.keys()]
    .sort((a, b) => Number(b === own) - Number(a === own) || best[b] - best[a] || a - b)
    .slice(0, mostLines)
    .sort((a, b) => a - b);
  return {
    kind: "accuracy",
    id: "curves",
    title: `${sentence(metricTitles[metric]).slice(0, -1)} against k`,
    text: `Each point is the mean over the folds, the band one standard deviation. Selection and scaling see training rows only.${shown.length < candidates.length ? ` The chosen and the best ${shown.length - 1} of the other ${candidates.length - 1} sets of options are drawn.` : ""}${shared}`,
    metric: titleOf(metric),
    ...(isForNumbers(metric) && { format: "plain" as const }),
    series: shown.map((candidate) => ({
      label: names[candidate],
      protocol: "nested",
      points: results
        .filter((point) => point.candidate === candidate)
        .map(({ k: at, mean, folds }) => {
          const deviation = spread(folds).standardDeviation ?? 0;
          return {
            k: at,
            mean,
            low: Math.max(isForNumbers(metric) ? -Infinity : 0, mean - deviation),
            high: Math.min(1, mean + deviation),
          };
        }),
    })),
    cut: k,
  };
}

/** What tells sets of options apart; a value that all who name it share is said once, where it does not take the last word. */
function optionNames(candidates: Tuning["candidates"]): { names: string[]; shared: string } {
  const valuesOf = (name: string) => [
    ...new Set(candidates.flatMap((one) => (Object.hasOwn(one, name) ? [one[name]] : []))),
  ];
  const all = [...new Set(candidates.flatMap((one) => Object.keys(one)))];
  const common = all.filter((name) => valuesOf(name).length === 1);
  const briefly = candidates.map((one) =>
    optionsText(Object.fromEntries(Object.entries(one).filter(([name]) => !common.includes(name)))),
  );
  const told = new Set(briefly).size === candidates.length;
  if (common.length === 0 || !told) return { names: candidates.map(optionsText), shared: "" };
  const words = optionsText(Object.fromEntries(common.map((name) => [name, valuesOf(name)[0]])));
  return { names: briefly, shared: ` Names leave out what goes with the others: ${words}.` };
}

/** What the figures are; shares are shown in percent. */
const titleOf = (metric: MetricName) => `${metricTitles[metric]}${isForNumbers(metric) ? "" : " (%)"}`;

/** All settings at a glance; null where only one set of options was tried. */
function surface(tuning: Tuning): SurfacesSection | null {
  const { candidates, results, metric } = tuning;
  if (candidates.length < 2) return null;
  const { names, shared } = optionNames(candidates);
  const ks = [...new Set(results.map(({ k }) => k))].sort((a, b) => a - b);
  const at = new Map(results.map((point) => [`${point.candidate} ${point.k}`, point.mean]));
  return {
    kind: "surfaces",
    id: "surface",
    title: "All settings at a glance",
    text: `Where the colour hardly changes, the choice does not matter much.${shared}`,
    xTitle: "k",
    yTitle: "options",
    valueTitle: titleOf(metric),
    ...(!isForNumbers(metric) && { valueFormat: "percent" as const }),
    facets: [
      {
        title: tuning.data.source,
        x: ks,
        y: names,
        values: candidates.flatMap((_, candidate) => ks.map((k) => at.get(`${candidate} ${k}`) ?? null)),
      },
    ],
  };
}

function settingsTable(tuning: Tuning): TableSection {
  const { candidates, results, metric, threshold, best, rule } = tuning;
  const shown = isForNumbers(metric) ? { digits: 3 } : { digits: 2, format: "percent" as const };
  return {
    kind: "table",
    id: "settings",
    title: "All settings",
    text:
      rule === "one-se"
        ? `The simplest setting within ${marginText({ best, threshold })} of the best, which means ${metricText(metric, threshold)} or more, was chosen.`
        : "The setting with the largest mean was chosen.",
    columns: [
      { title: "options", type: "text" },
      { title: "k", type: "number" },
      { title: titleOf(metric), type: "number", ...shown },
      { title: "standard error", type: "number", ...shown },
      { title: "remark", type: "text" },
    ],
    rows: results.map((point) => [
      optionsText(candidates[point.candidate]),
      point.k,
      point.mean,
      point.standardError,
      [
        isChosen(tuning, point) ? "chosen" : "",
        point.k === best.k && point.candidate === best.candidate ? "best" : "",
        point.mean >= threshold ? "as good as the best" : "",
      ]
        .filter(Boolean)
        .join(", "),
    ]),
  };
}

function methods({
  method,
  k,
  chosen,
  classifier,
  folds,
  repeats,
  metric,
  rule,
  seed,
  candidates,
  results,
  rowGroupCount,
}: Tuning): MethodsSection {
  const ks = [...new Set(results.map((point) => point.k))].sort((a, b) => a - b);
  const tried = `${candidates.length > 1 ? `${candidates.length} sets of options and ` : ""}k = ${listed(ks.map(String), 30)}`;
  return {
    kind: "methods",
    id: "methods",
    title: "For your methods section",
    paragraph: `For ${nameOf(method)}, ${tried} were tried by cross-validation with ${foldsInWords(folds, rowGroupCount)}${repeats > 1 ? `, repeated ${repeats} times` : ""}, scaling, selection and ${classifierInWords(classifier)} being fitted on training samples only. By ${metricTitles[metric]} ${rule === "one-se" ? "and the one-standard-error rule" : "alone"}, k = ${k} (${optionsText(chosen)}) was chosen. All computations were done with Salience ${version} (random seed ${seed}).`,
    citations: citationsOf([method]).map(plain),
  };
}

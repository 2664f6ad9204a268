import { libraryWording, type Wording } from "../core/diagnostic.js";
import { wordNotice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Comparison } from "../experiment/comparison.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import { version } from "../version.js";
import { correctedTest, kunchevaIndex, selectionBias } from "./citations.js";
import { comparisonLead, visible } from "./comparison-lead.js";
import { curvesAtAGlance, overviewTable } from "./comparison-overview.js";
import { agreementSections, curveSections, curvesOf, stabilityCurves } from "./comparison-sections.js";
import { accuracyTable, ranksSection, summaryTable, testsSection } from "./comparison-tables.js";
import { costSection } from "./cost-section.js";
import {
  citationsOf,
  classifierInWords,
  costsInWords,
  foldsInWords,
  nameOf,
  plain,
} from "./methods-section.js";
import type { MethodsSection, NotesSection, Report, Section } from "./report.js";
import { folded, type Origin, repeatSection, type Timing, timingsSection } from "./run-sections.js";
import { listed, points, sentence } from "./words.js";

/** Everything a person should see of a comparison, as data. */
export function comparisonReport(
  comparison: Comparison,
  { timings = [], ...origin }: Origin & { readonly timings?: readonly Timing[] } = {},
): Report {
  const { datasets, results, methods } = comparison;
  // One data set is shown at once; of several the overview is, and each of them is behind its headings.
  const detail = (section: Section) => (datasets.length > 1 ? folded(section) : section);
  const perDataset = datasets.flatMap(({ name }, place): (Section | null)[] => [
    ...curveSections(comparison, name, place).map(detail),
    detail(summaryTable(comparison, name, place)),
    folded(accuracyTable(comparison, name, place)),
    ...agreementSections(comparison, name, place).map(folded),
  ]);
  const several = datasets.length > 1;
  const spent: Timing[] = datasets.flatMap(({ name }) =>
    methods.map(({ label }) => {
      const own = results.filter((entry) => entry.dataset === name && entry.label === label);
      const seconds = own.reduce((sum, entry) => sum + entry.seconds, 0) / Math.max(1, own.length);
      return { label, group: `one selection, ${name}`, seconds };
    }),
  );
  const sections: (Section | null)[] = [
    overviewTable(comparison),
    ranksSection(comparison),
    curvesAtAGlance(comparison),
    ...(several ? [testsSection(comparison), honestySection(comparison)] : [honestySection(comparison)]),
    ...(several ? [] : perDataset),
    costSection(
      datasets.map(({ name }) => ({ title: name, curves: curvesOf(comparison, name) })),
      comparison.metric,
    ),
    ...(several ? [] : [testsSection(comparison)]),
    stabilityCurves(comparison),
    ...(several ? perDataset : []),
    several ? folded(notesOf(comparison, origin.wording)) : notesOf(comparison, origin.wording),
    folded(methodsOf(comparison)),
    folded(repeatSection(origin)),
    folded(timingsSection([...timings, ...spent])),
  ];
  return {
    schema: "salience/report@2",
    title: `${plural(methods.length, "method")} on ${listed(
      datasets.map(({ name }) => name),
      3,
    )}`,
    lead: comparisonLead(comparison),
    sections: sections.filter((section) => section !== null),
    command: origin.command ?? null,
    version,
  };
}

/** Where both protocols were run: which of the two numbers to believe. */
function honestySection({ results, protocol, metric }: Comparison): NotesSection | null {
  const both = results.filter(({ nested, paper }) => nested !== null && paper !== null);
  const paragraphs: string[] = [];
  if (both.length > 0) {
    const gap = both.reduce((sum, { nested, paper }) => sum + paper! - nested!, 0) / both.length;
    const worst = both.reduce((most, entry) =>
      entry.paper! - entry.nested! > most.paper! - most.nested! ? entry : most,
    );
    paragraphs.push(
      `Nested figures are the ones to expect on new rows: features are chosen without the rows that are tested. The paper protocol chooses on all rows first, including the test rows. Here ${Math.abs(gap) < visible ? "the two agree on average; the largest gap is" : `it is ${points(Math.abs(gap))} points ${gap > 0 ? "higher" : "lower"} on average, and at most`} ${points(worst.paper! - worst.nested!)} (${worst.label}, k = ${worst.k}, ${worst.dataset}).`,
    );
  } else if (protocol === "paper")
    paragraphs.push(
      "These figures follow the paper protocol: features were chosen on all rows, including the test rows, so they are too high. The nested protocol, side by side with this one, shows by how much.",
    );
  if (results.some(({ permuted }) => permuted !== null))
    paragraphs.push(
      `The grey band is what the methods reach with permuted ${isForNumbers(metric) ? "targets" : "labels"}, nested: a figure inside it is no better than chance.`,
    );
  if (paragraphs.length === 0) return null;
  return { kind: "notes", id: "honesty", title: "Which number to believe", tone: "plain", paragraphs };
}

/** What methods were held against, for a paper. */
function baselineWords(baselines: NonNullable<Comparison["baselines"]>): string[] {
  const words = {
    all: "on all features",
    random: "on equally many features drawn at random, anew for every fold",
  };
  const there = [...new Set(baselines.map(({ baseline }) => baseline))];
  if (there.length === 0) return [];
  return [`As baselines, the same model was fitted ${listed(there.map((name) => words[name]))}.`];
}

function notesOf({ notices }: Comparison, wording: Wording = libraryWording): NotesSection | null {
  const paragraphs = notices.map((one) => sentence(wordNotice(one, wording)));
  if (paragraphs.length === 0) return null;
  return { kind: "notes", id: "remarks", title: "Good to know", tone: "plain", paragraphs };
}

function methodsOf({
  methods,
  datasets,
  folds,
  repeats,
  classifier,
  protocol,
  seed,
  results,
  metric,
  tests,
  costs,
  adjust,
  notices,
  baselines = [],
}: Comparison): MethodsSection {
  const named = [...new Set(methods.map(({ method }) => method))];
  const permutations = results.find(({ permuted }) => permuted)?.permuted?.permutations ?? 0;
  const split =
    folds === null
      ? "on separate test data"
      : folds === "leave-one-out"
        ? "by leaving one sample out at a time"
        : `by ${foldsInWords(folds, datasets[0].rowGroupCount)}`;
  const steps = [
    ...(notices.some(({ code }) => code === "missing-values") ? ["filling of missing values"] : []),
    ...(adjust ? [`adjusting for ${listed(adjust, 20)}`] : []),
  ];
  const inside =
    protocol === "nested"
      ? `${[...steps, "selection"].join(", ")} and scaling were repeated ${folds === null ? "on the training samples alone" : "inside every training fold"} (${selectionBias.short})`
      : "features were selected once on all samples, so accuracies are optimistic";
  const tested = tests.perDataset.length > 0;
  const repeated = results.some(({ stability }) => stability !== null);
  const paragraph = [
    `${listed(named.map(nameOf), 20)} were compared on ${listed(
      datasets.map(
        ({ name, rows, features, classes }) =>
          `${name} (${rows} samples, ${features} features, ${classes.length === 0 ? "a number to predict" : `${classes.length} classes`})`,
      ),
      20,
    )}.`,
    `${sentence(metricTitles[metric]).slice(0, -1)} was measured with ${classifierInWords(classifier)} ${split}${repeats > 1 ? `, repeated ${repeats} times` : ""}; ${inside}.`,
    ...(results.some(({ chosen }) => chosen !== undefined)
      ? [
          "The options of every method were chosen for each number of features by cross-validation inside the samples that the selection saw.",
        ]
      : []),
    ...(costs
      ? [`The cost of features was given (${costsInWords(costs)}) and weighed by the methods that can.`]
      : []),
    ...baselineWords(baselines),
    ...(permutations > 0
      ? [
          `The level of chance was estimated with ${permutations} random permutations of the ${isForNumbers(metric) ? "targets" : "labels"}.`,
        ]
      : []),
    ...(tested
      ? [
          `Differences between methods were tested with the corrected resampled t test (${correctedTest.short}) with Holm's correction.`,
        ]
      : []),
    ...(repeated ? [`Stability is Kuncheva's index (${kunchevaIndex.short}).`] : []),
    `All computations were done with Salience ${version} (random seed ${seed}).`,
  ];
  return {
    kind: "methods",
    id: "methods",
    title: "For your methods section",
    text: "Ready to paste; check it against what you did before and after this step.",
    paragraph: paragraph.join(" "),
    citations: [
      ...citationsOf(named),
      ...(protocol === "nested" ? [selectionBias] : []),
      ...(tested ? [correctedTest] : []),
      ...(repeated ? [kunchevaIndex] : []),
    ].map(plain),
  };
}

import { libraryWording, type Wording } from "../core/diagnostic.js";
import { wordNotice } from "../core/notice.js";
import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { StabilitySelection } from "../experiment/stability-selection.js";
import { describeSelector } from "../selectors/registry.js";
import { version } from "../version.js";
import { complementaryPairs, stabilitySelectionWork } from "./citations.js";
import { shapeInWords } from "./data-section.js";
import { citationsOf, nameOf, plain } from "./methods-section.js";
import type {
  Fact,
  MethodsSection,
  NotesSection,
  NumberFormat,
  RankingSection,
  Report,
  Section,
  StabilitySection,
} from "./report.js";
import { folded, type Origin, repeatSection, type Timing, timingsSection } from "./run-sections.js";
import { brief, listed, sentence } from "./words.js";

/** Features that have a bar at most; all are in the table. */
const mostBars = 60;

/** Everything a person should see of a stability selection, as data. */
export function stabilityReport(
  data: Dataset,
  result: StabilitySelection,
  { timings = [], ...origin }: Origin & { readonly timings?: readonly Timing[] } = {},
): Report {
  const { stable, threshold } = result;
  const sections: (Section | null)[] = [
    bars(result),
    notes(result, origin.wording),
    folded(table(data, result)),
    folded(methods(data, result)),
    folded(repeatSection(origin)),
    folded(timingsSection([...timings, { label: "one selection (mean)", seconds: result.selectSeconds }])),
  ];
  return {
    schema: "salience/report@2",
    title: `${plural(stable.length, "stable feature")} of ${data.source.name}`,
    lead: [
      stable.length > 0
        ? `${plural(stable.length, "feature is", "features are")} selected on at least ${brief(100 * threshold)} % of ${result.subsamples} random subsamples: ${listed(stable)}.`
        : `No feature is selected on ${brief(100 * threshold)} % of ${result.subsamples} random subsamples or more.`,
      boundInWords(result),
      `${describeSelector(result.method).title} selected ${brief(result.meanSelected)} of ${data.features} features on each subsample of ${plural(result.subsampleRows, "row")}.`,
    ],
    sections: sections.filter((section) => section !== null),
    command: origin.command ?? null,
    version,
  };
}

function boundInWords({ falseSelections: { bound, unimodalBound } }: StabilitySelection): string {
  if (bound === null)
    return "For subsamples of this size there is no bound on how many of them were selected by chance.";
  const sharper =
    unimodalBound === null ? "" : ` (${brief(unimodalBound)} under the milder assumption of one peak)`;
  return `At most ${brief(bound)} of them are expected to have been selected by chance${sharper}, if the assumptions below hold.`;
}

function bars({
  features,
  threshold,
  kuncheva,
  jaccard,
  falseSelections,
  stable,
}: StabilitySelection): StabilitySection {
  const shown = features.filter(({ frequency }) => frequency > 0).slice(0, mostBars);
  const facts: Fact[] = [{ label: "stable features", value: stable.length }];
  if (falseSelections.bound !== null)
    facts.push({
      label: "selected by chance, at most",
      value: falseSelections.bound,
      hint: "the expected number, by Meinshausen and Bühlmann's bound",
      tone: falseSelections.bound <= 1 ? "good" : "bad",
    });
  if (falseSelections.unimodalBound !== null)
    facts.push({
      label: "by the sharper bound",
      value: falseSelections.unimodalBound,
      hint: "Shah and Samworth's, for distributions with one peak",
    });
  if (kuncheva !== null)
    facts.push({
      label: "Kuncheva's index",
      value: kuncheva,
      hint: "1: the same features on every subsample; 0: as if drawn at random",
    });
  facts.push({
    label: "Jaccard index",
    value: jaccard,
    hint: "features that two subsamples share, as a fraction of those that either selected",
  });
  return {
    kind: "stability",
    id: "stability",
    title: "How often each feature is selected",
    text: `A feature at or above the line, ${brief(100 * threshold)} %, counts as stable.${shown.length < features.length ? ` The ${shown.length} most frequent are drawn; the table has all.` : ""}`,
    names: shown.map(({ name }) => name),
    frequencies: shown.map(({ frequency }) => frequency),
    threshold,
    facts,
  };
}

function table(
  { featureNames }: Dataset,
  { features, stable, kept, excluded }: StabilitySelection,
): RankingSection {
  const left = new Set(excluded);
  const others = featureNames.flatMap((name, index) => (left.has(name) ? [{ name, index }] : []));
  const column = (
    title: string,
    value: (feature: (typeof features)[number]) => number | null,
    format?: NumberFormat,
  ) => ({
    title,
    values: [...features.map(value), ...others.map(() => null)],
    ...(format && { format }),
  });
  return {
    kind: "ranking",
    id: "ranking",
    title: "All features",
    text: "Most frequent first. The interval is Wilson's at 95 %: the range for other subsamples of the same data.",
    names: [...features, ...others].map(({ name }) => name),
    indices: [...features, ...others].map(({ index }) => index),
    scores: [...features.map(({ frequency }) => frequency), ...others.map(() => null)],
    direction: "larger",
    scoreTitle: "selected (%)",
    scoreFormat: "percent",
    cut: stable.length,
    kept,
    excluded,
    columns: [
      column("low (%)", ({ low }) => low, "percent"),
      column("high (%)", ({ high }) => high, "percent"),
      column("mean rank", ({ meanRank }) => meanRank),
    ],
  };
}

function notes(
  { falseSelections, notices }: StabilitySelection,
  wording: Wording = libraryWording,
): NotesSection | null {
  const told = notices.map((one) => wordNotice(one, wording));
  const paragraphs = [...falseSelections.assumptions, ...told].map(sentence);
  if (paragraphs.length === 0) return null;
  return { kind: "notes", id: "remarks", title: "Assumptions of the bound", tone: "plain", paragraphs };
}

function methods(data: Dataset, result: StabilitySelection): MethodsSection {
  const { method, k, subsamples, subsampleRows, complementary, threshold, seed, selectOn } = result;
  const pairs = complementary ? `, in complementary pairs (${complementaryPairs.short})` : "";
  return {
    kind: "methods",
    id: "methods",
    title: "For your methods section",
    paragraph: `Stability selection (${stabilitySelectionWork.short}) was run on ${data.source.name} (${shapeInWords(data)}): ${nameOf(method)} selected ${k} features on each of ${subsamples} random subsamples of ${subsampleRows} samples${pairs}${selectOn === "scaled" ? ", standardised on the subsample" : ""}. Features selected on at least ${brief(100 * threshold)} % of them were kept. All computations were done with Salience ${version} (random seed ${seed}).`,
    citations: [
      ...citationsOf([method]),
      stabilitySelectionWork,
      ...(complementary ? [complementaryPairs] : []),
    ].map(plain),
  };
}

import type { Comparison } from "../experiment/comparison.js";
import { isForNumbers, metricTitles } from "../experiment/metric-choice.js";
import { accuracySection, type MeasuredCurve, spreadAt, tradeoffSection } from "./accuracy-section.js";
import type { CurvesSection, Section } from "./report.js";

/** Up to so many methods have both protocols in one chart. */
const fewMethods = 3;

/** Accuracy against k and against redundancy on one data set. */
export function curveSections(comparison: Comparison, name: string, place: number): Section[] {
  const curves = curvesOf(comparison, name);
  const protocols = (["nested", "paper"] as const).filter((protocol) =>
    curves.some(({ figures }) => figures.some((at) => at[protocol] !== null)),
  );
  const charts = curves.length <= fewMethods ? [protocols] : protocols.map((protocol) => [protocol]);
  // Only of plain accuracy it is known what always naming the largest class would reach.
  const baselines = baselineLines(comparison, name);
  const majority = comparison.metric === "accuracy" ? majorityOf(comparison, name) : null;
  return [
    ...charts.map((shown) =>
      accuracySection(shown.includes("nested") ? curves : curves.map(withoutChance), {
        id: `accuracy-${shown.length > 1 ? "" : `${shown[0]}-`}${place + 1}`,
        title: `${name}: ${metricTitles[comparison.metric]} against k${shown.length > 1 ? "" : `, ${shown[0]} protocol`}`,
        text:
          shown.includes("paper") && shown.length === 1
            ? "Features were chosen on all rows, so these accuracies are too high; they are shown for comparison with published figures."
            : "Bands are one standard deviation over the folds. Training sets of folds overlap, so two bands that touch say little; the tests below do.",
        protocols: shown,
        metric: comparison.metric,
        ...(majority !== null && { majority }),
        ...(baselines.length > 0 && { baselines }),
      }),
    ),
    ...(curves[0].figures.length > 1 && !isForNumbers(comparison.metric)
      ? [
          tradeoffSection(curves, {
            id: `tradeoff-${place + 1}`,
            title: `${name}: accuracy and redundancy`,
            text: "Redundancy is the mean |correlation| of two selected features (0 to 1). Up and to the left is better.",
          }),
        ]
      : []),
  ];
}

/** All features as a level, random ones as a line. */
function baselineLines({ baselines = [], metric }: Comparison, name: string) {
  const own = baselines.filter(({ dataset, nested }) => dataset === name && nested !== null);
  return [...new Set(own.map(({ label }) => label))].map((label) => {
    const figures = own.filter((one) => one.label === label);
    return figures[0].baseline === "all"
      ? { label, level: figures[0].nested! }
      : {
          label,
          points: figures.flatMap(({ k, nested, nestedStd }) =>
            spreadAt(k, nested, nestedStd, isForNumbers(metric)),
          ),
        };
  });
}

/** What methods share of their features on one data set, for one k in the middle. */
export function agreementSections(
  { agreement, methods }: Comparison,
  name: string,
  place: number,
): Section[] {
  const own = agreement.filter(({ dataset }) => dataset === name);
  if (methods.length < 2 || own.length === 0) return [];
  const { k, overlaps } = own[Math.floor(own.length / 2)];
  return [
    {
      kind: "agreement",
      id: `agreement-${place + 1}`,
      title: `${name}: do the methods agree?`,
      text: `The fraction of the best ${k} features that two methods share, averaged over the folds: 1 means the same features, 0 none in common. Methods that agree little can still predict equally well, with features that replace each other.`,
      methods: methods.map(({ label }) => label),
      k,
      overlaps,
    },
  ];
}

/** Kuncheva's index against k, a chart for each data set; null where there was one selection only. */
export function stabilityCurves(comparison: Comparison): CurvesSection | null {
  const { datasets, methods, results } = comparison;
  const known = results.filter(({ stability }) => stability !== null);
  if (known.length === 0) return null;
  return {
    kind: "curves",
    id: "stability",
    title: "How stable the choices are",
    text: "Kuncheva's index over the folds: 1 if every fold selects the same features, 0 if they agree only as much as random draws.",
    xTitle: "k",
    yTitle: "Kuncheva's index",
    facets: datasets.map(({ name }) => ({
      title: name,
      series: methods.map(({ label }) => {
        const own = results.filter((entry) => entry.dataset === name && entry.label === label);
        return { label, x: own.map(({ k }) => k), y: own.map(({ stability }) => stability) };
      }),
    })),
  };
}

/** The figures of all methods on one data set. */
export function curvesOf({ methods, results }: Comparison, name: string) {
  return methods.map(({ label }) => ({
    label,
    figures: results.filter((entry) => entry.dataset === name && entry.label === label),
  }));
}

const withoutChance = ({ label, figures }: MeasuredCurve): MeasuredCurve => ({
  label,
  figures: figures.map((at) => ({ ...at, permuted: null })),
});

/** From the confusion of any method: its rows are the true classes. Repeats count all rows equally often. */
function majorityOf({ results }: Comparison, name: string): number | null {
  const any = results.find(({ dataset }) => dataset === name);
  if (!any?.confusion) return null;
  const sizes = any.confusion.map((row) => Array.from(row).reduce((sum, count) => sum + count, 0));
  return Math.max(...sizes) / sizes.reduce((sum, size) => sum + size, 0);
}

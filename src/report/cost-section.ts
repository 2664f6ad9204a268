import type { MetricName } from "../evaluation/metrics.js";
import { type FoldMetrics, isShare, metricOf, metricTitles } from "../experiment/metric-choice.js";
import type { CurvesSection } from "./report.js";
import { capital } from "./words.js";

/** What features cost and predict, each k a point. */
interface CostedAtK extends FoldMetrics {
  readonly cost?: number;
}

/** A data set with the figures of its methods. */
interface CostedDataset {
  readonly title: string;
  readonly curves: readonly { readonly label: string; readonly figures: readonly CostedAtK[] }[];
}

/** What is predicted against what the features cost, a chart for each data set; null where nothing has a cost. */
export function costSection(datasets: readonly CostedDataset[], metric: MetricName): CurvesSection | null {
  const costed = datasets.some(({ curves }) =>
    curves.some(({ figures }) => figures.some(({ cost }) => cost !== undefined)),
  );
  if (!costed) return null;
  const title = metricTitles[metric];
  return {
    kind: "curves",
    id: "cost",
    title: `${capital(title)} against cost`,
    text: "Each point is a number of features: what those that were selected cost together, the mean over the folds, and what they predict on held-out rows. Up and to the left is better.",
    xTitle: "cost of the selected features",
    yTitle: isShare(metric) ? `${title} (%)` : title,
    ...(isShare(metric) && { yFormat: "percent" }),
    facets: datasets.map(({ title: name, curves }) => ({
      title: name,
      series: curves.map(({ label, figures }) => {
        const points = figures
          .flatMap((at) => (at.cost === undefined ? [] : [{ x: at.cost, y: metricOf(at, metric) }]))
          .sort((a, b) => a.x - b.x);
        return { label, x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
      }),
    })),
  };
}

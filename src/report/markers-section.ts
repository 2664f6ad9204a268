import { plural } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { denseColumns } from "../evaluation/unit-columns.js";
import type { Selection } from "../selectors/select.js";
import type { MarkersSection } from "./report.js";

/** Features and classes that are shown at most. */
const mostFeatures = 60;
const mostClasses = 40;

/** Numbers of one feature over the classes. */
interface Profile {
  readonly name: string;
  /** Class means in standard deviations inside the classes, less their mean over the classes. */
  readonly means: readonly number[];
}

/**
 * What each picked feature is for, class by class. Distances between class means are in standard deviations inside the classes
 * (pooled), so that features can be compared; every class counts the same, however many rows it has. Null without classes, and
 * where no picked feature is a number.
 */
export function markersSection(data: Dataset, selection: Selection): MarkersSection | null {
  const labels = data.targets ? null : data.labels;
  if (!labels || labels.classes.length < 2) return null;
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const numeric = picked.filter((column) => !data.categories?.[column]);
  const columns = numeric.slice(0, mostFeatures);
  if (columns.length === 0) return null;
  const classes = labels.classes.slice(0, mostClasses);
  const values = denseColumns(data, columns);
  const profiles = columns.map((column, j) => ({
    name: data.featureNames[column],
    means: standardMeans(
      Array.from({ length: data.rows }, (_, row) => values.get(row, j)),
      labels.codes,
      classes.length,
    ),
  }));
  const pairs = classes.flatMap((_, a) => classes.slice(a + 1).map((_, next) => [a, a + 1 + next] as const));
  const apart = ({ means }: Profile, [a, b]: readonly [number, number]) =>
    (means[a] - means[b]) * (means[a] - means[b]);
  const totals = pairs.map((pair) => profiles.reduce((sum, profile) => sum + apart(profile, pair), 0));
  const whole = totals.reduce((sum, total) => sum + total, 0);
  const features = profiles.map((profile) => {
    const shares = pairs.map((pair, at) => (totals[at] > 0 ? apart(profile, pair) / totals[at] : 0));
    const best = shares.reduce((top, share, at) => (share > shares[top] ? at : top), 0);
    return {
      ...profile,
      means: profile.means.map((mean) => Number(mean.toFixed(3))),
      ...markOf(profile.means),
      share: whole > 0 ? pairs.reduce((sum, pair) => sum + apart(profile, pair), 0) / whole : 0,
      pair: pairs[best],
      pairShare: shares[best],
    };
  });
  return {
    kind: "markers",
    id: "markers",
    title: "What each feature is for",
    text: [
      "Colour is the mean of a class above or below the mean of all classes, in standard deviations inside the classes. A dot is in the class that the feature marks: the one farthest from all others. The bar is the part of the squared distances between all pairs of class means that the feature carries. Features stand class by class.",
      ...(classes.length < labels.classes.length
        ? [`The first ${classes.length} of ${labels.classes.length} classes are shown.`]
        : []),
      ...(columns.length < numeric.length
        ? [`The first ${columns.length} of ${plural(numeric.length, "feature")} are shown.`]
        : []),
      ...(numeric.length < picked.length
        ? [
            `${plural(picked.length - numeric.length, "selected category is", "selected categories are")} not among them.`,
          ]
        : []),
    ].join(" "),
    classes,
    // The strongest marker of a class first; of equal ones the better ranked.
    features: features
      .map((feature, rank) => ({ feature, rank }))
      .sort(
        (a, b) =>
          a.feature.marks - b.feature.marks ||
          Math.abs(b.feature.gap) - Math.abs(a.feature.gap) ||
          a.rank - b.rank,
      )
      .map(({ feature }) => feature),
  };
}

/** Class means less their mean, in pooled deviations inside the classes; all 0 where nothing varies. */
function standardMeans(given: readonly number[], codes: Int32Array, classes: number): number[] {
  // In units of the largest, so that no square is too large or too small.
  const largest =
    given.reduce((most, x) => (Number.isFinite(x) ? Math.max(most, Math.abs(x)) : most), 0) || 1;
  const values = given.map((x) => x / largest);
  const sums = new Float64Array(classes);
  const counts = new Float64Array(classes);
  values.forEach((x, row) => {
    if (!Number.isFinite(x) || codes[row] >= classes) return;
    sums[codes[row]] += x;
    counts[codes[row]]++;
  });
  const seen = Array.from(counts.keys()).filter((code) => counts[code] > 0);
  const means = Array.from(sums, (sum, code) => (counts[code] > 0 ? sum / counts[code] : Number.NaN));
  const centre = seen.reduce((sum, code) => sum + means[code], 0) / Math.max(1, seen.length);
  let [squares, freedom] = [0, -seen.length];
  values.forEach((x, row) => {
    if (!Number.isFinite(x) || codes[row] >= classes) return;
    squares += (x - means[codes[row]]) * (x - means[codes[row]]);
    freedom++;
  });
  const within = Math.sqrt(squares / Math.max(1, freedom));
  // Classes without any spread are as far apart as can be said: in units of the spread of their means.
  const spread = Math.sqrt(
    seen.reduce((sum, code) => sum + (means[code] - centre) * (means[code] - centre), 0) /
      Math.max(1, seen.length),
  );
  const unit = within || spread || 1;
  return means.map((mean) => (Number.isNaN(mean) ? 0 : (mean - centre) / unit));
}

/** The class that lies farthest from its nearest other, which can only be the lowest or the highest. */
function markOf(means: readonly number[]): { marks: number; gap: number } {
  const order = means.map((_, code) => code).sort((a, b) => means[a] - means[b] || a - b);
  const [lowest, second] = order;
  const [highest, runner] = [order[order.length - 1], order[order.length - 2]];
  const [below, above] = [means[second] - means[lowest], means[highest] - means[runner]];
  const isHigh = above >= below;
  return { marks: isHigh ? highest : lowest, gap: Number((isHigh ? above : -below).toFixed(3)) };
}

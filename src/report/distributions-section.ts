import type { Dataset } from "../data/dataset.js";
import { quantile } from "../evaluation/chance.js";
import type { Selection } from "../selectors/select.js";
import type { DistributionsSection } from "./report.js";
import { denseColumns } from "./unit-columns.js";

/** Features and classes that are shown at most. */
const mostFeatures = 24;
const mostClasses = 40;

/** Quartiles of the best features inside every class; over all rows where there are no classes. */
export function distributionsSection(data: Dataset, selection: Selection): DistributionsSection {
  const shown = Math.min(selection.features.length, mostFeatures);
  const columns = Array.from(selection.ranking.subarray(0, shown));
  const values = denseColumns(data, columns);
  const { labels } = data;
  const classes = labels ? labels.classes.slice(0, mostClasses) : ["all rows"];
  const rowsOf = classes.map((_, code) =>
    Array.from({ length: data.rows }, (_, row) => row).filter((row) => !labels || labels.codes[row] === code),
  );
  const left =
    labels && labels.classes.length > mostClasses ? ` The first ${mostClasses} classes are shown.` : "";
  return {
    kind: "distributions",
    id: "distributions",
    title: labels ? "The selected features in each class" : "The selected features",
    text: `Each box holds the middle half of the rows${labels ? " of a class" : ""}, its line is the median, the whiskers reach from the smallest to the largest value. A feature that separates classes has boxes that do not overlap; some features only do so together.${shown < selection.features.length ? ` The first ${shown} of ${selection.features.length} selected features are shown.` : ""}${left}`,
    classes,
    features: columns.map((column, j) => ({
      name: data.featureNames[column],
      quartiles: rowsOf.map((rows) =>
        rows.length === 0 ? null : fiveNumbers(rows.map((row) => values.get(row, j))),
      ),
    })),
  };
}

/** Minimum, lower quartile, median, upper quartile, maximum. */
function fiveNumbers(values: readonly number[]): [number, number, number, number, number] {
  const at = (share: number) => quantile(values, share);
  return [at(0), at(0.25), at(0.5), at(0.75), at(1)];
}

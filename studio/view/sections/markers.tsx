import { useMemo } from "preact/hooks";
import type { MarkersSection } from "../../../src/report/report.js";
import { markersFigure } from "../figures/feature-figures.js";
import { Chart } from "../parts/chart.js";
import { tableOf } from "../parts/csv.js";
import { FeatureName } from "../parts/feature-focus.js";
import { FeaturePanel } from "../parts/feature-panel.js";
import { formatNumber, formatShare } from "../parts/format.js";

/** A class is listed with so many of its markers. */
const mostListed = 8;

/** Which class each feature marks, and what it adds to telling the classes apart. */
export function Markers({ section }: { readonly section: MarkersSection }) {
  const { classes, features } = section;
  const figure = useMemo(() => markersFigure(section), [section]);
  const table = useMemo(
    () =>
      tableOf(
        [
          { title: "Feature", type: "text" },
          { title: "marks", type: "text" },
          { title: "from the nearest other class", type: "number", digits: 2, signed: true },
          { title: "separation (%)", type: "number", digits: 1 },
          { title: "most of the pair", type: "text" },
          ...classes.map((title) => ({
            ...{ title, type: "number" as const, digits: 2, signed: true },
            group: "class mean",
          })),
        ],
        features.map(({ name, marks, gap, share, pair, pairShare, means }) => [
          name,
          classes[marks],
          gap,
          100 * share,
          `${classes[pair[0]]} and ${classes[pair[1]]} (${formatShare(pairShare)})`,
          ...means,
        ]),
      ),
    [classes, features],
  );
  const unmarked = classes.filter((_, code) =>
    features.every(({ marks, gap }) => marks !== code || gap === 0),
  );
  return (
    <>
      <div class="sal-columns">
        <Chart {...figure} table={table} />
        <div>
          <h3>Class by class</h3>
          <dl class="sal-markers">
            {classes.map((name, code) => {
              const own = features.filter(({ marks, gap }) => marks === code && gap !== 0);
              return own.length === 0 ? null : (
                <div key={name}>
                  <dt>{name}</dt>
                  <dd>
                    {own.slice(0, mostListed).map(({ name: feature, gap }, at) => (
                      <span key={feature}>
                        {at > 0 && ", "}
                        <FeatureName name={feature} /> {gap > 0 ? "high" : "low"} (
                        {formatNumber(Math.abs(gap), { digits: 1 })})
                      </span>
                    ))}
                    {own.length > mostListed && ` and ${own.length - mostListed} more`}
                  </dd>
                </div>
              );
            })}
          </dl>
          {unmarked.length > 0 && (
            <p class="sal-quiet">
              No feature marks {unmarked.join(", ")} alone: {unmarked.length === 1 ? "it is" : "they are"}{" "}
              told apart by several together.
            </p>
          )}
        </div>
      </div>
      <FeaturePanel />
    </>
  );
}

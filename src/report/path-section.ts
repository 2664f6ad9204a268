import type { Path } from "../selectors/dfs/path.js";
import type { CurvesSection, PathSection } from "./report.js";

/** Features that are listed at each point. */
const mostTop = 20;

/** The γ × p grid with the strongest features of each fit. */
export function pathSection({ gammas, ps, points, featureNames }: Path): PathSection {
  return {
    kind: "path",
    id: "path",
    title: "The γ × p grid",
    text: "Each cell is a fit. A larger γ leaves fewer features, and so does a smaller p; where the picture changes little, the choice of γ and p does not matter much. The features with the largest rows of each fit are listed with it.",
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
export function supportSection({ gammas, ps, points, featureNames }: Path): CurvesSection {
  return {
    kind: "curves",
    id: "support",
    title: "Features left along γ",
    text: "A feature is left where its row of the transformation is above a thousandth of the largest.",
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

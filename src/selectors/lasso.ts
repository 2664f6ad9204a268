import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import type { OpenedRows } from "./lasso/open-rows.js";
import { type LassoOptions, lassoOptions } from "./lasso/options.js";
import { fitPath } from "./lasso/path.js";
import { scoresOf } from "./lasso/scores.js";
import { startPath } from "./lasso/start.js";
import { withRowLimit } from "./row-limit.js";
import { methodWarning } from "./selector.js";

/** Logistic regression, or least squares for a number to predict, along a path of penalties on the size of coefficients. */
export const lasso = withRowLimit({
  name: "lasso",
  title: "Lasso and elastic net",
  summary:
    "The penalty, as a part of the largest, at which a feature enters a penalised logistic regression (least squares for a number to predict): those that enter first are best.",
  citation:
    "J. Friedman, T. Hastie, R. Tibshirani: Regularization Paths for Generalized Linear Models via Coordinate Descent. Journal of Statistical Software 33(1), 2010.",
  citedAs: "Friedman et al., 2010",
  bibtex: bibtexEntry("article", "friedman2010regularization", {
    author: "Friedman, J. and Hastie, T. and Tibshirani, R.",
    title: "Regularization Paths for Generalized Linear Models via Coordinate Descent",
    journal: "Journal of Statistical Software",
    volume: "33",
    number: "1",
    pages: "1--22",
    year: "2010",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  weighsCosts: true,
  categories: "parts",
  weighsBlocks: true,
  options: lassoOptions,
  candidates: [{ l1Ratio: 0.5 }, { l1Ratio: 0.1 }],
  cost: ({ rows: n, features: d, classes, k }) => {
    const outputs = classes > 2 ? classes : 1;
    // The path ends when k features have entered; about as many are tried in vain.
    const active = Math.min(n, d, 2 * k);
    return {
      scalar: 20 * n * d + 1000 * n * outputs + 400 * d * (outputs + 5),
      matrix: 20 * n * d * outputs + 100 * 9 * 4 * n * active * outputs,
      bytes: 8 * (2 * n * d + 10 * d * outputs + 6 * n * outputs),
    };
  },
  async score(data, options, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const { opened, fit, slopes, rules } = startPath(kernels, workspace, data, options, context);
      await context.progress(0);
      const path = await fitPath(fit, slopes, rules, context.progress);
      return {
        ...scoresOf(path, opened, fit, data.features, options.l1Ratio),
        definition: describe(data, options, fit.model.slopes.rows, opened),
        certificate: {
          converged: path.converged,
          stationarity: path.stationarity,
          lambdaMax: path.lambdas[0],
          lambda: path.lambdas[path.lambdas.length - 1],
          explained: path.explained[path.explained.length - 1],
        },
        ...(!path.converged && { notices: [notConverged] }),
      };
    } finally {
      workspace.release();
    }
  },
});

/** Which of the ways that the method is understood was taken. */
function describe(data: Dataset, { l1Ratio }: LassoOptions, outputs: number, { units }: OpenedRows): string {
  const loss = data.targets
    ? "least squares"
    : outputs === 1
      ? "binomial logistic regression"
      : "multinomial logistic regression, the coefficients of a feature for all classes penalised together";
  const groups = units.some(({ features }) => features.length > 1)
    ? ", categories and groups as a whole"
    : "";
  return `${loss}, ${l1Ratio === 1 ? "lasso" : `elastic net with an ℓ1 part of ${l1Ratio}`}${groups}; ranked by entry along the path`;
}

const notConverged = methodWarning("a fit was stopped before its optimum", [
  { action: "let the path end at a larger penalty", option: "lambdaMinRatio" },
  { action: "allow more steps", option: "maxIterations" },
]);

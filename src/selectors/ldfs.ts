import { bibtexEntry } from "../core/text.js";
import { log } from "../numeric/math.js";
import { CountedWork, openingSamples } from "./counted-work.js";
import { overAllFeatures } from "./dfs/score.js";
import { fewDirections } from "./ldfs/criterion.js";
import { ldfsOptions } from "./ldfs/options.js";
import { prepare } from "./ldfs/prepare.js";
import { scoreRows } from "./ldfs/score.js";
import { withRowLimit } from "./row-limit.js";

/** Linear Discriminant Feature Selection: discriminant analysis with an ℓ∞,1 penalty on the rows of its transformation. */
export const ldfs = withRowLimit({
  name: "ldfs",
  title: "Linear Discriminant Feature Selection",
  summary:
    "Largest entries of the rows of A, as parts of the largest, on the way to minimising −tr((AᵀSwA)⁻¹AᵀSbA) + γ·Σ‖aⁱ‖_∞.",
  citation:
    "M. Masaeli, G. Fung, J. G. Dy: From Transformation-Based Dimensionality Reduction to Feature Selection. ICML 2010.",
  citedAs: "Masaeli et al., 2010",
  bibtex: bibtexEntry("inproceedings", "masaeli2010transformation", {
    author: "Masaeli, M. and Fung, G. and Dy, J. G.",
    title: "From Transformation-Based Dimensionality Reduction to Feature Selection",
    booktitle: "Proceedings of the 27th International Conference on Machine Learning (ICML)",
    year: "2010",
  }),
  supervised: true,
  direction: "larger",
  categories: "parts",
  weighsBlocks: true,
  options: ldfsOptions,
  // Without gamma it is raised until k rows are left, so there is none to choose.
  candidates: [{ variant: "normalised" }, { alpha: 1 }],
  dependsOnK: ({ gamma }) => gamma === null,
  cost: ({ rows: n, features: d, classes, k }, options) => {
    const most = Math.max(1, options.l ?? Math.floor(k / 2));
    const l = Math.max(1, Math.min(most, classes - 1));
    // On fifteen data sets, raising γ took between 482 and 2835 steps: more with more directions, fewer with few samples.
    const raising = (1000 + 150 * l) * Math.max(0.5, 1 - 0.06 * log(d / n));
    const steps = options.gamma === null ? raising : Math.min(options.maxIterations, raising / 4);
    const work = openingSamples(new CountedWork(), n, d).loops(steps * d * (90 + 40 * l));
    const sides = n < d ? [n, n] : [d];
    if (n >= d) work.gram(d, n);
    for (const side of sides)
      if (l > fewDirections) work.product(l, d, side, steps);
      else work.vectorProduct(side, d, l * steps);
    work
      .product(l, d, l, 2 * steps)
      .product(l, d, classes, 2 * steps)
      .product(l, l, l, 6 * steps);
    return work.cost(8 * (n * d + 12 * d * l + 3 * d * classes + Math.min(2 * d * d, 2 * n * n)));
  },
  async score(data, options, context) {
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      // A has at least as many rows as directions, so l may not exceed k where k rows are to be left.
      const wanted = context.blocks?.wanted ?? context.k;
      const most = options.l === null ? Math.max(1, Math.floor(wanted / 2)) : wanted;
      const limit = options.gamma === null ? most : data.features;
      const pause = () => context.progress(0);
      await pause();
      const prepared = await prepare(kernels, workspace, data, options, limit, pause, context);
      await pause();
      return overAllFeatures(await scoreRows(prepared, options, context), prepared, data.featureNames);
    } finally {
      workspace.release();
    }
  },
});

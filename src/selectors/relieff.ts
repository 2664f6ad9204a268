import { bibtexEntry } from "../core/text.js";
import { needsPreparation } from "../models/preparation.js";
import { CountedWork, openingSamples } from "./counted-work.js";
import { Contributions } from "./relieff/contributions.js";
import { distanceBytes } from "./relieff/distances.js";
import { openMixedSamples } from "./relieff/mixed-samples.js";
import { relieffOptions } from "./relieff/options.js";
import { regressionRulesOf, runRegression } from "./relieff/regression.js";
import { rulesOf } from "./relieff/rules.js";
import { planSamples, runRelieff } from "./relieff/run.js";
import { openScaledSamples } from "./relieff/scaled-samples.js";
import { withRowLimit } from "./row-limit.js";

/** The part of the work that is told as progress while the data is copied. */
const copying = 0.05;

/**
 * ReliefF: whether a feature differs more between a sample and its neighbours of other classes than of its own. For a
 * number to predict, RReliefF: whether it differs more between neighbours whose targets differ.
 */
export const relieff = withRowLimit({
  name: "relieff",
  title: "ReliefF",
  summary:
    "How much a feature differs between a sample and its nearest neighbours of other classes, less how much it differs to those of its own class; from −1 to 1, mean over the samples.",
  citation:
    "M. Robnik-Šikonja, I. Kononenko: Theoretical and Empirical Analysis of ReliefF and RReliefF. Machine Learning 53, 23–69, 2003.",
  citedAs: "Robnik-Šikonja and Kononenko, 2003",
  bibtex: bibtexEntry("article", "robnik2003theoretical", {
    author: "Robnik-{\\v S}ikonja, M. and Kononenko, I.",
    title: "Theoretical and Empirical Analysis of {ReliefF} and {RReliefF}",
    journal: "Machine Learning",
    volume: "53",
    pages: "23--69",
    year: "2003",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  anytime: true,
  categories: "levels",
  missing: "native",
  options: relieffOptions,
  candidates: [{ neighbours: 3 }, { neighbours: 30 }],
  dependsOnK: ({ confidence }) => confidence !== null,
  cost: ({ rows: n, features: d, classes }, { neighbours, samples, confidence }) => {
    const near = Math.min(n, neighbours * classes);
    const looked = Math.min(n, samples ?? n);
    // Where all distances are kept, each is computed once for two samples, 256 samples at a time.
    const keepsAll = samples === null && confidence === null && distanceBytes(n, 256) === 8 * n * n;
    return (
      openingSamples(new CountedWork(), n, d)
        .loops(10 * looked * n)
        .distances(looked, keepsAll ? Math.min(n, n / 2 + 128) : n, d)
        // What a neighbour adds takes two steps: it is read where it happens to lie.
        .distances(looked, 2 * near, d)
        .cost(8 * (n * d + 256 * (d + 2 * near) + 6 * d) + distanceBytes(n, 256))
    );
  },
  async score(data, options, context) {
    const ofNumbers = data.targets ? regressionRulesOf(options) : rulesOf(options);
    const levels = data.categories ? ", different levels 1 apart" : "";
    const rules = { ...ofNumbers, definition: ofNumbers.definition + levels };
    const kernels = await context.kernels();
    const workspace = kernels.workspace();
    try {
      const samples = needsPreparation(data)
        ? openMixedSamples(workspace, data, rules)
        : await openScaledSamples(workspace, data, rules, (part) => context.progress(copying * part));
      if (data.targets)
        return await runRegression(kernels, workspace, samples, data.targets, rules, options, {
          ...context,
          progress: (part) => context.progress(copying + (1 - copying) * part),
        });
      const plan = planSamples(data.rows, options, context);
      const contributions = new Contributions(kernels, workspace, samples, data.labels!, rules, plan.inOrder);
      return await runRelieff(contributions, plan, rules, options, {
        ...context,
        progress: (part) => context.progress(copying + (1 - copying) * part),
      });
    } finally {
      workspace.release();
    }
  },
});

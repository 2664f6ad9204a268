import { bibtexEntry } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { type Correlation, regressionF, targetCorrelations } from "../evaluation/correlation.js";
import { type ClassWeight, classWeightOption } from "../models/class-weight.js";
import { chiSquareOfFreedom } from "../numeric/distributions.js";
import { CountedWork } from "./counted-work.js";
import { classScatters, type FeatureScatters, momentScatters, overParts } from "./feature-scatter.js";
import { partsTogether } from "./parts.js";
import { defineSelector, type Scored, type SelectorContext } from "./selector.js";
import { scoreByBlocks } from "./wide/score-by-blocks.js";

/**
 * Fisher score: how far the class means of a feature lie apart, measured by the spread inside the classes. For a number to
 * predict, F of the regression on the feature, which is what the score becomes with the degrees of freedom.
 */
export const fisher = defineSelector({
  name: "fisher",
  title: "Fisher score",
  summary:
    "Scatter between the classes over scatter inside them, Σ n_k(μ_kj − μ_j)² / Σ n_kσ²_kj, one feature at a time.",
  citation:
    "R. O. Duda, P. E. Hart, D. G. Stork: Pattern Classification, 2nd edition, Wiley 2001, section 3.8.",
  citedAs: "Duda et al., 2001",
  bibtex: bibtexEntry("book", "duda2001pattern", {
    author: "Duda, R. O. and Hart, P. E. and Stork, D. G.",
    title: "Pattern Classification",
    edition: "2",
    publisher: "Wiley",
    year: "2001",
  }),
  supervised: true,
  targets: "continuous",
  direction: "larger",
  categories: "parts",
  options: { classWeight: classWeightOption },
  cost: ({ rows, features, entries }) =>
    new CountedWork().loops(11 * entries + 1100 * features).cost(8 * (rows + 3 * features)),
  score: scoreFeatures,
  scoreWide: (wide, options, context) => scoreByBlocks({ score: scoreFeatures }, wide, options, context),
  fromMoments: {
    needs: "spreads",
    async score(moments, { classWeight }, { parts }) {
      const scatters = momentScatters(moments, classWeight);
      return { scores: ratios(overParts(scatters, parts, moments.counts)) };
    },
  },
});

async function scoreFeatures(
  data: Dataset,
  { classWeight }: { readonly classWeight: ClassWeight },
  context: SelectorContext,
): Promise<Scored> {
  if (data.targets)
    return {
      scores: await fOfTargets(data, data.targets, context),
      definition: "F statistic of the regression of the target on each feature",
    };
  const scatters = await classScatters(data, context.progress, classWeight);
  return { scores: ratios(overParts(scatters, context.parts, classCounts(data.labels!))) };
}

/** A feature that is constant inside every class but not overall scores +∞, a constant one 0. */
const ratios = ({ between, within }: FeatureScatters): Float64Array =>
  between.map((scatter, j) => (scatter > 0 ? scatter / within[j] : 0));

/** F of each feature; that of a category is F of the number that says as much about the target, as with classes. */
async function fOfTargets(
  data: Dataset,
  targets: Float64Array,
  { parts, progress }: SelectorContext,
): Promise<Float64Array> {
  const found: Correlation[] = [];
  for (const one of targetCorrelations(data, targets)) {
    found.push(one);
    if (found.length % 64 === 0) await progress(found.length / data.features);
  }
  const scores = Float64Array.from(found, regressionF);
  for (const columns of partsTogether(parts)) {
    const { rows } = found[columns[0]];
    const explained = columns.reduce((sum, column) => sum + found[column].r * found[column].r, 0);
    const share = chiSquareOfFreedom(rows * Math.min(1, explained), columns.length, 1) / rows;
    for (const column of columns)
      scores[column] = regressionF({ r: Math.sqrt(share), rest: 1 - share, rows });
  }
  return scores;
}

import { bibtexEntry } from "../core/text.js";
import { classWeightOption } from "../models/class-weight.js";
import { classScatters } from "./feature-scatter.js";
import { defineSelector } from "./selector.js";

/** Fisher score: how far the class means of a feature lie apart, measured by the spread inside the classes. */
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
  direction: "larger",
  options: { classWeight: classWeightOption },
  cost: ({ rows, features }) => ({
    scalar: 16 * rows * features,
    matrix: 0,
    bytes: 8 * (rows + 3 * features),
  }),
  async score(data, { classWeight }, context) {
    const { between, within } = await classScatters(data, context.progress, classWeight);
    // A feature that is constant inside every class but not overall scores +∞, a constant one 0.
    const scores = between.map((scatter, j) => (scatter > 0 ? scatter / within[j] : 0));
    return { scores };
  },
});

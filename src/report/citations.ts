import { bibtexEntry } from "../core/text.js";

/** A work to cite. */
export interface Citation {
  /** As it stands in a list of references. */
  readonly text: string;
  /** How it is named inside a sentence. */
  readonly short: string;
  readonly bibtex: string;
}

/** Why selection belongs inside the folds. */
export const selectionBias: Citation = {
  text: "C. Ambroise, G. J. McLachlan: Selection bias in gene extraction on the basis of microarray gene-expression data. PNAS 99(10), 6562–6566, 2002.",
  short: "Ambroise and McLachlan, 2002",
  bibtex: bibtexEntry("article", "ambroise2002selection", {
    author: "Ambroise, C. and McLachlan, G. J.",
    title: "Selection bias in gene extraction on the basis of microarray gene-expression data",
    journal: "Proceedings of the National Academy of Sciences",
    volume: "99",
    number: "10",
    pages: "6562--6566",
    year: "2002",
  }),
};

/** The stability index. */
export const kunchevaIndex: Citation = {
  text: "L. I. Kuncheva: A stability index for feature selection. Artificial Intelligence and Applications (IASTED), 2007.",
  short: "Kuncheva, 2007",
  bibtex: bibtexEntry("inproceedings", "kuncheva2007stability", {
    author: "Kuncheva, L. I.",
    title: "A stability index for feature selection",
    booktitle:
      "Proceedings of the IASTED International Conference on Artificial Intelligence and Applications",
    year: "2007",
  }),
};

/** The adjustment for many features. */
export const falseDiscoveryRate: Citation = {
  text: "Y. Benjamini, Y. Hochberg: Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing. Journal of the Royal Statistical Society B 57, 289–300, 1995.",
  short: "Benjamini and Hochberg, 1995",
  bibtex: bibtexEntry("article", "benjamini1995controlling", {
    author: "Benjamini, Y. and Hochberg, Y.",
    title: "Controlling the False Discovery Rate: A Practical and Powerful Approach to Multiple Testing",
    journal: "Journal of the Royal Statistical Society. Series B",
    volume: "57",
    pages: "289--300",
    year: "1995",
  }),
};

/** The test between methods. */
export const correctedTest: Citation = {
  text: "C. Nadeau, Y. Bengio: Inference for the Generalization Error. Machine Learning 52, 239–281, 2003.",
  short: "Nadeau and Bengio, 2003",
  bibtex: bibtexEntry("article", "nadeau2003inference", {
    author: "Nadeau, C. and Bengio, Y.",
    title: "Inference for the Generalization Error",
    journal: "Machine Learning",
    volume: "52",
    pages: "239--281",
    year: "2003",
  }),
};

/** Stability selection. */
export const stabilitySelectionWork: Citation = {
  text: "N. Meinshausen, P. Bühlmann: Stability selection. Journal of the Royal Statistical Society B 72, 417–473, 2010.",
  short: "Meinshausen and Bühlmann, 2010",
  bibtex: bibtexEntry("article", "meinshausen2010stability", {
    author: 'Meinshausen, N. and B{\\"u}hlmann, P.',
    title: "Stability selection",
    journal: "Journal of the Royal Statistical Society: Series B",
    volume: "72",
    pages: "417--473",
    year: "2010",
  }),
};

/** Complementary pairs. */
export const complementaryPairs: Citation = {
  text: "R. D. Shah, R. J. Samworth: Variable selection with error control: another look at stability selection. Journal of the Royal Statistical Society B 75, 55–80, 2013.",
  short: "Shah and Samworth, 2013",
  bibtex: bibtexEntry("article", "shah2013variable", {
    author: "Shah, R. D. and Samworth, R. J.",
    title: "Variable selection with error control: another look at stability selection",
    journal: "Journal of the Royal Statistical Society: Series B",
    volume: "75",
    pages: "55--80",
    year: "2013",
  }),
};

/** A work to cite. */
export interface Citation {
  /** As it stands in a list of references. */
  readonly text: string;
  /** How it is named inside a sentence. */
  readonly short: string;
  readonly bibtex: string;
}

/** The parts of a BibTeX entry, in the order they are written. */
type Fields = Readonly<Record<string, string>>;

const entry = (kind: string, key: string, fields: Fields): string =>
  `@${kind}{${key},\n${Object.entries(fields)
    .map(([name, value]) => `  ${name} = {${value}}`)
    .join(",\n")}\n}`;

/** The work behind every method of the registry, by the method's name. */
export const methodCitations: Readonly<Record<string, Citation>> = {
  dfs: {
    text: "H. Tao, C. Hou, F. Nie, Y. Jiao, D. Yi: Effective Discriminative Feature Selection With Nontrivial Solution. IEEE Transactions on Neural Networks and Learning Systems 27(4), 796–808, 2016. Preprint: arXiv:1504.05408.",
    short: "Tao et al., 2016",
    bibtex: entry("article", "tao2016effective", {
      author: "Tao, Hong and Hou, Chenping and Nie, Feiping and Jiao, Yuanyuan and Yi, Dongyun",
      title: "Effective Discriminative Feature Selection With Nontrivial Solution",
      journal: "IEEE Transactions on Neural Networks and Learning Systems",
      volume: "27",
      number: "4",
      pages: "796--808",
      year: "2016",
      note: "Preprint: arXiv:1504.05408",
    }),
  },
  ldfs: {
    text: "M. Masaeli, G. Fung, J. G. Dy: From Transformation-Based Dimensionality Reduction to Feature Selection. ICML 2010.",
    short: "Masaeli et al., 2010",
    bibtex: entry("inproceedings", "masaeli2010transformation", {
      author: "Masaeli, M. and Fung, G. and Dy, J. G.",
      title: "From Transformation-Based Dimensionality Reduction to Feature Selection",
      booktitle: "Proceedings of the 27th International Conference on Machine Learning (ICML)",
      year: "2010",
    }),
  },
  fisher: {
    text: "R. O. Duda, P. E. Hart, D. G. Stork: Pattern Classification, 2nd edition, Wiley 2001, section 3.8.",
    short: "Duda et al., 2001",
    bibtex: entry("book", "duda2001pattern", {
      author: "Duda, R. O. and Hart, P. E. and Stork, D. G.",
      title: "Pattern Classification",
      edition: "2",
      publisher: "Wiley",
      year: "2001",
    }),
  },
  laplacian: {
    text: "X. He, D. Cai, P. Niyogi: Laplacian Score for Feature Selection. Advances in Neural Information Processing Systems 18, 2005.",
    short: "He et al., 2005",
    bibtex: entry("inproceedings", "he2005laplacian", {
      author: "He, X. and Cai, D. and Niyogi, P.",
      title: "Laplacian Score for Feature Selection",
      booktitle: "Advances in Neural Information Processing Systems 18",
      year: "2005",
    }),
  },
  mrmr: {
    text: "H. Peng, F. Long, C. Ding: Feature selection based on mutual information: criteria of max-dependency, max-relevance, and min-redundancy. IEEE Transactions on Pattern Analysis and Machine Intelligence 27(8), 1226–1238, 2005.",
    short: "Peng et al., 2005",
    bibtex: entry("article", "peng2005feature", {
      author: "Peng, H. and Long, F. and Ding, C.",
      title:
        "Feature selection based on mutual information: criteria of max-dependency, max-relevance, and min-redundancy",
      journal: "IEEE Transactions on Pattern Analysis and Machine Intelligence",
      volume: "27",
      number: "8",
      pages: "1226--1238",
      year: "2005",
    }),
  },
  relieff: {
    text: "M. Robnik-Šikonja, I. Kononenko: Theoretical and Empirical Analysis of ReliefF and RReliefF. Machine Learning 53, 23–69, 2003.",
    short: "Robnik-Šikonja and Kononenko, 2003",
    bibtex: entry("article", "robnik2003theoretical", {
      author: "Robnik-{\\v S}ikonja, M. and Kononenko, I.",
      title: "Theoretical and Empirical Analysis of {ReliefF} and {RReliefF}",
      journal: "Machine Learning",
      volume: "53",
      pages: "23--69",
      year: "2003",
    }),
  },
  "trace-ratio": {
    text: "F. Nie, S. Xiang, Y. Jia, C. Zhang, S. Yan: Trace Ratio Criterion for Feature Selection. AAAI 2008, 671–676.",
    short: "Nie et al., 2008",
    bibtex: entry("inproceedings", "nie2008trace", {
      author: "Nie, F. and Xiang, S. and Jia, Y. and Zhang, C. and Yan, S.",
      title: "Trace Ratio Criterion for Feature Selection",
      booktitle: "Proceedings of the AAAI Conference on Artificial Intelligence",
      pages: "671--676",
      year: "2008",
    }),
  },
  bahsic: {
    text: "L. Song, A. Smola, A. Gretton, J. Bedo, K. Borgwardt: Feature Selection via Dependence Maximization. Journal of Machine Learning Research 13, 2012.",
    short: "Song et al., 2012",
    bibtex: entry("article", "song2012feature", {
      author: "Song, L. and Smola, A. and Gretton, A. and Bedo, J. and Borgwardt, K.",
      title: "Feature Selection via Dependence Maximization",
      journal: "Journal of Machine Learning Research",
      volume: "13",
      year: "2012",
    }),
  },
  "mmc-rfe": {
    text: "S. Niijima, S. Kuhara: Recursive gene selection based on maximum margin criterion: a comparison with SVM-RFE. BMC Bioinformatics 7:543, 2006.",
    short: "Niijima and Kuhara, 2006",
    bibtex: entry("article", "niijima2006recursive", {
      author: "Niijima, S. and Kuhara, S.",
      title: "Recursive gene selection based on maximum margin criterion: a comparison with {SVM-RFE}",
      journal: "BMC Bioinformatics",
      volume: "7",
      pages: "543",
      year: "2006",
    }),
  },
  rfs: {
    text: "F. Nie, H. Huang, X. Cai, C. Ding: Efficient and Robust Feature Selection via Joint ℓ2,1-Norms Minimization. NIPS 2010.",
    short: "Nie et al., 2010",
    bibtex: entry("inproceedings", "nie2010efficient", {
      author: "Nie, F. and Huang, H. and Cai, X. and Ding, C.",
      title: "Efficient and Robust Feature Selection via Joint $\\ell_{2,1}$-Norms Minimization",
      booktitle: "Advances in Neural Information Processing Systems 23",
      year: "2010",
    }),
  },
};

/** Why selection belongs inside the folds. */
export const selectionBias: Citation = {
  text: "C. Ambroise, G. J. McLachlan: Selection bias in gene extraction on the basis of microarray gene-expression data. PNAS 99(10), 6562–6566, 2002.",
  short: "Ambroise and McLachlan, 2002",
  bibtex: entry("article", "ambroise2002selection", {
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
  bibtex: entry("inproceedings", "kuncheva2007stability", {
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
  bibtex: entry("article", "benjamini1995controlling", {
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
  bibtex: entry("article", "nadeau2003inference", {
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
  bibtex: entry("article", "meinshausen2010stability", {
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
  bibtex: entry("article", "shah2013variable", {
    author: "Shah, R. D. and Samworth, R. J.",
    title: "Variable selection with error control: another look at stability selection",
    journal: "Journal of the Royal Statistical Society: Series B",
    volume: "75",
    pages: "55--80",
    year: "2013",
  }),
};

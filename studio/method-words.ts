/** What a method does, for people who do not know its name. */
interface MethodWords {
  readonly plain: string;
  readonly note: string;
}

/** Methods in words; one that is not here, such as a plug-in, is shown by its title and summary. */
const methods: Readonly<Record<string, MethodWords>> = {
  dfs: {
    plain: "The few that work best together",
    note: "Avoids look-alikes. Recommended for most data.",
  },
  ldfs: {
    plain: "The few that work together, in another form",
    note: "Avoids look-alikes. Slow on many features.",
  },
  fisher: { plain: "One feature at a time", note: "Instant. Picks look-alikes together." },
  laplacian: { plain: "Features that follow the shape of the data", note: "Needs no labels." },
  mrmr: {
    plain: "Strong features that differ from each other",
    note: "Avoids look-alikes. Sees curved relations.",
  },
  relieff: {
    plain: "Features that differ between neighbours",
    note: "Finds pairs that matter only together.",
  },
  "trace-ratio": {
    plain: "The best set by the sum of its parts",
    note: "Instant. Picks look-alikes together.",
  },
  bahsic: {
    plain: "Drops what is least missed",
    note: "Finds pairs and curved relations. Slow on many samples.",
  },
  "mmc-rfe": { plain: "Drops the weakest, round by round", note: "By how far apart the groups are." },
  "svm-rfe": { plain: "Drops the weakest, by the margin", note: "Avoids look-alikes. Well known for genes." },
  lasso: { plain: "Those that enter a formula first", note: "Avoids look-alikes. Well known in statistics." },
  rfs: {
    plain: "Few features, whatever odd samples say",
    note: "Avoids look-alikes. Does not mind outliers.",
  },
};

/** A method in words; null where there are none for it. */
export const methodWords = (name: string): MethodWords | null =>
  Object.hasOwn(methods, name) ? methods[name] : null;

const options: Readonly<Record<string, string>> = {
  gamma: "Weight of having few features",
  p: "How sharply features are told apart",
  l: "Directions to look in",
  alpha: "Smoothing",
  zeta: "Guard against division by zero",
  maxIterations: "Most rounds",
  tolerance: "When to stop",
  solver: "Way of solving",
  standardize: "Bring features to one scale",
  kernel: "Relations that are seen",
  basis: "Curves per feature",
  classWeight: "Weight of classes",
  elimination: "How features are dropped",
  margins: "Count the margins between classes",
  neighbours: "Neighbours of each sample",
  samples: "Samples to look at",
  confidence: "Certainty at which to stop",
  dropRate: "Share dropped in a round",
  bins: "Steps that values are put into",
  discretize: "How values are put into steps",
  scheme: "How look-alikes are counted",
  penaltyC: "Cost of a sample on the wrong side",
  l1Ratio: "Share of the strict penalty",
  lambdas: "Penalties to try",
  rowLimit: "Most samples",
  compat: "As in another tool",
  graph: "Neighbours by",
  weight: "Weight of neighbours",
  distance: "Distance between samples",
};

/** What the form calls an option of a method: in words, with the name that experts know. */
export const methodOptionLabel = (name: string): string =>
  Object.hasOwn(options, name) ? `${options[name]} (${name})` : name;

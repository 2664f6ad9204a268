import { Random } from "../../src/numeric/random.js";
import type { Report, Section } from "../../src/report/report.js";

/** Names that do harm where they are taken for markup, formulas or code. */
export const hostileNames = [
  "<script>alert(1)</script>",
  "=cmd()|'/c calc'!A0",
  '"><img src=x onerror=alert(2)>',
  "</script><script>alert(3)</script>",
  "+1+1",
];

const random = new Random(7);
const numbers = (length: number, make: (at: number) => number) => Array.from({ length }, (_, at) => make(at));

const names = [...hostileNames, ...numbers(59, (at) => at).map((at) => `pixel ${at + 6}`)];
const ks = [5, 10, 15, 20, 25, 30];
const methods = ["dfs", "mrmr", "fisher"];
const spread = (k: number, mean: number, width: number) => ({
  k,
  mean,
  low: mean - width,
  high: mean + width,
});
const rising = (k: number, top: number) => top - 0.6 / (k / 2 + 1);

/** A section of every kind, with awkward values among the plain ones. */
export const sections: readonly Section[] = [
  {
    kind: "overview",
    id: "overview",
    title: "At a glance",
    answer: "Ten features are enough: 93.0 % against 94.6 % with 20.",
    reason: "They are within one standard error of the best.",
    facts: [
      { label: "Accuracy on new rows", value: "94.6 %", hint: "95 % interval 93.5 to 95.6", tone: "good" },
    ],
    direction: "higher in",
    panel: names.slice(0, 7).map((name, at) => ({
      name,
      direction: at === 2 ? null : "<i>two</i>",
      effect: at === 3 ? null : 4 - at / 2,
    })),
    more: 13,
  },
  {
    kind: "facts",
    id: "data",
    title: "Data",
    facts: [
      { label: "Rows", value: 1797 },
      { label: "Features", value: 64, hint: "3 constant columns rank last" },
      {
        label: "Accuracy, nested",
        value: 0.9462,
        format: "percent",
        tone: "good",
        hint: "what to expect on new data",
      },
      { label: "Optimism of the paper protocol", value: 3.1, unit: "points", tone: "bad" },
      { label: "Certified", value: true },
      { label: "Largest class", value: "seven" },
    ],
  },
  {
    kind: "notes",
    id: "care",
    title: "Read this first",
    tone: "warning",
    paragraphs: [
      "The dashed lines choose features with the test rows in sight. Shuffled labels reach 90 % that way, where 65 % is chance; the solid lines are what to expect on new data.",
    ],
  },
  {
    kind: "notes",
    id: "notes",
    title: "Notes",
    tone: "plain",
    paragraphs: ["A first paragraph.", "A second one with <b>no markup</b>."],
  },
  {
    kind: "claims",
    id: "claims",
    title: "The paper's claims",
    claims: [
      {
        claim: "The method converges within 20 iterations.",
        held: true,
        evidence: "At most 14 on six data sets.",
      },
      { claim: "Redundancy falls as k grows.", held: false, evidence: "It rises on USPS from k = 40 on." },
      { claim: "First by 8–19 points on COLON.", held: null, evidence: "COLON is not among the files." },
    ],
  },
  {
    kind: "table",
    id: "table",
    title: "Accuracy, top 20",
    columns: [
      { title: "Data", type: "text" },
      { title: "dfs", type: "number", digits: 2, group: "ours", format: "percent", best: "largest" },
      { title: "mrmr", type: "number", digits: 2, group: "ours", format: "percent", best: "largest" },
      { title: "dfs", type: "number", digits: 2, group: "paper", format: "percent" },
      { title: "difference", type: "number", digits: 2, group: "paper", format: "percent", signed: true },
    ],
    rows: [
      ["ORL", 0.8925, 0.905, 0.881, 0.0115],
      ["COLON", 0.9833, 0.919, 0.983, 0.0003],
      ["=SUM(A1)", null, 0.8, 0.8125, -0.0125],
    ],
    notes: ["COLON comes from another source than the paper's."],
  },
  {
    kind: "table",
    id: "protocols",
    title: "Accuracy for each k",
    columns: [
      { title: "k", type: "number" },
      ...(["nested", "paper"] as const).flatMap((group) =>
        methods.map((title) => ({
          ...{ title, type: "number" as const, digits: 1, group, format: "percent" as const },
          ...{ best: "largest" as const, comparedWithin: group },
        })),
      ),
    ],
    // Selecting on all rows shows more, but the best under each protocol is to be seen.
    rows: [
      [10, 0.81, 0.84, 0.79, 0.97, 0.95, 0.96],
      [20, 0.86, 0.82, 0.86, 0.95, 0.95, 0.95],
    ],
  },
  {
    kind: "table",
    id: "wide",
    title: "Ours and the paper's, all methods",
    columns: [
      { title: "Data", type: "text" },
      ...["BAHSIC", "LS", "mRMR", "RF", "TR", "DFS", "DFS, target-k"].flatMap((group) =>
        ["ours", "paper", "difference"].map((title) => ({
          title,
          type: "number" as const,
          digits: 2,
          group,
        })),
      ),
    ],
    rows: ["ORL", "USPS"].map((name, row) => [name, ...numbers(21, (at) => 60 + row + at)]),
  },
  {
    kind: "ranking",
    id: "ranking",
    title: "Ranked features",
    text: "Bars are row norms; those above the line were picked.",
    names,
    indices: numbers(names.length, (at) => (at * 37) % 64),
    scores: numbers(names.length, (at) => (at === 63 ? Number.NaN : 3 / (at + 1.5) + 0.02)),
    errors: numbers(names.length, (at) => 0.3 / (at + 2)),
    direction: "larger",
    scoreTitle: "row norm",
    cut: 20,
    kept: ["pixel 8"],
    excluded: ["pixel 64"],
    columns: [
      { title: "higher in", type: "text", values: names.map((_, at) => (at % 3 === 0 ? "=one" : "two")) },
      { title: "Picked in folds", values: numbers(names.length, (at) => Math.max(0, 10 - (at >> 2))) },
    ],
  },
  {
    kind: "accuracy",
    id: "accuracy",
    title: "Accuracy against the number of features",
    text: "Solid: features chosen inside each fold. Dashed: chosen once on all rows, which flatters.",
    metric: "accuracy (%)",
    series: methods.flatMap((label, at) => [
      {
        label,
        protocol: "nested" as const,
        points: ks.map((k) => spread(k, rising(k, 0.97 - 0.04 * at), 0.025)),
      },
      {
        label,
        protocol: "paper" as const,
        points: ks.map((k) => spread(k, rising(k, 0.99 - 0.03 * at), 0.015)),
      },
    ]),
    chance: ks.map((k) => spread(k, 0.104, 0.02)),
    majority: 0.145,
    cut: 20,
  },
  errors(),
  samples(),
  markers(),
  {
    kind: "tradeoff",
    id: "tradeoff",
    title: "Accuracy and redundancy",
    series: methods.map((label, at) => ({
      label,
      points: ks.map((k) => ({
        k,
        accuracy: rising(k, 0.97 - 0.04 * at),
        redundancy: 0.4 - k / 150 + at / 15,
      })),
    })),
  },
  correlation(names.slice(0, 12)),
  {
    kind: "distributions",
    id: "distributions",
    title: "Each feature in each class",
    classes: ["one", "two", "<i>three</i>"],
    features: names.slice(0, 20).map((name, at) => ({
      name,
      quartiles: [[0, 1 + at, 2 + at, 3 + at, 6 + at], [2, 4, 5, 8, 12], at === 1 ? null : [1, 1, 1, 1, 1]],
    })),
  },
  {
    kind: "convergence",
    id: "convergence",
    title: "Convergence",
    series: [
      {
        label: "dfs",
        objective: numbers(14, (at) => 120 + 80 / (at + 1)),
        divergence: numbers(14, (at) => (at === 13 ? 0 : 3 / 4 ** at)),
        converged: true,
      },
    ],
  },
  {
    kind: "path",
    id: "path",
    title: "The γ × p path",
    gammas: [0.001, 0.01, 0.1, 1, 10],
    ps: [0.1, 0.5, 1],
    features: 64,
    points: [0.1, 0.5, 1].flatMap((p, row) =>
      [0.001, 0.01, 0.1, 1, 10].map((gamma, column) => ({
        gamma,
        p,
        support: 64 - 12 * column + 4 * row,
        objective: 10 + column * 3.3 + row,
        top: names.slice(column, column + 5).map((name, at) => ({ name, norm: 2 / (at + 1) })),
      })),
    ),
  },
  {
    kind: "stability",
    id: "stability",
    title: "Stability",
    names: names.slice(0, 24),
    frequencies: numbers(24, (at) => Math.max(0, 1 - at / 20)),
    threshold: 0.6,
    facts: [{ label: "Kuncheva's index", value: 0.91 }],
  },
  projection("plane", 3, 2),
  projection("many", 10, 2),
  projection("strips", 2, 1),
  {
    kind: "agreement",
    id: "agreement",
    title: "Agreement between methods",
    methods,
    k: 20,
    overlaps: [1, 0.65, 0.4, 0.65, 1, 0.2, 0.4, 0.2, 1],
  },
  {
    kind: "pictures",
    id: "pictures",
    title: "Picked pixels",
    width: 8,
    height: 8,
    pictures: ["mean of all", "picked", "seven"].map((title, at) => ({
      title,
      pixels: numbers(64, (place) => ((place * (at + 3)) % 17) / 16).map((value, place) =>
        at === 1 && place % 3 === 0 ? null : value,
      ),
      marked: at === 0 ? [9, 18, 27, 36] : undefined,
    })),
  },
  {
    kind: "curves",
    id: "curves",
    title: "Redundancy curves",
    xTitle: "k",
    yTitle: "redundancy",
    facets: ["ORL", "USPS", "COLON"].map((title, facet) => ({
      title,
      series: methods.map((label, at) => ({
        label,
        x: ks,
        y: ks.map((k, place) => (facet === 1 && place === 2 ? null : 0.5 - k / 100 + (at + facet) / 12)),
      })),
    })),
  },
  {
    kind: "surfaces",
    id: "surfaces",
    title: "γ × k surfaces",
    xTitle: "k",
    yTitle: "γ",
    valueTitle: "accuracy (%)",
    valueFormat: "percent",
    facets: ["p = 0.1", "p = 1"].map((title, facet) => ({
      title,
      x: ks,
      y: [0.01, 0.1, 1],
      values: numbers(18, (at) => 0.6 + 0.02 * at + facet / 100).map((value, at) =>
        at === 4 ? null : value,
      ),
    })),
  },
  {
    kind: "ranks",
    id: "ranks",
    title: "Average ranks",
    ranks: [
      { label: "dfs", rank: 1.5 },
      { label: "svm-rfe", rank: 1.9 },
      { label: "mrmr", rank: 2.8 },
      { label: "fisher", rank: 3.8 },
    ],
    criticalDifference: 1.6,
    alike: [
      ["dfs", "svm-rfe", "mrmr"],
      ["mrmr", "fisher"],
    ],
  },
  {
    kind: "timings",
    id: "timings",
    title: "Computing times",
    rows: [
      { label: "dfs", seconds: 0.24, group: "ORL", paper: 9.5 },
      { label: "mrmr", seconds: 1.4, group: "ORL", paper: 210 },
      { label: "dfs", seconds: 0.03, group: "USPS", paper: null },
      { label: "fisher", seconds: 0.0021, group: "USPS", paper: 0.4 },
    ],
  },
  {
    kind: "methods",
    id: "methods",
    title: "Methods paragraph",
    paragraph: "Features were ranked by discriminative feature selection (p = 1, γ = 0.1).",
    citations: [
      {
        text: "Tao, H. et al. (2016). Effective discriminative feature selection.",
        bibtex: "@article{tao2016,\n  title = {Effective}\n}",
      },
    ],
  },
  {
    kind: "repeat",
    id: "repeat",
    title: "Repeat it",
    snippets: [
      { title: "Command line", language: "shell", code: "salience select digits.csv --k 20" },
      { title: "Recipe", language: "json", code: '{ "method": "dfs" }', file: "recipe.json" },
    ],
  },
];

/** A report that holds {@link sections}. */
export const sampleReport: Report = {
  schema: "salience/report@2",
  title: "20 of 64 pixels tell ten digits apart </title><script>alert(4)</script>",
  lead: [
    "Twenty pixels are enough: with them new digits are named correctly 94.6 % of the time, 3 points less than with all 64.",
    "The choice is stable: 18 of the 20 are picked in nine folds out of ten.",
  ],
  sections,
  command: "salience select bundled:digits --k 20 --report digits.html",
  version: "0.1.0",
};

/** Six samples of twenty classes that join one after the other. */
function samples(): Section {
  const chain = (leaves: number) =>
    numbers(leaves - 1, (at) => at).map((at) => [at === 0 ? 0 : leaves + at - 1, at + 1] as const);
  return {
    kind: "samples",
    id: "samples",
    title: "Samples",
    classes: numbers(20, (at) => at).map((at) => (at === 1 ? "<i>two</i>" : `class ${at}`)),
    features: names.slice(0, 3).map((name, row) => ({
      name,
      mean: row,
      deviation: 2,
      // The mean itself has no colour, and one value is missing.
      values: numbers(6, (at) => row + 2 * (at - 2)).map((value, at) =>
        row === 1 && at === 4 ? null : value,
      ),
    })),
    rows: [0, 2, 4, 6, 8, 10],
    ids: ["a", "=b", "c", "d", "e", "f"],
    codes: [0, 0, 8, 16, 1, 9],
    heldOut: { predicted: [0, 0, 8, 0, 1, null], probabilities: [0.9, 0.8, null, 0.55, 0.7, null] },
    featureTree: { joins: chain(3), heights: [0.2, 0.9] },
    sampleTree: { joins: chain(6), heights: [1, 2, 3, 4, 5] },
  };
}

function markers(): Section {
  return {
    kind: "markers",
    id: "markers",
    title: "Markers",
    classes: ["one", "two", "<i>three</i>"],
    features: names.slice(0, 4).map((name, at) => ({
      name,
      means: [at === 3 ? 0 : -1, at === 3 ? 0 : -0.5, at === 3 ? 0 : 1.5],
      marks: at === 0 ? 0 : 2,
      gap: at === 3 ? 0 : at === 0 ? -1.2 : 2,
      share: 0.4 - at / 10,
      pair: [0, 2] as const,
      pairShare: 0.5,
    })),
  };
}

function errors(): Section {
  const classes = ["one", "two", "<i>three</i>"];
  const confusion = [
    [50, 4, 6],
    [2, 28, 0],
    [0, 1, 9],
  ];
  const share = (rows: number, of: number) => ({
    share: rows / of,
    low: rows / of - 0.05,
    high: rows / of + 0.04,
    rows: of,
  });
  const sums = [60, 30, 10];
  const named = [52, 33, 15];
  return {
    kind: "errors",
    id: "errors",
    title: "Where it errs",
    classes,
    confusion,
    times: 1,
    overall: share(87, 100),
    recall: confusion.map((row, at) => share(row[at], sums[at])),
    precision: confusion.map((row, at) => share(row[at], named[at])),
    curves: sums.map((positives) => ({
      positives,
      negatives: 100 - positives,
      area: 0.9,
      averagePrecision: 0.8,
      truePositives: [0.5, 0.9, 1].map((part) => part * positives),
      falsePositives: [0, 0.2, 1].map((part) => part * (100 - positives)),
      steps: numbers(101, (at) => at).map(
        (at) =>
          [
            Math.round(positives * (1 - at / 100)),
            Math.round((100 - positives) * (1 - at / 100) ** 3),
          ] as const,
      ),
    })),
    calibration: {
      bins: [0.45, 0.62, 0.75, 0.97].map((probability) => ({ ...share(20, 25), probability })),
      brier: 0.21,
      logLoss: 0.4,
    },
  };
}

function correlation(chosen: readonly string[]): Section {
  const cluster = (at: number) => (at < 5 ? 0 : at < 9 ? 1 : 2);
  return {
    kind: "correlation",
    id: "correlation",
    title: "Correlations and twins",
    names: chosen,
    values: chosen.flatMap((_, a) =>
      chosen.map((_, b) => (a === b ? 1 : cluster(a) === cluster(b) ? 0.7 : -0.3 + ((a * b) % 5) / 10)),
    ),
    clusters: chosen.map((_, at) => cluster(at)),
    twins: chosen.slice(0, 3).map((name, at) => ({
      name,
      substitutes:
        at === 2
          ? []
          : [
              { name: "pixel 40", correlation: 0.93, cost: 0.004 },
              { name: "pixel 41", correlation: -0.88, cost: at === 0 ? null : -0.001 },
            ],
    })),
  };
}

function projection(id: string, classes: number, directions: number): Section {
  const codes = numbers(60 * classes, (at) => at % classes);
  const near = (centre: number) => centre + random.uniform() + random.uniform() - 1;
  return {
    kind: "projection",
    id: `projection-${id}`,
    title: `Projection of ${classes} classes`,
    classes: numbers(classes, (at) => at).map((at) => `class ${at}`),
    x: codes.map((code) => near(2 * (code % 4))),
    y: codes.map((code) => (directions === 1 ? 0 : near(3 * Math.floor(code / 4) + (code % 2)))),
    codes,
    directions,
  };
}

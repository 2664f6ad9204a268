import type { CurvesSection, Section } from "../../report/report.js";
import { targetLabel } from "../line.js";
import { paperLabels } from "../paper.js";
import type { AccuracyRow, Reproduction } from "../reproduction.js";

/** The paper's curves over k, and the nested ones beside them. */
export function curveSections(reproduction: Reproduction): Section[] {
  const { settings } = reproduction;
  const over = `k from ${settings.ks[0]} to ${settings.ks[settings.ks.length - 1]}`;
  return [
    curves(reproduction, (row) => row.accuracy, {
      id: "accuracy",
      title: "Fig. 2: accuracy against the number of features, paper protocol",
      text: `${over}; the mean over ${settings.seeds.length} fold seeds. ${targetLabel} is not in the paper.`,
      yTitle: "accuracy (%)",
      yFormat: "percent",
    }),
    ...(reproduction.accuracy.some(({ nested }) => nested !== null)
      ? [
          curves(reproduction, ({ nested }) => nested, {
            id: "accuracy-nested",
            title: "The same under the nested protocol",
            text: "What to expect on new data; one fold seed, so the lines are rougher.",
            yTitle: "accuracy (%)",
            yFormat: "percent",
          }),
        ]
      : []),
    curves(reproduction, ({ redundancy }) => redundancy, {
      id: "redundancy",
      title: "Fig. 3: redundancy rate against the number of features",
      text: "The paper's rate: the signed sum of correlations over ordered pairs, so it is half the mean correlation and can cancel. Lower is less redundant.",
      yTitle: "redundancy rate",
    }),
    curves(reproduction, ({ redundancyAbs }) => redundancyAbs, {
      id: "redundancy-absolute",
      title: "Mean absolute correlation of the selected features",
      text: "The same without cancelling.",
      yTitle: "mean |correlation|",
    }),
  ];
}

function curves(
  { accuracy, variants, datasets }: Reproduction,
  value: (row: AccuracyRow) => number | null,
  head: Pick<CurvesSection, "id" | "title" | "text" | "yTitle" | "yFormat">,
): CurvesSection {
  const rows = [...accuracy, ...variants.filter(({ label }) => label === targetLabel)];
  return {
    kind: "curves",
    ...head,
    xTitle: "features",
    facets: datasets.flatMap(({ name, called }) => {
      const series = [...paperLabels, targetLabel].map((label) => {
        const own = rows.filter((row) => row.dataset === name && row.label === label);
        return { label, x: own.map(({ k }) => k), y: own.map(value) };
      });
      return series.some(({ y }) => y.some((one) => one !== null)) ? [{ title: called, series }] : [];
    }),
  };
}

/** The paper's experiments with DFS alone: p, γ × k, convergence. */
export function dfsSections(reproduction: Reproduction): Section[] {
  const { powers, surfaces, convergence, settings } = reproduction;
  const seeds = settings.pathSeeds === 1 ? "one fold seed" : `${settings.pathSeeds} fold seeds`;
  const sets = [...new Set(powers.map(({ dataset }) => dataset))];
  return [
    ...(powers.length > 0
      ? ([
          {
            kind: "curves",
            id: "powers",
            title: "Fig. 4: DFS with different p",
            text: `For each p the γ that is best over all k; paper protocol, ${seeds}, fits along warm paths.`,
            xTitle: "features",
            yTitle: "accuracy (%)",
            yFormat: "percent",
            facets: sets.map((dataset) => ({
              title: dataset,
              series: powers
                .filter((row) => row.dataset === dataset)
                .map(({ p, ks, accuracy }) => ({ label: `p = ${p}`, x: ks, y: accuracy })),
            })),
          },
          powerTable(reproduction),
        ] satisfies Section[])
      : []),
    ...(surfaces.length > 0
      ? ([
          {
            kind: "surfaces",
            id: "surfaces",
            title: "Fig. 5: accuracy over γ and k",
            text: `Paper protocol, ${seeds}; γ along a warm path for each p. The paper: accuracy rises with γ and then falls, most for few features.`,
            xTitle: "features",
            yTitle: "γ",
            valueTitle: "accuracy (%)",
            valueFormat: "percent",
            facets: surfaces.map(({ dataset, p, ks, gammas, accuracy }) => ({
              title: `${dataset}, p = ${p}`,
              x: ks,
              y: gammas.map(String),
              values: accuracy.flat(),
            })),
          },
        ] satisfies Section[])
      : []),
    ...(convergence.length > 0
      ? ([
          {
            kind: "convergence",
            id: "convergence",
            title: "Fig. 6: convergence of DFS",
            text: `Objective f and Div, step by step, from the paper's start with γ = ${convergence[0].gamma}; the paper does not print its γ. From step 25 on row norms may be extrapolated, which the paper does not do.`,
            series: convergence.map(({ dataset, p, objective, divergence, converged }) => ({
              label: `${dataset}, p = ${p}`,
              objective,
              divergence,
              converged,
            })),
          },
        ] satisfies Section[])
      : []),
  ];
}

function powerTable({ powers }: Reproduction): Section {
  const gammas = powers[0].supports.map(({ gamma }) => gamma);
  return {
    kind: "table",
    id: "powers-support",
    title: "How sparse: features left for each p and γ",
    columns: [
      { title: "data", type: "text" },
      { title: "p", type: "number" },
      { title: "best γ", type: "number" },
      ...gammas.map((gamma) => ({ title: `γ = ${gamma}`, type: "number" as const, group: "features left" })),
    ],
    rows: powers.map(({ dataset, p, gamma, supports }) => [
      dataset,
      p,
      gamma,
      ...supports.map(({ support }) => support),
    ]),
  };
}

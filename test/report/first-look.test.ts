import { expect, test } from "vitest";
import type { Comparison } from "../../src/experiment/comparison.js";
import type { Tuning } from "../../src/experiment/tune.js";
import { comparisonLead } from "../../src/report/comparison-lead.js";
import { curvesAtAGlance, overviewTable } from "../../src/report/comparison-overview.js";
import { tuningCurves } from "../../src/report/tuning-report.js";
import { accuracyLines } from "../../studio/view/charts/accuracy-lines.js";

/** Means of two methods on four data sets at k = 2 and 4; the second value is 0.02 higher. */
const means: Record<string, readonly [number, number]> = {
  one: [0.9, 0.8],
  two: [0.7, 0.7],
  three: [0.5, 0.6],
  four: [0.9, 0.85],
};
const names = Object.keys(means);
const comparison = {
  datasets: names.map((name) => ({ name })),
  methods: [{ label: "a" }, { label: "b" }],
  protocol: "nested",
  metric: "accuracy",
  results: names.flatMap((dataset) =>
    ["a", "b"].flatMap((label, at) =>
      [2, 4].map((k) => ({
        dataset,
        label,
        k,
        nested: means[dataset][at] + (k === 4 ? 0.02 : 0),
        paper: null,
      })),
    ),
  ),
  baselines: names.map((dataset) => ({
    dataset,
    label: "all features",
    baseline: "all",
    k: 9,
    nested: 0.95,
  })),
  tests: { perDataset: [], overDatasets: [], ranks: null },
} as unknown as Comparison;

test("several data sets begin with one table: a row for each, and the mean", () => {
  const table = overviewTable(comparison)!;
  expect(table.columns.map(({ title, best }) => [title, best])).toEqual([
    ["data", undefined],
    ["a", "largest"],
    ["b", "largest"],
    ["all features", undefined],
  ]);
  const rows = table.rows.map(([name, ...figures]) => [
    name,
    ...figures.map((one) => Number(one).toFixed(4)),
  ]);
  expect(rows).toEqual([
    ["one", "0.9100", "0.8100", "0.9500"],
    ["two", "0.7100", "0.7100", "0.9500"],
    ["three", "0.5100", "0.6100", "0.9500"],
    ["four", "0.9100", "0.8600", "0.9500"],
    ["mean", "0.7600", "0.7475", "0.9500"],
  ]);
  expect(overviewTable({ ...comparison, datasets: comparison.datasets.slice(0, 1) })).toBeNull();
});

test("a small chart for each data set, all features as a level", () => {
  const { facets } = curvesAtAGlance(comparison)!;
  expect(facets.map(({ title }) => title)).toEqual(names);
  expect(facets[2].series).toEqual([
    { label: "a", x: [2, 4], y: [0.5, 0.52] },
    { label: "b", x: [2, 4], y: [0.6, 0.62] },
    { label: "all features", x: [2, 4], y: [0.95, 0.95] },
  ]);
});

test("of many data sets the lead counts first places", () => {
  expect(comparisonLead(comparison)).toContain(
    "First, or level with the first, by the mean over all k: a on 3 and b on 2 of the 4 data sets.",
  );
});

test("lines whose shortened names are the same stay two lines", () => {
  const long = (end: string) => `gamma = 0.3, ${end}, scatter = mean and more of the same words`;
  const points = [1, 2, 4].map((k) => ({ k, mean: 40 + 10 * k, low: 40, high: 90 }));
  const drawing = accuracyLines(
    {
      kind: "accuracy",
      id: "accuracy",
      title: "Accuracy",
      metric: "accuracy (%)",
      series: ["p = 1", "p = 0.5"].map((p) => ({ label: long(p), protocol: "nested", points })),
    },
    700,
  );
  expect(drawing.querySelectorAll(".sal-nested-lines")[0].children).toHaveLength(2);
});

test("sets of options are named by what tells them apart", () => {
  const candidates = [{}, { gamma: 0.1, scatter: "mean" }, { gamma: 1, scatter: "mean" }];
  const tuning = {
    candidates,
    chosen: candidates[1],
    k: 2,
    metric: "accuracy",
    results: candidates.map((_, candidate) => ({ candidate, k: 2, mean: 0.9, folds: [0.9, 0.9] })),
  } as unknown as Tuning;
  const { series, text } = tuningCurves(tuning);
  expect(series.map(({ label }) => label)).toEqual(["defaults", "gamma = 0.1", "gamma = 1"]);
  expect(text).toContain("Names leave out what goes with the others: scatter = mean.");
  // Where it is the only difference it is named.
  const alone = [{}, { scatter: "mean" }];
  const { series: others } = tuningCurves({ ...tuning, candidates: alone, chosen: alone[0] } as Tuning);
  expect(others.map(({ label }) => label)).toEqual(["defaults", "scatter = mean"]);
});

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { describeFeatures, directionText } from "../../src/evaluation/describe-features.js";
import { numberMetricsOf } from "../../src/evaluation/metrics.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { expectClose } from "../support/expect-close.js";

interface Case {
  x: number[][];
  y: number[];
  r: number[];
  f: number[];
  p: number[];
  q: number[];
  rho: number[];
  rhoP: number[];
}

/** SciPy and scikit-learn; test/fixtures/evaluation/make_regression.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/evaluation/regression.json", import.meta.url), "utf8"),
) as {
  tall: Case;
  wide: Case;
  levels: Record<"f" | "fP" | "h" | "hP" | "eta" | "highest", number> & { y: number[]; levels: number[] };
  prediction: { actual: number[]; predicted: number[]; r2: number; rmse: number; spearman: number };
};

test.each(["tall", "wide"] as const)("features beside a number to predict agree with SciPy, %s", (name) => {
  const { x, y, r, f, p, q, rho, rhoP } = oracle[name];
  const data = new Dataset({ values: Matrix.fromRows(x), targets: y });
  const { features } = describeFeatures(data);
  const list = (pick: (feature: (typeof features)[number]) => number) => features.map(pick);
  expectClose(
    list(({ effect }) => effect),
    r,
    { relative: 1e-11, absolute: 1e-13 },
  );
  expectClose(
    list(({ statistic }) => statistic),
    f,
    { relative: 1e-9 },
  );
  expectClose(
    list((feature) => feature.p),
    p,
    { relative: 1e-9 },
  );
  expectClose(
    list((feature) => feature.q),
    q,
    { relative: 1e-9 },
  );
  expect(features.every(({ test, higher }) => test === "correlation" && higher === null)).toBe(true);
  expect([directionText(features[0]), directionText(features[1])]).toEqual(["rising", "falling"]);
  const ranked = describeFeatures(data, { featureTest: "kruskal" }).features;
  expectClose(
    ranked.map(({ effect }) => effect),
    rho,
    { relative: 1e-11, absolute: 1e-13 },
  );
  expectClose(
    ranked.map((feature) => feature.p),
    rhoP,
    { relative: 1e-9 },
  );
  expect(ranked[0].test).toBe("spearman");
});

test("missing values are left out one by one", () => {
  const { x, y } = oracle.tall;
  const gaps = x.map((row, i) => [i % 5 === 0 ? Number.NaN : row[0], row[1]]);
  const { features } = describeFeatures(new Dataset({ values: Matrix.fromRows(gaps), targets: y }));
  const rows = [...y.keys()].filter((i) => i % 5 !== 0);
  const part = new Dataset({
    values: Matrix.fromRows(rows.map((i) => [x[i][0]])),
    targets: rows.map((i) => y[i]),
  });
  const { effect, p, statistic } = describeFeatures(part).features[0];
  expect(features[0]).toMatchObject({ effect, p, statistic, missing: 8 });
});

test("a category beside a number to predict is an analysis of variance of the target", () => {
  const { y, levels, f, fP, h, hP, eta, highest } = oracle.levels;
  const names = ["a", "b", "c", "d"];
  const values = Matrix.fromRows(levels.map((level) => [level]));
  const data = new Dataset({ values, targets: y, categories: [names] });
  const [anova] = describeFeatures(data).features;
  expectClose([anova.statistic, anova.p, anova.effect], [f, fP, eta], { relative: 1e-11 });
  expect([anova.level, directionText(anova)]).toEqual([names[highest], `highest for ${names[highest]}`]);
  const [ranks] = describeFeatures(data, { featureTest: "kruskal" }).features;
  expectClose([ranks.statistic, ranks.p], [h, hP], { relative: 1e-11 });
});

test("R², RMSE and Spearman agree with scikit-learn and SciPy", () => {
  const { actual, predicted, r2, rmse, spearman } = oracle.prediction;
  const mean = actual.reduce((sum, y) => sum + y, 0) / actual.length;
  const found = numberMetricsOf(
    actual,
    predicted,
    actual.map(() => mean),
  );
  expectClose([found.r2!, found.rmse, found.spearman!], [r2, rmse, spearman], { relative: 1e-12 });
  expect(numberMetricsOf([1, 2, 3], [2, 2, 2], [2, 2, 2])).toMatchObject({ r2: 0, spearman: null });
  expect(numberMetricsOf([1], [2], [3]).r2).toBeNull();
});

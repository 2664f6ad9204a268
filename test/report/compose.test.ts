import { describe, expect, test } from "vitest";
import { describeFeatures } from "../../src/evaluation/describe-features.js";
import {
  compare,
  Dataset,
  digits,
  evaluate,
  Matrix,
  path,
  planted,
  Random,
  SparseMatrix,
  select,
  stabilitySelection,
  tune,
} from "../../src/index.js";
import { comparisonReport } from "../../src/report/comparison-report.js";
import { reportHtml } from "../../src/report/html.js";
import { pathReport } from "../../src/report/path-report.js";
import type { Report, Section } from "../../src/report/report.js";
import { selectionReport } from "../../src/report/selection-report.js";
import { stabilityReport } from "../../src/report/stability-report.js";
import { tuningReport } from "../../src/report/tuning-report.js";

/** The section of a kind, which must be there. */
function section<K extends Section["kind"]>(report: Report, kind: K): Extract<Section, { kind: K }> {
  const found = report.sections.find((candidate) => candidate.kind === kind);
  expect(found, kind).toBeDefined();
  return found as Extract<Section, { kind: K }>;
}

const kinds = (report: Report) => report.sections.map(({ kind }) => kind);

/** Only times may differ between two reports of the same work. */
const untimed = (report: Report) =>
  JSON.stringify({ ...report, sections: report.sections.filter(({ kind }) => kind !== "timings") });

/** Numbers that JSON has no word for become null and would be lost. */
function expectPlain(value: unknown, where = "report"): void {
  if (typeof value === "number") expect(Number.isFinite(value), where).toBe(true);
  else if (Array.isArray(value))
    for (const [at, entry] of value.entries()) expectPlain(entry, `${where}[${at}]`);
  else if (value !== null && typeof value === "object")
    for (const [key, entry] of Object.entries(value)) expectPlain(entry, `${where}.${key}`);
  else expect(["string", "boolean", "undefined"].includes(typeof value) || value === null, where).toBe(true);
}

describe("of a selection", () => {
  const { data } = planted({ rows: 80, noise: 30 });
  const settings = { method: "fisher", k: [3, 6, 12], folds: 4, permutations: 5, selectOn: "raw" } as const;

  test("holds the numbers of the results, and the same bytes every time", async () => {
    const selection = await select(data, { method: "fisher", k: 6 });
    const evaluation = await evaluate(data, settings);
    const report = await selectionReport(data, selection, {
      evaluation,
      command: "salience select x.csv --k 6",
      program: "select(data)",
      timings: [{ label: "selecting", seconds: 0.5 }],
    });
    expectPlain(report);
    expect(new Set(report.sections.map(({ id }) => id)).size).toBe(report.sections.length);
    const again = await selectionReport(data, selection, {
      evaluation,
      command: "salience select x.csv --k 6",
      program: "select(data)",
    });
    expect(untimed(again)).toBe(untimed(report));

    const ranking = section(report, "ranking");
    expect(ranking.names.slice(0, 6)).toEqual(selection.features);
    expect(ranking.cut).toBe(6);
    expect(ranking.indices).toEqual(Array.from(selection.ranking));
    const at6 = evaluation.results[1];
    const counted = ranking.indices.map((j) => at6.selections.filter((set) => set.includes(j)).length / 4);
    expect(ranking.columns!.at(-1)).toMatchObject({ title: "selected in folds (%, k = 6)", values: counted });
    const { features } = describeFeatures(data);
    const six = (value: number) => Number(value.toPrecision(6));
    expect(ranking.columns!.slice(0, -1)).toEqual([
      { title: "higher in", type: "text", values: ranking.indices.map((j) => features[j].higher) },
      { title: "effect", values: ranking.indices.map((j) => six(features[j].effect)) },
      { title: "p", values: ranking.indices.map((j) => six(features[j].p)) },
      { title: "q", values: ranking.indices.map((j) => six(features[j].q)) },
    ]);
    expect(ranking.text).toContain("p is that of the one-way F test, q is p adjusted over all features");
    expect(ranking.text).toContain("Both are descriptive");
    expect(section(report, "methods").paragraph).toContain("p-values of one-way analysis of variance");

    const { series, chance, majority, cut } = section(report, "accuracy");
    expect(series.map(({ protocol }) => protocol)).toEqual(["nested", "paper"]);
    series[0].points.forEach(({ k, mean, low, high }, place) => {
      const { accuracy, accuracyStd } = evaluation.results[place];
      expect(mean).toBe(accuracy);
      expect([low, high]).toEqual([accuracy! - accuracyStd!, Math.min(1, accuracy! + accuracyStd!)]);
      expect(k).toBe(settings.k[place]);
    });
    expect(series[1].points.map(({ mean }) => mean)).toEqual(
      evaluation.results.map(({ honesty }) => honesty.paper),
    );
    expect(chance!.map(({ low, high }) => [low, high])).toEqual(
      evaluation.results.map(({ honesty }) => [honesty.permuted!.low, honesty.permuted!.high]),
    );
    expect({ majority, cut }).toEqual({ majority: 0.5, cut: 6 });

    const stable = section(report, "stability");
    expect(stable.facts.find(({ label }) => label === "Kuncheva's index")!.value).toBe(at6.stability);
    expect(section(report, "tradeoff").series[0].points.map(({ redundancy }) => redundancy)).toEqual(
      evaluation.results.map(({ redundancyAbs }) => redundancyAbs),
    );
    const { names, values, twins, clusters } = section(report, "correlation");
    expect([...names].sort()).toEqual([...selection.features].sort());
    expect([values.length, clusters.length, twins.length]).toEqual([36, 6, 6]);
    expect(
      twins.every(
        ({ substitutes }) => substitutes.length === 3 && substitutes.every(({ cost }) => cost !== null),
      ),
    ).toBe(true);
    const projection = section(report, "projection");
    expect(projection).toMatchObject({ directions: 1, classes: ["class 1", "class 2"] });
    expect(new Set(projection.y)).toEqual(new Set([0]));
    expect(projection.codes).toEqual(Array.from(data.labels!.codes));

    expect(report.lead[1]).toContain(
      `gets ${(100 * at6.honesty.nested!).toFixed(1)} % of the held-out rows right`,
    );
    expect(report.lead[0]).toContain(selection.features[0]);
    const { snippets } = section(report, "repeat");
    expect(snippets[1].code).toBe("select(data)");
    expect(section(report, "methods").paragraph).toContain("4 stratified folds");
  });

  test("says what a score of target-k mode means, as the selection itself does", async () => {
    const selection = await select(data, { method: "dfs", k: 4 });
    expect(selection.definition).toMatch(/^score: the part of the discriminant criterion/);
    expect(selection.toJSON().definition).toBe(selection.definition);
    const ranking = section(await selectionReport(data, selection), "ranking");
    expect(ranking.text).toContain(selection.definition!.slice("score".length));
    expect(ranking.text).not.toMatch(/Row norms|the round that dropped/);
    expect(ranking.scores[0]).toBe(1);
    const given = await select(data, { method: "dfs", k: 4, gamma: 0.1 });
    expect(given.definition).toBeUndefined();
    expect(section(await selectionReport(data, given), "ranking").text).toMatch(/^Row norms/);
  });

  test("paper features of the evaluation are the picked ones: the method sees the same data", async () => {
    const selection = await select(data, { method: "laplacian", k: 6 });
    const { results } = await evaluate(data, {
      method: "laplacian",
      k: 6,
      protocol: "paper",
      sideBySide: false,
      selectOn: "raw",
    });
    expect(results[0].selections[0]).toEqual(Array.from(selection.ranking.subarray(0, 6)));
  });

  test("without labels: an unsupervised method, no accuracy and no projection", async () => {
    const unlabelled = data.with({ labels: null });
    const selection = await select(unlabelled, { method: "laplacian", k: 4 });
    const report = await selectionReport(unlabelled, selection);
    expect(kinds(report)).not.toContain("accuracy");
    expect(kinds(report)).not.toContain("projection");
    expect(kinds(report)).not.toContain("repeat");
    expect(section(report, "correlation").twins[0].substitutes[0].cost).toBeNull();
    expect(report.lead.join(" ")).toContain("no labels");
    expect(report.sections.filter(({ id }) => id === "warnings")).toEqual([]);
  });

  test("two features, one of them picked", async () => {
    const small = data.selectColumns([0, 1]);
    const selection = await select(small, { method: "fisher", k: 1 });
    const report = await selectionReport(small, selection, {
      evaluation: await evaluate(small, { method: "fisher", k: [1, 2], folds: 5 }),
    });
    expectPlain(report);
    expect(section(report, "correlation")).toMatchObject({ values: [1], clusters: [0] });
    expect(section(report, "correlation").twins[0].substitutes).toHaveLength(1);
    const all = await selectionReport(small, await select(small, { method: "fisher", k: 2 }));
    expect(section(all, "correlation").twins.every(({ substitutes }) => substitutes.length === 0)).toBe(true);
  });

  test("names of any kind come through as they are", async () => {
    const nasty = ["<script>alert(1)</script>", "=cmd()", 'a"b,c\n', "</title><b>", "\u2028ü"];
    const rows = Array.from({ length: 20 }, (_, i) => nasty.map((_, j) => ((i * (j + 3)) % 7) + (i % 2) * j));
    const odd = new Dataset({
      values: Matrix.fromRows(rows),
      featureNames: nasty,
      labels: rows.map((_, i) => (i % 2 === 0 ? "<i>" : "&amp;")),
      source: { name: "</script><script>x" },
    });
    const report = await selectionReport(odd, await select(odd, { method: "fisher", k: 3 }));
    expect([...section(report, "ranking").names].sort()).toEqual([...nasty].sort());
    const page = reportHtml(report, { script: "0", style: "" });
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page).not.toContain("<script>alert");
  });

  test("kept, excluded and infinite scores", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [i % 2, i, (i * 7) % 5, (i * 5) % 3]);
    const labels = rows.map((_, i) => (i % 2 === 0 ? "a" : "b"));
    const exact = Dataset.fromRows(rows, labels, ["perfect", "x", "y", "z"]);
    const selection = await select(exact, { method: "fisher", k: 2, keep: ["y"], exclude: ["z"] });
    const report = await selectionReport(exact, selection);
    expectPlain(report);
    const ranking = section(report, "ranking");
    expect(ranking).toMatchObject({
      kept: ["y"],
      excluded: ["z"],
      scores: [expect.any(Number), null, expect.any(Number), null],
    });
    expect(ranking.text).toContain("infinite");
    // What the user does not want is no substitute either.
    const substitutes = section(report, "correlation").twins.flatMap((twin) =>
      twin.substitutes.map(({ name }) => name),
    );
    expect(new Set(substitutes)).toEqual(new Set(["x"]));
  });

  test("what does not vary, and what is too large to be squared, does no harm", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => [1, i * 1e300, (i % 3) * 1e-300, (i * 7) % 5]);
    const labels = rows.map((_, i) => (i % 2 === 0 ? "a" : "b"));
    const odd = Dataset.fromRows(rows, labels);
    const constant = await selectionReport(odd, await select(odd, { method: "fisher", k: 1, keep: ["1"] }));
    expectPlain(constant);
    expect(kinds(constant)).not.toContain("projection");
    const large = await selectionReport(odd, await select(odd, { method: "fisher", k: 3 }));
    expectPlain(large);
    expect(section(large, "projection").directions).toBe(1);
    const single = odd.with({ labels: labels.map((name, i) => (i === 0 ? "c" : name)) });
    const unsupervised = await select(single, { method: "laplacian", k: 2 });
    expect(kinds(await selectionReport(single, unsupervised))).not.toContain("projection");
  });

  test("pixels of digits stand where they are in the picture", async () => {
    const images = (await digits()).selectRows(Array.from({ length: 300 }, (_, row) => row));
    const selection = await select(images, { method: "fisher", k: 5 });
    const report = await selectionReport(images, selection);
    const { width, height, pictures } = section(report, "pictures");
    expect([width, height, pictures.length]).toEqual([8, 8, 12]);
    expect(pictures[0].marked).toEqual(Array.from(selection.ranking.subarray(0, 5)));
    expect(pictures[1].pixels.filter((pixel) => pixel !== null)).toHaveLength(5);
    const turned = { width: 8, height: 8, order: "columns" } as const;
    const other = await selectionReport(images, selection, { image: turned });
    expect(section(other, "pictures").pictures[0].marked).toEqual(
      Array.from(selection.ranking.subarray(0, 5), (j) => (j % 8) * 8 + Math.floor(j / 8)),
    );
  });

  test.each(["dense", "sparse"])("50,000 features, %s", async (layout) => {
    const [rows, features] = [40, 50_000];
    const random = new Random(9);
    const dense = new Matrix(
      Float64Array.from({ length: rows * features }, () => (random.uniform() < 0.1 ? random.normal() : 0)),
      rows,
      features,
    );
    for (let i = 0; i < rows; i++) {
      dense.set(i, 777, (i % 2) * 3 + random.normal());
      dense.set(i, 49_999, dense.get(i, 777) * 2 + 0.01 * random.normal());
    }
    const filled = Array.from(dense.data.keys()).filter((at) => dense.data[at] !== 0);
    const values =
      layout === "dense"
        ? dense
        : SparseMatrix.fromTriplets(
            rows,
            features,
            filled.map((at) => Math.floor(at / features)),
            filled.map((at) => at % features),
            filled.map((at) => dense.data[at]),
          );
    const wide = new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => i % 2) });
    const selection = await select(wide, { method: "fisher", k: 1 });
    const report = await selectionReport(wide, selection);
    expect(section(report, "ranking").names).toHaveLength(features);
    const [twin] = section(report, "correlation").twins;
    expect(new Set([twin.name, twin.substitutes[0].name])).toEqual(new Set(["778", "50000"]));
  });
});

describe("of a comparison", () => {
  test("has every figure where it belongs, and the agreement that a count gives", async () => {
    const first = planted({ rows: 60, noise: 20 }).data;
    const second = planted({ rows: 60, noise: 20, classes: 3, seed: 4 }).data.with({
      source: { name: "other", format: "memory", transforms: [] },
    });
    const options = { methods: ["fisher", "mrmr"], k: [4, 8], folds: 3, permutations: 3 } as const;
    const comparison = await compare([first, second], options);
    const report = comparisonReport(comparison, { program: "compare" });
    expectPlain(report);
    expect(new Set(report.sections.map(({ id }) => id)).size).toBe(report.sections.length);
    expect(untimed(comparisonReport(await compare([first, second], options), { program: "compare" }))).toBe(
      untimed(report),
    );
    for (const { k, dataset, overlaps } of comparison.agreement) {
      const data = dataset === "other" ? second : first;
      const [a, b] = await Promise.all(
        options.methods.map((method) => evaluate(data, { method, k, folds: 3 })),
      );
      const shared = a.results[0].selections.map(
        (set, fold) => set.filter((j) => b.results[0].selections[fold].includes(j)).length / k,
      );
      const mean = shared.reduce((sum, x) => sum + x, 0) / 3;
      expect(overlaps[0]).toBe(1);
      expect(overlaps[3]).toBe(1);
      expect(overlaps[1]).toBeCloseTo(mean, 12);
      expect(overlaps[2]).toBeCloseTo(mean, 12);
    }
    const table = report.sections.find(({ id }) => id === "accuracy-table-2") as Extract<
      Section,
      { kind: "table" }
    >;
    const row = table.rows[1];
    const figure = (label: string) =>
      comparison.results.find((at) => at.dataset === "other" && at.label === label && at.k === 8)!;
    expect(row).toEqual([
      8,
      figure("fisher").nested,
      figure("mrmr").nested,
      figure("fisher").paper,
      figure("mrmr").paper,
      figure("fisher").paper! - figure("fisher").nested!,
      figure("mrmr").paper! - figure("mrmr").nested!,
    ]);
    // The best is marked within each protocol: selecting on all rows must not take all the marks.
    expect(table.columns.map(({ best, comparedWithin }) => [best, comparedWithin])).toEqual([
      [undefined, undefined],
      ...["nested", "nested", "paper", "paper"].map((protocol) => ["largest", protocol]),
      [undefined, undefined],
      [undefined, undefined],
    ]);
    const accuracy = section(report, "accuracy");
    expect(accuracy.series).toHaveLength(4);
    expect(accuracy.majority).toBe(0.5);
    const bands = comparison.results.filter(({ dataset, k }) => dataset === "planted" && k === 4);
    expect(accuracy.chance![0].high).toBe(Math.max(...bands.map(({ permuted }) => permuted!.high)));
    expect(
      section(report, "methods")
        .citations.map(({ text }) => text)
        .join(),
    ).toContain("Peng");
    expect(kinds(report)).toContain("curves");
  });
});

test("of a path: every fit with its strongest features", async () => {
  const { data } = planted({ rows: 60, noise: 20 });
  const result = await path(data, { gammas: [1, 10], ps: [1, 0.5] });
  const report = pathReport(data, result, { command: "salience path x", program: "x" });
  expectPlain(report);
  const { points, features, gammas } = section(report, "path");
  expect([points.length, features]).toEqual([2 * gammas.length, data.features]);
  points.forEach(({ top }, at) => {
    const { norms } = result.points[at];
    expect(top[0].norm).toBe(Math.max(...norms));
    expect(top.map(({ norm }) => norm)).toEqual(
      Array.from(norms)
        .sort((a, b) => b - a)
        .slice(0, top.length),
    );
  });
  const curves = section(report, "curves");
  expect(curves.facets[0].series[1].y).toEqual(
    result.points.filter(({ p }) => p === 0.5).map(({ support }) => support),
  );
});

test("of a tuning: every setting, the chosen one marked", async () => {
  const { data } = planted({ rows: 60, noise: 20 });
  for (const metric of ["accuracy", "auc"] as const) {
    const tuning = await tune(data, {
      method: "mrmr",
      k: [2, 4, 8],
      try: { scheme: ["mid", "miq"] },
      metric,
    });
    const report = tuningReport(tuning, { program: "x" });
    expectPlain(report);
    const table = section(report, "table");
    expect(table.rows.map(([, k, mean]) => [k, mean])).toEqual(
      tuning.results.map(({ k, mean }) => [k, mean]),
    );
    const marked = table.rows.filter((row) => String(row[4]).startsWith("chosen"));
    expect(marked.map((row) => [row[1], row[2]])).toEqual([[tuning.k, tuning.score]]);
    const { series, cut } = section(report, "accuracy");
    expect([series.length, cut]).toEqual([2, tuning.k]);
    series[1].points.forEach(({ mean, low, high }, at) => {
      const { folds } = tuning.results[3 + at];
      const average = folds.reduce((sum, x) => sum + x, 0) / folds.length;
      const squares = folds.reduce((sum, x) => sum + (x - average) * (x - average), 0);
      const deviation = Math.sqrt(squares / (folds.length - 1));
      expect(mean).toBeCloseTo(average, 12);
      expect(low).toBeCloseTo(average - deviation, 12);
      expect(high).toBeCloseTo(Math.min(1, average + deviation), 12);
    });
    expect(section(report, "surfaces").facets[0].values).toHaveLength(6);
  }
});

test("of a stability selection: frequencies, the line, and excluded features without one", async () => {
  const { data } = planted({ rows: 60, noise: 20 });
  const result = await stabilitySelection(data, {
    method: "fisher",
    k: 5,
    subsamples: 20,
    exclude: ["3"],
    keep: ["7"],
  });
  const report = stabilityReport(data, result, { command: "salience stability x" });
  expectPlain(report);
  const { names, frequencies, threshold } = section(report, "stability");
  expect(threshold).toBe(0.75);
  expect(frequencies.filter((share) => share >= 0.75)).toHaveLength(result.stable.length);
  expect(names.slice(0, result.stable.length)).toEqual(result.stable);
  const ranking = section(report, "ranking");
  expect([...ranking.names].sort()).toEqual([...data.featureNames].sort());
  expect(ranking).toMatchObject({ cut: result.stable.length, kept: ["7"], excluded: ["3"] });
  expect(ranking.scores[ranking.names.indexOf("3")]).toBeNull();
  expect(report.lead[1]).toContain(`At most ${Number(result.falseSelections.bound!.toPrecision(3))}`);
});

test("areas under the curve are shown in percent", async () => {
  const { data } = planted({ rows: 60, noise: 20 });
  const comparison = await compare([data], {
    methods: ["fisher", "mrmr"],
    k: [2],
    folds: 3,
    metric: "auc",
    permutations: 2,
  });
  const { series, metric, chance, majority } = section(comparisonReport(comparison), "accuracy");
  expect(metric).toBe("area under the ROC curve (%)");
  expect(series[0].points[0].mean).toBe(comparison.results[0].nested);
  expect(chance![0].high).toBe(Math.max(...comparison.results.map(({ permuted }) => permuted!.high)));
  expect(majority).toBeUndefined();
});

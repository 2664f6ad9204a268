import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { selectTuned } from "../../src/experiment/select-tuned.js";
import { stabilitySelection } from "../../src/experiment/stability-selection.js";
import { tune } from "../../src/experiment/tune.js";
import { Random } from "../../src/numeric/random.js";
import { readResult } from "../../src/study/read-result.js";
import { denseValues } from "../support/random-data.js";

/** Two measurements of the same signal, one of them noisier, and noise. */
function copiedSignal(): Dataset {
  const random = new Random(12);
  const labels = Array.from({ length: 80 }, (_, i) => (i % 2 ? "ill" : "well"));
  const rows = labels.map((label) => {
    const signal = random.normal() + (label === "ill" ? 2 : 0);
    return [signal, signal + 0.6 * random.normal(), ...Array.from({ length: 6 }, () => random.normal())];
  });
  return Dataset.fromRows(rows, labels, ["sequencing", "strip", ..."abcdef"]);
}

const data = copiedSignal();
const costs = { sequencing: 40, strip: 2 };
const settings = { k: [1, 2], folds: 4, sideBySide: false } as const;
const place = (name: string) => data.featureNames.indexOf(name);

describe("evaluate with costs", () => {
  test("prefers cheap features in every fold, and says what they cost on average", async () => {
    const plain = await evaluate(data, settings);
    const aware = await evaluate(data, { ...settings, costs });
    expect(plain.results[0].selections.every(([first]) => first === place("sequencing"))).toBe(true);
    expect(aware.results[0].selections.every(([first]) => first === place("strip"))).toBe(true);
    expect(aware.results.map(({ cost }) => cost)).toEqual([2, 3]);
    expect(plain.results[0]).not.toHaveProperty("cost");
    expect(aware.notices.map(({ text }) => text)).toContain("6 features have no cost given and count as 1");
    expect(readResult(aware.toJSON())).toMatchObject({ results: [{ cost: 2 }, { cost: 3 }] });
  });

  test("that are all equal gives the same bits", async () => {
    const equal = Object.fromEntries(data.featureNames.map((name) => [name, 3]));
    const [plain, priced] = [
      await evaluate(data, settings),
      await evaluate(data, { ...settings, costs: equal }),
    ];
    const figures = ({ results }: typeof plain) =>
      results.map(({ cost: _, seconds: _s, classifySeconds: _c, ...rest }) => rest);
    expect(figures(priced)).toEqual(figures(plain));
    expect(priced.results.map(({ cost }) => cost)).toEqual([3, 6]);
  });

  test("does not look at the test rows", async () => {
    const before = await evaluate(data, { ...settings, costs });
    const tested = new Set(before.testRows[0]);
    const spoilt = Dataset.fromRows(
      Array.from({ length: data.rows }, (_, i) =>
        Array.from({ length: data.features }, (_, j) =>
          tested.has(i) ? 1000 * (i + j) : denseValues(data).get(i, j),
        ),
      ),
      Array.from(data.labels!.codes, (code) => data.labels!.classes[code]),
      data.featureNames,
    );
    const after = await evaluate(spoilt, { ...settings, costs });
    for (const at of [0, 1])
      expect(after.results[at].selections[0]).toEqual(before.results[at].selections[0]);
  });

  test("weighs them along a path of gammas too", async () => {
    const tried = { gammas: [0.01, 0.1], ps: [1], folds: 2 };
    const { results } = await evaluate(data, { ...settings, k: 1, costs, scatter: "mean", tune: tried });
    expect(results[0].selections.every(([first]) => first === place("strip"))).toBe(true);
  });
});

test("compare measures what features cost for every method, and says which ones do not weigh it", async () => {
  const comparison = await compare([data], {
    ...settings,
    k: 1,
    methods: ["dfs", "mmc-rfe", "fisher"],
    costs,
  });
  expect(comparison.results.map(({ label, cost }) => [label, cost])).toEqual([
    ["dfs", 2],
    ["mmc-rfe", 2],
    ["fisher", 40],
  ]);
  expect(comparison.costs).toEqual(costs);
  const told = comparison.notices.filter(({ file }) => file === undefined).map(({ text }) => text);
  expect(told).toEqual(["fisher does not weigh costs: what the features cost is only measured"]);
  expect(readResult(comparison.toJSON())).toMatchObject({
    costs,
    results: [{ cost: 2 }, { cost: 2 }, { cost: 40 }],
  });
});

test("tune, selectTuned and stabilitySelection weigh costs; a method that does not is refused", async () => {
  const few = { k: [1], folds: 2, try: { alpha: [0.1] } };
  expect((await tune(data, { ...few, costs })).notices.at(-1)?.text).toMatch(/^6 features have no cost/);
  expect((await selectTuned(data, { ...few, costs })).selection.features).toEqual(["strip"]);
  expect((await stabilitySelection(data, { k: 1, subsamples: 4, costs })).stable).toEqual(["strip"]);
  const refusal = /fisher does not weigh what features cost; dfs, bahsic, mmc-rfe, svm-rfe, lasso do/;
  await expect(evaluate(data, { ...settings, method: "fisher", costs })).rejects.toThrow(refusal);
  await expect(tune(data, { method: "fisher", costs })).rejects.toThrow(refusal);
  await expect(stabilitySelection(data, { method: "fisher", costs })).rejects.toThrow(refusal);
});

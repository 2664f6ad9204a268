import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { Random } from "../../src/numeric/random.js";
import { selectors } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";
import { readResult } from "../../src/study/read-result.js";

/** Two measurements of the same signal, a weaker signal, and noise. */
function copiedSignal(seed: number, error = 0.3): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: 120 }, (_, i) => (i % 2 ? "ill" : "well"));
  const rows = labels.map((label) => {
    const signal = random.normal() + (label === "ill" ? 1.5 : 0);
    const weaker = random.normal() + (label === "ill" ? 0.8 : 0);
    const noise = Array.from({ length: 7 }, () => random.normal());
    return [signal, signal + error * random.normal(), weaker, ...noise];
  });
  const featureNames = ["sequencing", "strip", "weaker", ..."abcdefg"];
  return Dataset.fromRows(rows, labels, featureNames);
}

/** Two features that tell the classes equally well, and noise. */
function equallyGood(seed: number): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: 120 }, (_, i) => (i % 2 ? "ill" : "well"));
  const rows = labels.map((label) =>
    Array.from({ length: 8 }, (_, j) => random.normal() + (label === "ill" && j < 2 ? 1.2 : 0)),
  );
  return Dataset.fromRows(rows, labels, ["first", "second", ..."abcdef"]);
}

const weighing = [
  ["dfs", {}],
  ["dfs", { gamma: 0.05, scatter: "mean" }],
  ["mmc-rfe", {}],
  ["svm-rfe", {}],
  ["lasso", {}],
  ["lasso", { l1Ratio: 0.7 }],
  ["bahsic", {}],
] as const;

test("the methods that weigh costs are those that are tested here", () => {
  const able = Object.values(selectors).filter(({ weighsCosts }) => weighsCosts);
  expect(able.map(({ name }) => name).sort()).toEqual([...new Set(weighing.map(([name]) => name))].sort());
});

describe.each(weighing)("%s %j", (method, options) => {
  const run = (data: Dataset, costs?: Record<string, number>) =>
    selectWith(data, { method, options, k: 2, costs });

  test("takes the cheap one of two equally good features", async () => {
    const data = equallyGood(8);
    for (const [cheap, dear] of [
      ["first", "second"],
      ["second", "first"],
    ])
      expect((await run(data, { [dear]: 4 })).rankedNames[0]).toBe(cheap);
  });

  test("takes the cheap one of two measurements of one signal", async () => {
    const data = copiedSignal(3);
    const plain = await run(data);
    expect(plain.features[0]).toBe("sequencing");
    const aware = await run(data, { sequencing: 50, strip: 1 });
    expect(aware.features).toContain("strip");
    expect(aware.features).not.toContain("sequencing");
    expect(aware.totalCost).toBe(2);
  });

  test("takes the cheap one of exact copies, wherever it stands", async () => {
    const data = copiedSignal(4, 0);
    for (const [cheap, dear] of [
      ["sequencing", "strip"],
      ["strip", "sequencing"],
    ]) {
      const { rankedNames } = await run(data, { [dear]: 3 });
      expect(rankedNames[0]).toBe(cheap);
    }
  });

  test("gives the same bits where all cost the same, in any unit", async () => {
    const data = copiedSignal(5);
    const plain = await run(data);
    for (const cost of [1, 2.5]) {
      const equal = await run(data, Object.fromEntries(data.featureNames.map((name) => [name, cost])));
      expect(Array.from(equal.scores)).toEqual(Array.from(plain.scores));
      expect(Array.from(equal.ranking)).toEqual(Array.from(plain.ranking));
      expect(equal.totalCost).toBe(2 * cost);
      expect(equal.notices).toEqual(plain.notices);
    }
  });

  test("gives the same bits in another unit that is a power of two", async () => {
    const data = copiedSignal(6);
    const costs = Object.fromEntries(data.featureNames.map((name, j) => [name, 1 + (j % 4)]));
    const doubled = Object.fromEntries(Object.entries(costs).map(([name, cost]) => [name, 8 * cost]));
    expect(Array.from((await run(data, costs)).scores)).toEqual(
      Array.from((await run(data, doubled)).scores),
    );
  });
});

describe("costs", () => {
  const data = copiedSignal(7);
  const refusal = (costs: unknown, settings: object = {}) =>
    expect(selectWith(data, { k: 2, costs: costs as Record<string, number>, ...settings })).rejects;

  test("are kept with the selection, and features without one are counted", async () => {
    const costs = new Map([["strip", 2]]);
    const selection = await selectWith(data, { k: 3, costs, exclude: ["a"] });
    expect(selection.costs).toEqual({ strip: 2 });
    expect(selection.notices.map(({ text }) => text)).toContain(
      "8 features have no cost given and count as 1",
    );
    const again = readResult(JSON.parse(JSON.stringify(selection)));
    expect(again).toMatchObject({ costs: { strip: 2 }, totalCost: selection.totalCost });
    expect((await selectWith(data, { k: 3 })).toJSON()).not.toHaveProperty("costs");
  });

  test("of a group are its price as a whole", async () => {
    const settings = { k: 2, featureGroups: { panel: ["sequencing", "strip"], rest: ["a", "b", "c"] } };
    const plain = await selectWith(data, settings);
    expect(plain.features).toContain("sequencing");
    const dear = await selectWith(data, { ...settings, costs: { panel: 300, rest: 3 } });
    expect(dear.features).not.toContain("sequencing");
    const all = await selectWith(data, { ...settings, k: 7, costs: { panel: 10, rest: 0.3 } });
    // Seven choices: two groups and five features of cost 1.
    expect(all.totalCost).toBe(15.3);
  });

  test("for what is not there, or is no cost, are refused", async () => {
    await refusal({ stripe: 2 }).toThrow(/costs: unknown feature "stripe" \(did you mean "strip"\?\)/);
    await refusal({ strip: 0 }).toThrow(/the cost of "strip" must be a number above 0; 0 was given/);
    await refusal({ strip: "2" }).toThrow(/must be a number above 0/);
    await refusal([2]).toThrow(/must be an object or a Map/);
    await refusal({ panel: 2, a: 1 }, { featureGroups: { panel: ["a", "b"] } }).toThrow(
      /both "a" and its group/,
    );
    await refusal({ strip: 2 }, { options: { gamma: 0 } }).toThrow(/weigh the penalty/);
    await refusal({ strip: 2 }, { method: "bahsic", options: { kernel: "gaussian" } }).toThrow(
      /need the linear one/,
    );
    await refusal({ strip: 2 }, { method: "fisher" }).toThrow(
      /fisher does not weigh what features cost; dfs, bahsic, mmc-rfe, svm-rfe, lasso do/,
    );
  });
});

/** A number and a category that know the classes about equally well, and noise; a batch that shifts the number. */
function mixedTable(): Dataset {
  const random = new Random(9);
  const rows = Array.from({ length: 150 }, (_, i) => {
    const ill = i % 2 === 1;
    const batch = i % 3;
    const kind = random.uniform() < 0.75 ? (ill ? "x" : "y") : random.uniform() < 0.5 ? "z" : ill ? "y" : "x";
    const noise = { a: random.normal(), b: random.normal(), c: random.uniform() < 0.5 ? "p" : "q" };
    return {
      number: random.normal() + (ill ? 1.3 : 0) + 2 * batch,
      kind,
      ...noise,
      batch,
      class: ill ? "ill" : "well",
    };
  });
  return Dataset.fromObjects(rows, { target: "class", columns: ["batch=number"] });
}

test.each(["dfs", "mmc-rfe"])(
  "%s weighs the cost of a category once, beside numbers that are adjusted",
  async (method) => {
    const data = mixedTable();
    const run = (costs: Record<string, number>) =>
      selectWith(data, { method, k: 2, adjust: ["batch"], costs });
    expect((await run({ number: 30, kind: 1 })).rankedNames[0]).toBe("kind");
    const { rankedNames, totalCost, notices } = await run({ number: 1, kind: 30 });
    expect(rankedNames[0]).toBe("number");
    expect(totalCost).toBe(rankedNames[1] === "kind" ? 31 : 2);
    expect(notices.map(({ text }) => text)).toContain("3 features have no cost given and count as 1");
  },
);

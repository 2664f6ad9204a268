import { beforeAll, describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { planted } from "../../src/data/bundled/planted.js";
import { Dataset } from "../../src/data/dataset.js";
import { examine } from "../../src/data/examine.js";
import { compare } from "../../src/experiment/compare.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { selectTuned } from "../../src/experiment/select-tuned.js";
import { stabilitySelection } from "../../src/experiment/stability-selection.js";
import { tune } from "../../src/experiment/tune.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { makeRecipe } from "../../src/recipe/make-recipe.js";
import { predictWith } from "../../src/recipe/predict-with.js";
import { reproduce } from "../../src/reproduction/reproduce.js";
import { path } from "../../src/selectors/dfs/path.js";
import { type Selection, select } from "../../src/selectors/select.js";
import { describeSelection, pickedOnly } from "../../src/selectors/selection.js";
import { readResult } from "../../src/study/read-result.js";
import { repeatRecipe } from "../../src/study/repeat-recipe.js";
import { randomData } from "../support/random-data.js";

const data = randomData({ rows: 48, features: 14, classes: 3, relevant: 4, separation: 1.5, seed: 3 });
/** A feature that tells the classes apart without error has an infinite score; a class of two rows is too small. */
const perfect = Dataset.fromRows(
  Array.from({ length: 24 }, (_, i) => [i < 12 ? 0 : 1, (i * 7) % 5, (i * 11) % 7, i % 3]),
  Array.from({ length: 24 }, (_, i) => (i === 3 || i === 15 ? "rare" : i < 12 ? "a" : "b")),
);
/** One category, and a feature that only one class has values of: its p is NaN. */
const mixed = perfect.with({
  values: Matrix.fromRows(
    Array.from({ length: 24 }, (_, i) => [i < 12 ? 0 : 1, i < 12 && i !== 3 ? i : Number.NaN, i % 3, i % 5]),
  ),
  categories: [null, null, ["x", "y", "z"], null],
});
const groups = Array.from({ length: data.rows }, (_, i) => `p${i >> 1}`);

const results: Readonly<Record<string, () => Promise<{ toJSON(): object }>>> = {
  "a selection": () => select(data, { method: "fisher", k: 4 }),
  "a selection with trace, certificate and choices": () => select(data, { k: 4 }),
  "a selection with kept, excluded and grouped features": () =>
    select(data, { k: 4, keep: ["2"], exclude: ["5"], featureGroups: { g: ["3", "4"], h: ["7"] } }),
  "an estimated selection": () => select(data, { method: "relieff", k: 3, samples: 20 }),
  "a selection with infinite scores": () =>
    select(perfect.selectRows([0, 1, 2, 4, 5, 12, 13, 14, 16, 17]), { method: "fisher", k: 2 }),
  "the picked features of a selection": async () =>
    pickedOnly(await select(data, { method: "fisher", k: 4 })),
  "a described selection": async () =>
    describeSelection(await select(perfect, { method: "fisher", k: 2, exclude: ["3"] }), mixed, {
      featureTest: "kruskal",
      logBase: "2",
    }),
  "the picked features of a described selection": async () =>
    pickedOnly(describeSelection(await select(data, { method: "fisher", k: 4 }), data)),
  "a tuned selection": () => selectTuned(data, { method: "fisher", k: [2, 5] }),
  "an evaluation": () => evaluate(data, { method: "fisher", k: [2, 4], permutations: 2, rowGroups: groups }),
  "an evaluation without rare classes": () =>
    evaluate(perfect, { method: "fisher", k: 2, rareClasses: "drop", sideBySide: false }),
  "a tuned evaluation": () => evaluate(data, { method: "mrmr", k: "auto", tune: { k: [2, 4], folds: 2 } }),
  "a comparison": () =>
    compare([data, planted({ rows: 40, noise: 8 }).data], {
      methods: ["fisher", { method: "mrmr", label: "other" }],
      k: [2, 4],
      permutations: 2,
    }),
  "a comparison with equal folds, whose t is infinite": () =>
    compare([perfect], {
      methods: ["fisher", "laplacian"],
      k: 1,
      rareClasses: "drop",
      folds: "leave-one-out",
    }),
  "a tuning": () => tune(data, { method: "mrmr", k: [2, 4], try: { scheme: ["mid", "miq"] } }),
  "a stability selection": () =>
    stabilitySelection(data, { method: "fisher", k: 3, subsamples: 10, keep: ["2"] }),
  "a path": () => path(data, { gammas: [0.01, 0.1], ps: [1, 0.5], maxIterations: 3 }),
  "a prediction": async () => {
    const selection = await select(data, { method: "fisher", k: 4 });
    const recipe = await makeRecipe(data, selection, { classifier: "svm" });
    return predictWith(recipe, data.with({ rowIds: groups.map((group, i) => `${group} ${i}`) }));
  },
  "a repetition": async () => {
    const recipe = await makeRecipe(perfect, await select(perfect, { method: "fisher", k: 3 }));
    return repeatRecipe(
      { ...recipe, features: recipe.features.slice(0, 2) },
      perfect.selectRows([...Array(22).keys()]),
    );
  },
  "a prediction without labels": async () => {
    const recipe = await makeRecipe(data, await select(data, { method: "fisher", k: 4 }), {
      classifier: "knn",
    });
    return predictWith(recipe, data.with({ labels: null }));
  },
  "an examination": () => examine(data),
  "a reproduction": () =>
    reproduce(
      { ORL: randomData({ rows: 40, features: 24, classes: 4, relevant: 6, separation: 1.5, seed: 2 }) },
      {
        effort: {
          ...{ seeds: 1, ks: [10, 20], gammas: [0.1], widths: [1], neighbours: [3], innerFolds: 2, ps: [1] },
          ...{ surfaceGammas: [0.1], steps: 5, shuffles: 1, nestedOn: ["ORL"] },
        },
      },
    ),
};

/** What `JSON.parse` makes of a result. */
const plain = (result: object) => JSON.parse(JSON.stringify(result));

describe.each(Object.keys(results))("%s", (name) => {
  let text: string;
  beforeAll(async () => {
    text = JSON.stringify(await results[name]());
  });

  test("survives JSON byte for byte, as text and as data", () => {
    expect(JSON.stringify(readResult(text))).toBe(text);
    expect(JSON.stringify(readResult(JSON.parse(text)))).toBe(text);
    expect(text).not.toContain("undefined");
    expect(JSON.parse(text)).toHaveProperty("notices");
    expect(JSON.parse(text)).toMatchObject({ schema: expect.stringMatching(/^salience\/\w+@\d$/) });
  });

  test("is refused where a member is missing or of another kind", () => {
    const whole = JSON.parse(text);
    for (const [key, value] of Object.entries(whole)) {
      const { [key]: _, ...without } = whole;
      const other = typeof value === "number" ? "many" : typeof value === "string" ? -1.5 : 3.5;
      for (const damaged of [...(optional.has(key) ? [] : [without]), { ...whole, [key]: other }])
        expect(
          codeOf(() => readResult(damaged)),
          key,
        ).toBe("unreadable-json");
    }
  });
});

/** Members that say only what there is to say. */
const optional = new Set([
  ...["kept", "excluded", "featureGroups", "trace", "certificate", "chosen", "definition", "tuning"],
  "rowGroupCount",
  ...["columns", "leftOut", "estimates"],
]);

function codeOf(run: () => unknown): string {
  try {
    run();
    return "read";
  } catch (error) {
    if (error instanceof InputError) return error.code;
    throw error;
  }
}

describe("a result that was read", () => {
  test("describes its features as before", async () => {
    const selection = describeSelection(await select(perfect, { method: "fisher", k: 2 }), mixed);
    const again = readResult(plain(selection)) as Selection;
    expect(again.descriptions).toEqual(selection.descriptions);
    expect(again.descriptions!.features.map(({ index }) => index)).toEqual(Array.from(selection.ranking));
    const { effect: _, ...without } = plain(selection).ranking[0];
    expect(codeOf(() => readResult({ ...plain(selection), ranking: [without] }))).toBe("unreadable-json");
  });

  test("is the result: the same arrays, and a selection still transforms", async () => {
    const selection = await select(data, { method: "fisher", k: 4, exclude: ["5"] });
    const again = readResult(plain(selection)) as Selection;
    expect(again.ranking).toEqual(selection.ranking);
    expect(again.scores).toEqual(selection.scores);
    expect(again.features).toEqual(selection.features);
    expect(again.transform(data).featureNames).toEqual(selection.features);
    expect(() => again.project(data)).toThrow("so it cannot project data");
    const endless = await results["a selection with infinite scores"]();
    expect((readResult(plain(endless)) as Selection).scores[0]).toBe(Number.POSITIVE_INFINITY);
    const fitted = await path(data, { gammas: [0.1], ps: [1] });
    const read = readResult(plain(fitted));
    expect(read).toEqual(fitted);
  });

  test("is refused with its place in it", async () => {
    const json = plain(await compare([data], { methods: ["fisher"], k: [2, 4], sideBySide: false }));
    json.results[1].foldMetrics[0].auc = "much";
    expect(() => readResult(json)).toThrow(
      'this result is damaged: results[1].foldMetrics[0].auc must be a number; "much" was found',
    );
    delete json.results[0].accuracy;
    expect(() => readResult(json)).toThrow("results[0].accuracy must be there");
    const cut = plain(await select(data, { method: "fisher", k: 4 }));
    cut.ranking.length = 3;
    expect(() => readResult(cut)).toThrow("ranking has 3 of 4 picked features");
  });

  test.each([
    ["", /not a result: it is not JSON/],
    ["[1, 2]", /it has no schema/],
    [{ schema: "salience/comparison@1" }, /its schema is "salience\/comparison@1"; known are .*comparison@2/],
    [{ schema: "toString" }, /its schema is "toString"/],
    [{ schema: 4 }, /its schema is 4/],
  ])("%j is no result", (json, message) => {
    expect(() => readResult(json)).toThrow(message);
    expect(codeOf(() => readResult(json))).toBe("unreadable-json");
  });
});

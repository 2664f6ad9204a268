import { describe, expect, test } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { parsePlan } from "../../src/study/parse-plan.js";
import type { Plan } from "../../src/study/plan.js";

const data = [{ source: "d.csv", reading: { target: "class" } }];
const plans: Readonly<Record<Plan["task"], Plan>> = {
  select: {
    schema: "salience/plan@1",
    task: "select",
    data,
    select: {
      method: "mrmr",
      options: { scheme: "miq" },
      k: 5,
      keep: ["a"],
      featureGroups: { g: ["b", "c"] },
    },
    judge: { classifier: "knn", classifierOptions: { nearest: 3 }, folds: 3 },
    measure: { k: [2, 5], permutations: 0 },
    model: true,
    report: { image: { width: 4, height: 4, order: "rows" } },
    seed: 7,
    kernels: "wasm",
  },
  compare: {
    schema: "salience/plan@1",
    task: "compare",
    data: [...data, { source: "test.csv", reading: { target: "class" }, role: "test" }],
    select: { methods: [{ method: "fisher" }, { options: { gamma: 0.1 }, label: "dfs 0.1" }], k: [2, 4] },
    judge: { protocol: "paper", sideBySide: false, metric: "macro-f1" },
    tune: {},
  },
  tune: {
    schema: "salience/plan@1",
    task: "tune",
    data,
    select: { method: "relieff", selectOn: "raw" },
    tune: { k: [2, 4], try: { neighbours: [3, 5] }, rule: "best" },
    judge: { repeats: 2 },
  },
  stability: {
    schema: "salience/plan@1",
    task: "stability",
    data,
    select: { method: "fisher", k: 3 },
    stability: { subsamples: 10, threshold: 0.9, rareClasses: "drop" },
  },
  path: {
    schema: "salience/plan@1",
    task: "path",
    data,
    select: { options: { alpha: 0.1 } },
    path: { ps: [1, 0.5] },
  },
};

/** The error that a plan with some parts replaced gives. */
function refusal(task: Plan["task"], parts: object): InputError {
  try {
    parsePlan({ ...plans[task], ...parts });
  } catch (error) {
    if (error instanceof InputError) return error;
    throw error;
  }
  throw new Error("the plan was accepted");
}

describe("parsePlan", () => {
  test.each(Object.values(plans))("takes a plan of task $task as text and as an object", (plan) => {
    expect(parsePlan(JSON.stringify(plan))).toEqual(plan);
    expect(parsePlan(plan)).toBe(plan);
  });

  test("refuses what is not a plan", () => {
    const message = (json: string | object) => {
      try {
        parsePlan(json);
        return "";
      } catch (error) {
        expect((error as InputError).code).toBe("unreadable-json");
        return (error as Error).message;
      }
    };
    expect(message("no")).toMatch(/not JSON/);
    expect(message("[]")).toMatch(/it has no schema/);
    expect(message("{}")).toMatch(/it has no schema/);
    expect(message({ schema: "salience/plan@2" })).toMatch(/its schema is "salience\/plan@2"/);
    expect(message({ schema: "salience/plan@1", task: "selekt" })).toMatch(
      /task must be one of.*did you mean "select"/,
    );
    expect(message({ schema: "salience/plan@1", task: "select", data })).toMatch(
      /the plan is damaged: select is missing/,
    );
  });

  test("refuses fields that plans do not have, with the nearest one", () => {
    expect(refusal("select", { judges: {} })).toMatchObject({
      code: "unreadable-json",
      message: expect.stringContaining('a plan has no "judges" (did you mean "judge"?)'),
    });
    expect(refusal("select", { judge: { fold: 3 } }).message).toContain(
      '"judge.fold" (did you mean "folds"?)',
    );
    expect(refusal("select", { data: [{ source: "a", reading: { tarrget: "x" } }] })).toMatchObject({
      code: "unknown-name",
      message: expect.stringContaining('did you mean "target"?'),
    });
  });

  test("refuses values that are not allowed", () => {
    for (const [parts, message] of [
      [{ seed: -1 }, /seed must be a whole number/],
      [{ data: [] }, /data is an empty list/],
      [{ data: [{ source: 3 }] }, /source must be text/],
      [{ select: { k: 0 } }, /k must be a whole number of at least 1; 0 was given/],
      [{ select: { keep: "a" } }, /keep must be a list/],
      [{ judge: { metric: "luck" } }, /metric must be one of/],
      [{ judge: { folds: 1 } }, /folds must be/],
      [{ select: { options: { gamma: [1] } } }, /gamma must be text, a number/],
    ] as const)
      expect(refusal("select", parts)).toMatchObject({ message: expect.stringMatching(message) });
  });

  test("refuses methods, classifiers and options that there are not", () => {
    expect(refusal("select", { select: { method: "mrrm" } }).message).toMatch(/unknown method "mrrm".*mrmr/);
    expect(refusal("select", { select: { method: "fisher", options: { gamma: 1 } } }).message).toMatch(
      /"gamma"/,
    );
    expect(refusal("compare", { select: { methods: [{ options: { gama: 1 } }] } }).message).toMatch(/gamma/);
    expect(
      refusal("select", { judge: { classifier: "lda", classifierOptions: { nearest: 3 } } }).message,
    ).toMatch(/"nearest" is not an option of lda/);
  });

  test("refuses what contradicts itself", () => {
    for (const [task, parts, message] of [
      ["select", { select: { k: "auto", featureGroups: { g: ["a"] } } }, /counts single features/],
      ["select", { tune: { k: [1] } }, /both fixes k and says how to choose it/],
      ["select", { judge: { metric: "auc", folds: "leave-one-out" } }, /several test rows/],
      ["select", { data: [...data, ...data] }, /takes one file of data; 2 are given/],
      ["tune", { data: plans.compare.data }, /test file/],
      ["compare", { judge: { folds: 3 } }, /replaces the folds, so folds has no effect/],
    ] as const)
      expect(refusal(task, parts)).toMatchObject({
        code: "options-conflict",
        message: expect.stringMatching(message),
      });
  });
});

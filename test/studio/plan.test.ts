import { expect, test } from "vitest";
import { planSchema, type SelectPlan } from "../../src/study/plan.js";
import { commandOf } from "../../src/study/render.js";
import {
  changePlan,
  chooseMethod,
  comparePlan,
  planRemedy,
  secondsFor,
  selectingSeconds,
} from "../../studio/app/plan.js";
import type { Opened } from "../../studio/messages.js";

const plan: SelectPlan = {
  schema: planSchema,
  task: "select",
  data: [{ source: "data.csv" }],
  select: { method: "fisher", k: "auto" },
};
const weighted = changePlan(plan, { select: { options: { classWeight: "balanced" } } });

test("class weights of the method are those of the judge, as on the command line", () => {
  expect(weighted.judge).toEqual({ classifierOptions: { classWeight: "balanced" } });
  expect(commandOf(weighted)).toContain("--k auto --class-weight balanced");
  expect(changePlan(weighted, { judge: { classifier: "knn" } }).judge).toEqual({ classifier: "knn" });
  expect(changePlan(weighted, { select: { options: {} } })).toEqual(plan);
});

test("a comparison weighs classes in every method that can, and has the costs of the plan", () => {
  const priced = { ...weighted, select: { ...weighted.select, costs: { a: 2 } } };
  const { select, judge } = comparePlan(priced, ["fisher", "dfs", "mrmr"], [5]);
  const options = { classWeight: "balanced" };
  expect(select.methods).toEqual([
    { method: "fisher", options },
    { method: "dfs", options },
    { method: "mrmr" },
  ]);
  expect(select.costs).toEqual({ a: 2 });
  expect(judge?.classifierOptions).toEqual(options);
});

test("class weights stay with the judge where a method has none, and come back with one that has", () => {
  const change = planRemedy(plan, "classWeight", "balanced");
  expect(changePlan(plan, change!)).toEqual(weighted);
  const without = changePlan(weighted, chooseMethod(weighted, "relieff"));
  expect(without.select.options).toBeUndefined();
  expect(without.judge).toEqual({ classifierOptions: { classWeight: "balanced" } });
  expect(changePlan(without, chooseMethod(without, "fisher"))).toEqual(weighted);
});

test("known influences and costs are those of a comparison too", () => {
  const select = { ...plan.select, adjust: ["age"], costs: { a: 2 }, costsFile: "prices.csv" };
  expect(comparePlan({ ...plan, select }, ["dfs"], [5]).select).toMatchObject({
    adjust: ["age"],
    costs: { a: 2 },
    costsFile: "prices.csv",
  });
});

test("estimates follow the options, k and what is measured", () => {
  const shape = { rows: 200, features: 1000, classes: 2, entries: 200_000, k: 20, overlap: 0.1 };
  const rates = { scalar: 1e9, matrix: 2e10, moved: 2e9, calls: 2e5 };
  const data = { shape, rates, rows: 200, features: 1000 } as unknown as Opened;
  const withMethod = (method: string, options = {}): SelectPlan => ({
    ...plan,
    select: { method, options, k: 20 },
  });
  const linear = selectingSeconds(data, withMethod("bahsic"));
  expect(selectingSeconds(data, withMethod("bahsic", { kernel: "gaussian" }))).toBeGreaterThan(5 * linear);
  const few = secondsFor(data, withMethod("rfs"), 1);
  const shuffled = secondsFor(data, { ...withMethod("rfs"), measure: { permutations: 3 } }, 1);
  expect(few.select).toBe(selectingSeconds(data, withMethod("rfs")));
  expect(shuffled.measure).toBeCloseTo(4 * few.measure);
  expect(secondsFor(data, withMethod("rfs"), 2).measure).toBeCloseTo(few.measure / 2);
});

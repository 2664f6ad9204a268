import { expect, test } from "vitest";
import { planSchema, type SelectPlan } from "../../src/study/plan.js";
import { commandOf } from "../../src/study/render.js";
import { changePlan, chooseMethod, comparePlan, planRemedy } from "../../studio/app/plan.js";

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

import { expect, test } from "vitest";
import { select } from "../../src/index.js";
import { planBriefMeasuring } from "../../src/study/measure.js";
import { planSchema, type SelectPlan } from "../../src/study/plan.js";
import { randomData } from "../support/random-data.js";

const plan: SelectPlan = {
  schema: planSchema,
  task: "select",
  data: [{ source: "data.csv" }],
  select: { method: "fisher", k: 2 },
};

test("small data is measured for the selected number of features, without shuffles", async () => {
  const data = randomData({ rows: 60, features: 8, classes: 2, seed: 1 });
  const selection = await select(data, { method: "fisher", k: 2 });
  const { plan: brief } = planBriefMeasuring(data, plan, { selection, tuning: null });
  expect(brief).toEqual({ ...plan, measure: { k: [2], permutations: 0 } });
});

test("data on which it would take long is not measured, and the notice says so", async () => {
  const data = randomData({ rows: 20_000, features: 10, classes: 3, seed: 2 });
  const selection = await select(data, { method: "fisher", k: 2 });
  const { plan: brief, notices } = planBriefMeasuring(data, plan, { selection, tuning: null });
  expect(brief).toBeNull();
  expect(notices.map(({ text }) => text)).toEqual([
    "accuracy was not measured: it may take more than a few seconds here; a report or a comparison measures it",
  ]);
});

import { describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { Dataset } from "../../src/data/dataset.js";
import { describeFeatures } from "../../src/evaluation/describe-features.js";
import { evaluate } from "../../src/experiment/evaluate.js";
import { selectTuned } from "../../src/experiment/select-tuned.js";
import { select } from "../../src/selectors/select.js";
import { planMeasuring } from "../../src/study/measure.js";
import type { SelectPlan } from "../../src/study/plan.js";
import { measureStudy, runStudy } from "../../src/study/run-study.js";
import { randomData } from "../support/random-data.js";

const { data } = planted();
const part = data.selectRows(Array.from({ length: 60 }, (_, i) => 3 * i));
const plan: SelectPlan = {
  schema: "salience/plan@1",
  task: "select",
  data: [{ source: "bundled:planted" }],
  select: { method: "fisher", k: 6 },
};

describe("runStudy of a selection", () => {
  test("selects as select does", async () => {
    const select6 = { ...plan.select, keep: ["7"], exclude: ["3"] };
    const study = await runStudy(part, { ...plan, select: select6, seed: 3 });
    const direct = await select(part, { method: "fisher", k: 6, keep: ["7"], exclude: ["3"], seed: 3 });
    expect(study.selection.ranking).toEqual(direct.ranking);
    expect(study.selection.scores).toEqual(direct.scores);
    expect(study).toMatchObject({
      task: "select",
      tuning: null,
      evaluation: null,
      notices: [],
      stopped: false,
    });
  });

  test("describes the ranked features, as the plan says", async () => {
    const { selection } = await runStudy(part, plan);
    const all = describeFeatures(part);
    expect(selection.descriptions).toMatchObject({ test: "f", logBase: "none" });
    expect(selection.descriptions!.features).toEqual(Array.from(selection.ranking, (j) => all.features[j]));
    const ranked = await runStudy(part, { ...plan, describe: { featureTest: "kruskal", logBase: "10" } });
    expect(ranked.selection.descriptions!.features).toEqual(
      Array.from(
        selection.ranking,
        (j) => describeFeatures(part, { featureTest: "kruskal", logBase: "10" }).features[j],
      ),
    );
  });

  test("does not describe features without classes, and refuses to where that is asked for", async () => {
    const [unlabelled, laplacian] = [part.with({ labels: null }), { method: "laplacian", k: 3 }];
    const { selection } = await runStudy(unlabelled, { ...plan, select: laplacian });
    expect(selection).not.toHaveProperty("descriptions");
    const asked: SelectPlan = { ...plan, select: laplacian, describe: { featureTest: "kruskal" } };
    await expect(runStudy(unlabelled, asked)).rejects.toThrow(
      /^featureTest is about differences between classes, but the data has no labels/,
    );
  });

  test("measures as evaluate does, on the data as the selection saw it", async () => {
    const measure = { k: [3, 6], permutations: 2 };
    const { evaluation } = await runStudy(part, { ...plan, judge: { folds: 3, classifier: "lda" }, measure });
    const direct = await evaluate(part, {
      method: "fisher",
      k: [3, 6],
      folds: 3,
      classifier: "lda",
      permutations: 2,
      selectOn: "raw",
      keepHeldOut: true,
    });
    expect(untimed(evaluation)).toEqual(untimed(direct));
  });

  test("measures later what was selected before, with the same result", async () => {
    const measured: SelectPlan = { ...plan, judge: { folds: 3 }, measure: { k: [3, 6], permutations: 0 } };
    const before = await runStudy(part, { ...measured, measure: undefined });
    const later = await measureStudy(part, measured, before);
    expect(later.selection).toBe(before.selection);
    expect(untimed(later.evaluation)).toEqual(untimed((await runStudy(part, measured)).evaluation));
  });

  test("says why accuracy was not measured", async () => {
    const unlabelled = part.with({ labels: null });
    const laplacian = { ...plan, select: { method: "laplacian", k: 3 }, measure: {} };
    const { evaluation, notices } = await runStudy(unlabelled, laplacian);
    expect(evaluation).toBeNull();
    expect(notices).toMatchObject([
      { code: "evaluation", text: "accuracy was not measured: the data has no labels" },
    ]);
  });

  test("refuses a plan that is not one, and data that does not fit the plan", async () => {
    await expect(runStudy(part, { ...plan, select: { k: 0 } })).rejects.toThrow(/k must be/);
    await expect(runStudy([part, part], plan)).rejects.toThrow(/the plan has 1 files, but 2 were given/);
  });

  test("an anytime selection that is aborted gives the ranking so far, and is not measured", async () => {
    const controller = new AbortController();
    const stopped = await runStudy(
      data,
      { ...plan, select: { method: "relieff", k: 5 }, measure: {} },
      { anytime: true, signal: controller.signal, onInterim: () => controller.abort() },
    );
    expect(stopped.stopped).toBe(true);
    expect(stopped.selection.features).toHaveLength(5);
    expect(stopped.evaluation).toBeNull();
    expect(stopped.notices[0].text).toMatch(/stopped/);
  });
});

describe("accuracy after k auto", () => {
  const auto: SelectPlan = {
    ...plan,
    select: { method: "mrmr", k: "auto" },
    tune: { k: [2, 4, 8] },
    judge: { folds: 3 },
    measure: { permutations: 0 },
  };

  test("is measured with k and options chosen anew inside every training fold", async () => {
    const { selection, tuning, evaluation } = await runStudy(part, auto);
    const direct = await selectTuned(part, { method: "mrmr", k: [2, 4, 8], folds: 3 });
    expect(selection.ranking).toEqual(direct.selection.ranking);
    expect(tuning?.k).toBe(direct.tuning.k);
    const nested = await evaluate(part, {
      method: "mrmr",
      k: "auto",
      tune: { k: [2, 4, 8], folds: 3 },
      folds: 3,
      selectOn: "raw",
      keepHeldOut: true,
    });
    expect(untimed(evaluation)).toEqual(untimed(nested));
    expect(evaluation?.results).toHaveLength(1);
    expect(evaluation?.results[0].chosen).toHaveLength(3);
  });

  test("on pure noise is at chance level, where the tuned score is above it", async () => {
    const noise = randomData({ rows: 40, features: 150, classes: 2, relevant: 0, seed: 4 });
    const { tuning, evaluation } = await runStudy(noise, {
      ...auto,
      tune: { k: [1, 2, 3, 5, 8, 12], rule: "best", try: { scheme: ["mid", "fcd"] } },
      judge: { folds: 5 },
    });
    const { nested } = evaluation!.results[0].honesty;
    expect(tuning!.score).toBeGreaterThan(nested!);
  });

  test("is left out with a remedy where that would take too long", async () => {
    const { selection, tuning } = await selectTuned(part, { method: "mrmr", k: [2, 4], folds: 3 });
    const wide = new Dataset({
      ...part,
      values: randomData({ rows: 60, features: 4000, seed: 1 }).values,
      featureNames: Array.from({ length: 4000 }, (_, j) => `f${j}`),
    });
    const slow = { ...selection, method: "dfs", options: {}, kept: [], excluded: [], featureGroups: {} };
    const many = { ...tuning, candidates: Array.from({ length: 40 }, () => ({})) };
    const open = { ...auto, measure: {} };
    const { extent, notices } = planMeasuring(wide, open, { selection: slow, tuning: many });
    expect(extent).toBeNull();
    expect(notices).toMatchObject([
      {
        code: "evaluation",
        text: expect.stringMatching(
          /choosing k and options again inside every training fold would take too long/,
        ),
        remedies: [{ option: "permutations", value: 0 }],
      },
    ]);
    expect(planMeasuring(wide, auto, { selection: slow, tuning: many }).extent).toMatchObject({
      permutations: 0,
    });
  });
});

/** Without times, which differ from run to run. */
function untimed(evaluation: unknown): unknown {
  return JSON.parse(JSON.stringify(evaluation, (key, value) => (/seconds$/i.test(key) ? undefined : value)));
}

import { beforeAll, describe, expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import type { Dataset } from "../../src/data/dataset.js";
import { checkData } from "../../src/recipe/check-data.js";
import { fingerprint } from "../../src/recipe/fingerprint.js";
import { parseRecipe } from "../../src/recipe/parse-recipe.js";
import type { Report, Section } from "../../src/report/report.js";
import { parsePlan } from "../../src/study/parse-plan.js";
import type { SelectPlan } from "../../src/study/plan.js";
import { planOf, recipeOf } from "../../src/study/recipe-of.js";
import { repeatRecipe } from "../../src/study/repeat-recipe.js";
import { runStudy } from "../../src/study/run-study.js";
import type { SelectStudy } from "../../src/study/study.js";
import { studyReport } from "../../src/study/study-report.js";

const { data } = planted();
const part = data.selectRows(Array.from({ length: 60 }, (_, i) => 3 * i));
const plan: SelectPlan = {
  schema: "salience/plan@1",
  task: "select",
  data: [{ source: "planted.csv", reading: { target: "class", transforms: [] } }],
  select: { method: "mrmr", k: "auto" },
  tune: { k: [2, 4, 8] },
  judge: { folds: 3, classifier: "lda" },
  measure: { permutations: 0 },
};

const section = <K extends Section["kind"]>(report: Report, kind: K) =>
  report.sections.find((one): one is Extract<Section, { kind: K }> => one.kind === kind)!;

describe("the report after k auto", () => {
  let study: SelectStudy;
  let report: Report;
  beforeAll(async () => {
    study = await runStudy(part, plan);
    report = await studyReport(part, plan, study);
  });

  test("shows the nested figure, and says how it was measured", () => {
    const { nested } = study.evaluation!.results[0].honesty;
    expect(report.lead.join(" ")).toContain(`${(100 * nested!).toFixed(1)} % of the held-out rows right`);
    expect(report.lead.join(" ")).toContain("chosen again inside every training fold");
    const accuracy = report.sections.find(({ id }) => id === "accuracy");
    expect(accuracy).toMatchObject({ series: [{ points: [{ mean: nested }] }, {}] });
    expect(accuracy?.text).toContain("the figure is that of the whole procedure");
    const choice = report.sections.find(({ id }) => id === "curves");
    expect(choice).toMatchObject({
      title: "How k was chosen",
      text: expect.stringContaining("a little too high"),
    });
    const { paragraph } = section(report, "methods");
    expect(paragraph).toContain("The number of features was chosen from 3 values between 2 and 8");
    expect(paragraph).toContain("chosen again by cross-validation inside every training fold");
    expect(paragraph).toContain("linear discriminant analysis");
  });

  test("does not claim tuning where there was none", async () => {
    const given: SelectPlan = { ...plan, select: { method: "mrmr", k: 4 }, tune: undefined };
    const other = await studyReport(part, given, await runStudy(part, given));
    expect(JSON.stringify(other)).not.toMatch(/chosen again|whole procedure/);
  });

  test("holds the command, the program and the recipe; no command where flags cannot say the plan", async () => {
    const { snippets } = section(report, "repeat");
    expect(snippets.map(({ language }) => language)).toEqual(["javascript", "json"]);
    expect(parseRecipe(snippets[1].code)).toMatchObject({ model: null, selection: { method: "mrmr" } });
    const sayable: SelectPlan = {
      ...plan,
      select: { method: "fisher", k: 4 },
      tune: undefined,
      measure: undefined,
    };
    const other = await studyReport(part, sayable, await runStudy(part, sayable));
    expect(section(other, "repeat").snippets[0].code).toBe(
      "salience select planted.csv --target class --method fisher --k 4",
    );
    expect(other.command).toBe(section(other, "repeat").snippets[0].code);
  });

  test("words what to do about a notice as it is asked to", async () => {
    const noticed = {
      ...study,
      notices: [
        {
          code: "evaluation",
          level: "note",
          text: "not measured",
          remedies: [{ action: "measure it", option: "permutations", value: 0 }],
        },
      ],
    } as const;
    const wording = { name: (option: string) => option, set: (option: string) => `SET ${option}` };
    expect(JSON.stringify(await studyReport(part, plan, noticed, { wording }))).toContain(
      "Not measured; measure it (SET permutations).",
    );
  });
});

describe("the recipe of a study", () => {
  const given: SelectPlan = {
    ...plan,
    select: { method: "fisher", k: 5, keep: ["7"], exclude: ["1*"], featureGroups: { few: ["2", "3"] } },
    tune: undefined,
    measure: undefined,
    model: true,
    seed: 9,
  };

  test("has a plan that repeats it, and a model of the judging classifier", async () => {
    const study = await runStudy(part, given);
    const recipe = parseRecipe(JSON.stringify(await recipeOf(part, given, study)));
    expect(recipe.model?.classifier).toBe("lda");
    expect(recipe.selection.featureGroups).toEqual({ few: ["2", "3"] });
    const again = parsePlan(JSON.stringify(planOf(recipe)));
    expect(again).toMatchObject({ data: [{ source: "planted", reading: { target: "class" } }], seed: 9 });
    const { selection } = await runStudy(part, again as SelectPlan);
    expect(selection.ranking).toEqual(study.selection.ranking);
    expect(await repeatRecipe(recipe, part)).toMatchObject({ sameData: true, sameScores: true });
  });

  test("refuses a selection that was stopped", async () => {
    const study = await runStudy(part, given);
    expect(() => recipeOf(part, given, { ...study, stopped: true })).toThrow("it cannot be repeated");
  });

  test("tells data that is not its own before anything is computed", async () => {
    const recipe = await recipeOf(part, given, await runStudy(part, given));
    expect(await checkData(recipe, part)).toBeNull();
    expect(await checkData(recipe, part.with({}))).toBeNull();
    const text = async (other: Dataset) => (await checkData(recipe, other))?.text;
    expect(await text(data)).toMatch(/200 rows instead of 60/);
    expect(await text(part.with({ featureNames: part.featureNames.map((name) => `g${name}`) }))).toMatch(
      /the same shape and classes, but other names/,
    );
    expect(await checkData(recipe, data)).toMatchObject({ code: "data-mismatch", level: "warning" });
  });

  test("hashes data once", async () => {
    let told = 0;
    const fresh = part.with({});
    const count = async () => void told++;
    const first = await fingerprint(fresh, count);
    expect(told).toBeGreaterThan(0);
    told = 0;
    expect(await fingerprint(fresh, count)).toBe(first);
    expect(told).toBe(0);
  });
});

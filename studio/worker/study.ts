import {
  checkData,
  type Interim,
  jsonText,
  measureStudy,
  type Notice,
  type PathJson,
  parseRecipe,
  planOf,
  type Report,
  recipeOf,
  redundancyCurve,
  runStudy,
  type SelectPlan,
  type SelectStudy,
  type Step,
  type StudyContext,
  studyReport,
} from "salience/internal";
import type { Glance, Measured, RecipeIn, Run, Selected, Tasks } from "../messages.js";
import { studioWording } from "../words.js";
import type { Desk, Work } from "./desk.js";

/** Redundancy is known for this many of the best features at most. */
const curveLength = 100;
/** The part of the work that is selecting; the rest is the report. */
const selecting = 0.85;

/** Ranks the features as planned, and makes the report of it. Accuracy is measured afterwards. */
export async function select(desk: Desk, run: Run<SelectPlan>, work: Work): Promise<Selected> {
  const { data } = desk;
  const { plan, threads } = run;
  const { selection, tuning, seconds } = await selectOn(desk, run, {
    ...follow(work, plan),
    onProgress: (fraction) => work.onProgress(selecting * fraction),
    signal: work.signal,
  });
  const known = Math.min(data.features, Math.max(curveLength, selection.features.length));
  const ks = Array.from({ length: known }, (_, i) => i + 1);
  return {
    plan,
    selection: selection.toJSON(),
    tuning: tuning?.toJSON() ?? null,
    notices: [...selection.notices, ...(tuning?.notices ?? [])],
    redundancy: redundancyCurve(data, selection.ranking, ks).map(({ redundancyAbs }) => redundancyAbs),
    seconds,
    report: await reportOn(desk, run, {
      threads,
      onProgress: (fraction) => work.onProgress(selecting + (1 - selecting) * fraction),
      signal: work.signal,
    }),
  };
}

/** Measures what the selection on the desk is worth on held-out rows. */
export async function measure(
  desk: Desk,
  run: Run<SelectPlan>,
  { signal, onProgress }: Work,
): Promise<Measured> {
  const { plan, threads } = run;
  const study = await measureStudy(desk.data, plan, await studyOn(desk, run, { signal }), {
    threads,
    onProgress: (fraction) => onProgress(0.97 * fraction),
    signal,
  });
  desk.study = study;
  return {
    evaluation: study.evaluation?.toJSON() ?? null,
    notices: [...study.notices, ...(study.evaluation?.notices ?? [])],
    report: await reportOn(desk, run, { threads, signal }),
  };
}

/** The recipe of the selection, with a model that predicts the target where there is one: as the command line writes it. */
export async function recipe(
  desk: Desk,
  run: Run<SelectPlan>,
  { signal, onProgress }: Work,
): Promise<string> {
  const { data } = desk;
  const study = await studyOn(desk, run, { signal, onProgress: (fraction) => onProgress(0.5 * fraction) });
  return jsonText(
    await recipeOf(data, { ...run.plan, model: data.labels !== null }, study, {
      threads: run.threads,
      onProgress: (fraction) => onProgress(0.5 + 0.5 * fraction),
      signal,
    }),
  );
}

/** What a recipe says, checked, and the plan that repeats it. */
export async function readRecipe(_desk: Desk, { text }: Tasks["readRecipe"]["take"]): Promise<RecipeIn> {
  const recipe = parseRecipe(text);
  return { recipe, plan: planOf(recipe) };
}

/** Whether the data on the desk is that of a recipe. */
export function checkRecipe(
  desk: Desk,
  take: Tasks["checkRecipe"]["take"],
  work: Work,
): Promise<Notice | null> {
  return checkData(take, desk.data, { onProgress: work.onProgress, signal: work.signal });
}

/** Methods side by side on the same folds. */
export async function compare(
  desk: Desk,
  { plan, threads }: Tasks["compare"]["take"],
  { signal, onProgress }: Work,
): Promise<Report> {
  const study = await runStudy(desk.data, plan, { threads, signal, onProgress });
  return studyReport(desk.data, plan, study, { threads, signal, wording: studioWording });
}

/** Discriminative feature selection over a grid of γ and p. */
export async function path(
  desk: Desk,
  { plan, threads }: Tasks["path"]["take"],
  { signal, onProgress }: Work,
): Promise<PathJson> {
  return (await runStudy(desk.data, plan, { threads, signal, onProgress })).path.toJSON();
}

async function selectOn(
  desk: Desk,
  { plan: { measure: _, ...plan }, threads }: Run<SelectPlan>,
  context: StudyContext,
): Promise<SelectStudy> {
  desk.study = await runStudy(desk.data, plan, { threads, ...context });
  return desk.study;
}

/** The study on the desk. After a reload there is a result on the page but none here: the selection is repeated. */
async function studyOn(desk: Desk, run: Run<SelectPlan>, context: StudyContext): Promise<SelectStudy> {
  return desk.study ?? selectOn(desk, run, context);
}

async function reportOn(
  desk: Desk,
  run: Run<SelectPlan>,
  options: Parameters<typeof studyReport>[3],
): Promise<Report> {
  const study = await studyOn(desk, run, {});
  return studyReport(desk.data, run.plan, study, { ...options, wording: studioWording });
}

/** The page hears of steps at most this often, and sees this many of the best. */
const glanceMilliseconds = 120;
const leaderCount = 12;

/** Passes on what a method tells while it works, now and then. */
function follow(work: Work, { select: { k } }: SelectPlan): Pick<StudyContext, "onStep" | "onInterim"> {
  const values: number[] = [];
  const most = typeof k === "number" ? Math.min(k, leaderCount) : leaderCount;
  let last = 0;
  const glance = (course: Glance["course"], value: number, left: number, scores: () => Float64Array) => {
    values.push(value);
    if (performance.now() - last < glanceMilliseconds) return;
    last = performance.now();
    work.onGlance({ course, values: thinned(values), leaders: leadersOf(scores(), most), left });
  };
  return {
    onStep: ({ objective, left, scores }: Step) => glance("objective", objective, left, scores),
    onInterim: ({ settled, total, done, scores }: Interim) =>
      glance("settled", settled, total - done, () => scores),
  };
}

/** Few enough points to draw. */
function thinned(values: readonly number[]): number[] {
  const step = Math.ceil(values.length / 300);
  return values.filter((_, i) => i % step === 0 || i === values.length - 1);
}

function leadersOf(scores: Float64Array, count: number): Glance["leaders"] {
  const leaders: { index: number; score: number }[] = [];
  for (let index = 0; index < scores.length; index++) {
    const score = scores[index];
    if (!(score > 0) || (leaders.length === count && score <= leaders[count - 1].score)) continue;
    if (leaders.length === count) leaders.pop();
    let at = leaders.length;
    while (at > 0 && leaders[at - 1].score < score) at--;
    leaders.splice(at, 0, { index, score });
  }
  return leaders;
}

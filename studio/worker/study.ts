import {
  checkData,
  InputError,
  type Interim,
  inlineExecutor,
  jsonText,
  measureStudy,
  type Notice,
  parsePlan,
  parseRecipe,
  planOf,
  type Report,
  readResult,
  recipeOf,
  redundancyCurve,
  runStudy,
  type SelectPlan,
  type SelectStudy,
  type Step,
  type StudyContext,
  studyReport,
} from "salience/internal";
import type { Glance, Measured, PathGiven, RecipeIn, Recut, Run, Selected, Tasks } from "../messages.js";
import { studioWording } from "../words.js";
import type { Desk, Work } from "./desk.js";
import { watchFolds } from "./watch-folds.js";

/** Redundancy is known for this many of the best features at most. */
const curveLength = 100;
/** Ranks the features as planned, and makes the report of it. Accuracy is measured afterwards. */
export async function select(desk: Desk, run: Run<SelectPlan>, work: Work): Promise<Selected> {
  const study = await selectOn(desk, run, {
    ...follow(work, run.plan),
    onProgress: (fraction) => work.onProgress(fraction, "rank"),
    signal: work.signal,
  });
  return selectedOf(desk, run, study, work);
}

/** The selection with another number of features: it is what a run with that number gives, and what was measured stays. */
export async function recut(desk: Desk, { measured, ...run }: Recut, work: Work): Promise<Selected> {
  const { plan, threads } = run;
  const context = {
    threads,
    onProgress: (fraction: number) => work.onProgress(fraction, "rank"),
    signal: work.signal,
  };
  const study: SelectStudy = {
    ...(await selectOn(desk, run, context)),
    evaluation: measured?.evaluation ? (readResult(measured.evaluation) as SelectStudy["evaluation"]) : null,
    notices: measured?.notices ?? [],
  };
  desk.keepStudy(plan, study);
  return selectedOf(desk, run, study, work);
}

async function selectedOf(
  desk: Desk,
  run: Run<SelectPlan>,
  { selection, tuning, seconds }: SelectStudy,
  work: Work,
): Promise<Selected> {
  const { data } = desk;
  const { plan, threads } = run;
  work.onProgress(0, "describe");
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
      onProgress: (fraction) => work.onProgress(fraction, "describe"),
      signal: work.signal,
    }),
  };
}

/** Measures what the selection on the desk is worth on held-out rows. */
export async function measure(
  desk: Desk,
  run: Run<SelectPlan>,
  { signal, onProgress, onFolds }: Work,
): Promise<Measured> {
  const { plan, threads } = run;
  const selected = await studyOn(desk, run, { signal });
  const watched = { k: selected.selection.features.length, metric: plan.judge?.metric, onFolds };
  const study = await measureStudy(desk.data, plan, selected, {
    executor: watchFolds(inlineExecutor({ threads }), watched),
    threads,
    onProgress: (fraction) => onProgress(0.97 * fraction, "measure"),
    signal,
  });
  desk.keepStudy(plan, study);
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

/** The settings of a link: a plan of a selection, checked. */
export async function readSettings(
  _desk: Desk,
  { text }: Tasks["readSettings"]["take"],
): Promise<SelectPlan> {
  const plan = parsePlan(text);
  if (plan.task !== "select")
    throw new InputError("unreadable-json", "the link holds no settings of a selection; ask for another one");
  return plan;
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
  const study = await runStudy(desk.data, plan, {
    threads,
    signal,
    onProgress: (fraction) => onProgress(fraction),
  });
  return studyReport(desk.data, plan, study, { threads, signal, wording: studioWording });
}

/** Discriminative feature selection over a grid of γ and p. */
export async function path(
  desk: Desk,
  { plan, threads }: Tasks["path"]["take"],
  { signal, onProgress }: Work,
): Promise<PathGiven> {
  const study = await runStudy(desk.data, plan, {
    threads,
    signal,
    onProgress: (fraction) => onProgress(fraction),
  });
  const report = await studyReport(desk.data, plan, study, { threads, signal, wording: studioWording });
  return { path: study.path.toJSON(), report };
}

async function selectOn(
  desk: Desk,
  { plan: { measure: _, ...plan }, threads }: Run<SelectPlan>,
  context: StudyContext,
): Promise<SelectStudy> {
  const study = await runStudy(desk.data, plan, { threads, ...context });
  desk.keepStudy(plan, study);
  return study;
}

/** The study on the desk. After a reload, or where another run is shown, there is none of it here: the selection is repeated. */
async function studyOn(desk: Desk, run: Run<SelectPlan>, context: StudyContext): Promise<SelectStudy> {
  return desk.studyOf(run.plan) ?? selectOn(desk, run, context);
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

import {
  type Interim,
  jsonText,
  redundancyCurve,
  type Step,
  select as selectFeatures,
  selectionJson,
} from "salience";
import type { Glance, Picked, Plan } from "../messages.js";
import { compose } from "./compose.js";
import type { Desk, Work } from "./desk.js";

/** Redundancy is known for so many of the best features at most. */
const curveLength = 100;
/** The page hears of steps at most this often, in milliseconds, and sees so many of the best. */
const glancing = 120;
const leaderCount = 12;

/** Ranks the features as planned, and composes the report of it. */
export async function select(desk: Desk, { plan }: { plan: Plan }, work: Work): Promise<Picked> {
  const { data } = desk;
  const started = performance.now();
  const follow = follower(work, plan);
  const selection = await selectFeatures(data, {
    ...optionsOf(plan),
    k: plan.k,
    threads: plan.threads,
    onProgress: (fraction) => work.onProgress(0.95 * fraction),
    onStep: follow.step,
    onInterim: follow.interim,
    signal: work.signal,
  });
  const seconds = (performance.now() - started) / 1000;
  desk.selection = selection;
  desk.evaluation = null;
  const known = Math.min(data.features, Math.max(curveLength, plan.k));
  const ks = Array.from({ length: known }, (_, i) => i + 1);
  const curve = redundancyCurve(data, selection.ranking, ks).map(({ redundancyAbs }, i) => ({
    k: ks[i],
    redundancy: redundancyAbs,
  }));
  return {
    method: selection.method,
    k: selection.k,
    picked: selection.features.length,
    ranking: selection.ranking,
    scores: selection.scores,
    direction: selection.direction,
    kept: selection.kept,
    excluded: selection.excluded,
    warnings: selection.warnings ?? [],
    seconds,
    json: jsonText(selectionJson(data, selection, data.features, seconds)),
    curve,
    report: await compose(desk, plan, work),
  };
}

/** The plan as options of the library. */
export function optionsOf({ method, options, keep, exclude, seed }: Plan) {
  return {
    method,
    ...options,
    ...(keep.length > 0 && { keep }),
    ...(exclude.length > 0 && { exclude }),
    seed,
  };
}

/** Passes on what a method tells while it works, now and then. */
function follower(work: Work, { k }: Plan) {
  const objective: number[] = [];
  let last = 0;
  const glance = (left: number, scores: Float64Array, k: number) => {
    last = performance.now();
    work.onGlance({
      objective: thinned(objective),
      leaders: leadersOf(scores, Math.min(k, leaderCount)),
      left,
    });
  };
  return {
    step: (step: Step) => {
      objective.push(step.objective);
      if (performance.now() - last >= glancing) glance(step.left, step.scores(), k);
    },
    interim: (running: Interim) => {
      objective.push(running.settled);
      if (performance.now() - last >= glancing) glance(running.total - running.done, running.scores, k);
    },
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

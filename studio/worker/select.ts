import {
  type Interim,
  jsonText,
  pickedOnly,
  redundancyCurve,
  type Step,
  tunedSelection,
} from "salience/internal";
import type { Glance, Picked, Plan } from "../messages.js";
import { compose } from "./compose.js";
import type { Desk, Work } from "./desk.js";
import { runPlan } from "./run-plan.js";

/** Redundancy is known for so many of the best features at most. */
const curveLength = 100;
/** The page hears of steps at most this often, in milliseconds, and sees so many of the best. */
const glancing = 120;
const leaderCount = 12;
/** The part of the work that is selecting; the rest is the report. */
const selecting = 0.85;

/** Ranks the features as planned, and composes the report of it. */
export async function select(desk: Desk, { plan }: { plan: Plan }, work: Work): Promise<Picked> {
  const { data } = desk;
  const follow = follower(work, plan);
  const { selection, tuning, seconds } = await runPlan(desk, plan, {
    onProgress: (fraction) => work.onProgress(selecting * fraction),
    onStep: follow.step,
    onInterim: follow.interim,
    signal: work.signal,
  });
  const known = Math.min(data.features, Math.max(curveLength, selection.features.length));
  const ks = Array.from({ length: known }, (_, i) => i + 1);
  const curve = redundancyCurve(data, selection.ranking, ks).map(({ redundancyAbs }, i) => ({
    k: ks[i],
    redundancy: redundancyAbs,
  }));
  const report = await compose(desk, plan, {
    signal: work.signal,
    onProgress: (fraction) => work.onProgress(selecting + (1 - selecting) * fraction),
  });
  return {
    method: selection.method,
    options: selection.options,
    k: selection.k,
    picked: selection.features.length,
    ranking: selection.ranking,
    scores: selection.scores,
    direction: selection.direction,
    kept: selection.kept,
    excluded: selection.excluded,
    notices: selection.notices,
    reasons: desk.reasons,
    seconds,
    json: jsonText(tuning ? tunedSelection(pickedOnly(selection), tuning) : pickedOnly(selection)),
    curve,
    report,
  };
}

/** Passes on what a method tells while it works, now and then. */
function follower(work: Work, { k }: Plan) {
  const values: number[] = [];
  let last = 0;
  const glance = (course: Glance["course"], value: number, left: number, scores: () => Float64Array) => {
    values.push(value);
    if (performance.now() - last < glancing) return;
    last = performance.now();
    const leaders = leadersOf(scores(), Math.min(k, leaderCount));
    work.onGlance({ course, values: thinned(values), leaders, left });
  };
  return {
    step: ({ objective, left, scores }: Step) => glance("objective", objective, left, scores),
    interim: ({ settled, total, done, scores }: Interim) =>
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

import type { Random } from "../../numeric/random.js";
import { descend } from "./descend.js";
import type { Fit, FitOptions, Problem } from "./fit.js";

/** How a solution was begun: with equal weights, or by lowering p from one. */
export type Start = "direct" | "continuation";

/** A fit, and which of its beginnings led there. */
export interface Solution extends Fit {
  readonly start: Start;
}

/** Each stage of a continuation lowers p by this factor at most. */
const stage = 0.6;
/** Steps of a stage before the last. */
const stageIterations = 12;

/**
 * The best fit that is found. For p ≥ 1 there is one beginning. For p < 1 the objective has many local minima and no
 * beginning is always best, so two are tried, and the one with the lower plain objective is kept.
 */
export async function solve(
  problem: Problem,
  options: FitOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<Solution> {
  if (options.p >= 1) return { ...(await descend(problem, options, random, progress)), start: "direct" };
  const direct = await descend(problem, options, random, (done) => progress(done / 2));
  const continued = await continueFromOne(problem, options, random, (done) => progress((1 + done) / 2));
  return continued.value.plain < direct.value.plain
    ? { ...continued, start: "continuation" }
    : { ...direct, start: "direct" };
}

async function continueFromOne(
  problem: Problem,
  options: FitOptions,
  random: Random,
  progress: (fraction: number) => Promise<void>,
): Promise<Fit> {
  const stages = [1];
  while (stages[stages.length - 1] * stage > options.p) stages.push(stages[stages.length - 1] * stage);
  const total = stages.length + 1;
  let reached: Fit | null = null;
  for (const [at, p] of stages.entries())
    reached = await descend(
      problem,
      { ...options, p, maxIterations: Math.min(stageIterations, options.maxIterations) },
      reached?.warm ?? random,
      (done) => progress((at + done) / total),
    );
  return descend(problem, options, reached!.warm, (done) => progress((stages.length + done) / total));
}

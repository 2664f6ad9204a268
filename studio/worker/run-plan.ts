import {
  describeSelection,
  type RunOptions,
  type Selection,
  selectTunedWith,
  selectWith,
  type Tuning,
} from "salience/internal";
import type { Plan } from "../messages.js";
import type { Desk } from "./desk.js";

/** Selects as planned and puts the selection on the desk. */
export async function runPlan(
  desk: Desk,
  plan: Plan,
  run: Pick<RunOptions, "onProgress" | "onStep" | "onInterim" | "signal">,
): Promise<{ readonly selection: Selection; readonly tuning: Tuning | null; readonly seconds: number }> {
  const started = performance.now();
  const { onStep, onInterim, ...shared } = run;
  const options = { ...optionsOf(plan), threads: plan.threads };
  const { selection: found, tuning } = plan.auto
    ? await selectTunedWith(desk.data, { ...options, ...shared })
    : { selection: await selectWith(desk.data, { ...options, ...run, k: plan.k }), tuning: null };
  const seconds = (performance.now() - started) / 1000;
  const selection = desk.data.labels ? describeSelection(found, desk.data) : found;
  desk.putSelection(selection, tuning?.reasons ?? [], seconds);
  return { selection, tuning, seconds };
}

/** The plan with the options that were found, where they were to be found. */
export const asFound = (desk: Desk, plan: Plan): Plan =>
  plan.auto ? { ...plan, options: desk.requireSelection().options } : plan;

/** The plan as options of the library. */
export function optionsOf({ method, options, keep, exclude, seed }: Plan) {
  return {
    method,
    options,
    ...(keep.length > 0 && { keep }),
    ...(exclude.length > 0 && { exclude }),
    seed,
  };
}

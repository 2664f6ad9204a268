import { type RunOptions, type Selection, select, selectTuned } from "salience";
import type { Plan } from "../messages.js";
import type { Desk } from "./desk.js";

/** Selects as planned and puts the selection on the desk. */
export async function runPlan(
  desk: Desk,
  plan: Plan,
  run: Pick<RunOptions, "onProgress" | "onStep" | "onInterim" | "signal">,
): Promise<{ readonly selection: Selection; readonly seconds: number }> {
  const started = performance.now();
  const { onStep, onInterim, ...shared } = run;
  const options = { ...optionsOf(plan), threads: plan.threads };
  const { selection, reasons } = plan.auto
    ? await selectTuned(desk.data, { ...options, ...shared }).then(({ selection, tuning }) => ({
        selection,
        reasons: tuning.reasons,
      }))
    : { selection: await select(desk.data, { ...options, ...run, k: plan.k }), reasons: [] };
  const seconds = (performance.now() - started) / 1000;
  desk.putSelection(selection, reasons, seconds);
  return { selection, seconds };
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

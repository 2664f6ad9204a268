import { type Report, selectionReport } from "salience/internal";
import type { Plan } from "../messages.js";
import type { Desk } from "./desk.js";
import { originOf } from "./origin.js";

/** The report of what lies on the desk. */
export function compose(
  desk: Desk,
  plan: Plan,
  { signal, onProgress }: { signal: AbortSignal; onProgress?: (fraction: number) => void },
): Promise<Report> {
  return selectionReport(desk.data, desk.requireSelection(), {
    ...originOf(desk, plan),
    ...(desk.evaluation && { evaluation: desk.evaluation }),
    notes: desk.reasons,
    timings: desk.timings,
    threads: plan.threads,
    onProgress,
    signal,
  });
}

import { compareWith, comparisonReport, type Report } from "salience/internal";
import type { Tasks } from "../messages.js";
import type { Desk, Work } from "./desk.js";
import { asFound } from "./run-plan.js";

/** Methods side by side on the same folds. */
export async function compare(desk: Desk, take: Tasks["compare"]["take"], work: Work): Promise<Report> {
  const { methods, ks } = take;
  // After the page was loaded anew there may be no selection yet whose options were found.
  const plan = desk.hasSelection ? asFound(desk, take.plan) : take.plan;
  const comparison = await compareWith([desk.data], {
    methods: methods.map((method) => ({ method, options: method === plan.method ? plan.options : {} })),
    k: ks,
    protocol: plan.protocol,
    sideBySide: false,
    folds: plan.folds,
    rareClasses: plan.rareClasses,
    classifier: plan.classifier,
    seed: plan.seed,
    threads: plan.threads,
    onProgress: work.onProgress,
    signal: work.signal,
  });
  return comparisonReport(comparison);
}

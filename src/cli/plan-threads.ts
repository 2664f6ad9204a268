import { bytesText } from "../core/memory.js";
import { notice } from "../core/notice.js";
import {
  costOf,
  type Dataset,
  defaultMethod,
  InputError,
  largestGram,
  Matrix,
  memoryForAll,
  type Plan,
  sampleRemedy,
  worksOnColumns,
} from "../internal.js";
import { availableMemory } from "../node/available-memory.js";
import type { Invocation } from "./command.js";
import { type RunValues, threadCount } from "./flags/shared-flags.js";

/**
 * How many threads the tasks of an experiment can use: as many as were asked for, or as the memory that is free allows, which
 * is said. Refuses a run of which not even one task fits.
 */
export function plannedThreads(
  { flags, terminal }: Pick<Invocation<RunValues>, "terminal" | "flags">,
  plan: Plan,
  datasets: readonly Dataset[],
): number {
  const threads = threadCount(flags);
  if (datasets.length === 0 || plan.task === "path") return threads;
  const room = availableMemory(flags.memory);
  const perTask = Math.max(...datasets.map((data) => taskBytes(plan, data)));
  const fitting = Math.floor(room / perTask);
  if (fitting >= threads) return threads;
  if (fitting < 1)
    throw new InputError(
      "not-possible",
      `a single task needs about ${bytesText(perTask)} beside the data, and ${bytesText(room)} are free`,
      { remedies: [sampleRemedy] },
    );
  const text = `${threads} threads would need about ${bytesText(threads * perTask)}, and ${bytesText(room)} are free, so ${fitting === 1 ? "one is" : `${fitting} are`} used`;
  terminal.notice(notice("note", "memory", text, { count: fitting }));
  return fitting;
}

/** What a thread takes before it has done anything: its heap, compiled code and kernels. */
const threadBytes = 60e6;
/** Machines are trained on the products of up to so many samples. */
const mostProducts = largestGram * largestGram;

/**
 * What one task takes beside the data: what the method works with, a scaled copy of the training rows where the method needs one, and
 * what judges it.
 */
export function taskBytes(plan: Exclude<Plan, { task: "path" }>, data: Dataset): number {
  const { rows, features, labels, values } = data;
  const methods = "methods" in plan.select ? plan.select.methods : [plan.select];
  const isDense = values instanceof Matrix;
  const entries = isDense ? rows * features : values.values.length;
  const shape = { rows, features, classes: labels?.classes.length ?? 2, entries };
  const copy = (isDense ? 8 : 12) * entries;
  const working = methods.map(({ method = defaultMethod, options = {} }) => {
    const { bytes } = costOf(method, options, shape);
    return worksOnColumns(method, options, data) ? Math.min(bytes, memoryForAll(shape)) : copy + bytes;
  });
  const judging = 8 * Math.min(rows * rows, mostProducts);
  // The method is done when its features are judged.
  const most = Math.max(judging, ...working);
  // A classifier on all features sees them scaled, dense and for training and test rows.
  const baselines = "baselines" in plan.select ? (plan.select.baselines ?? []) : [];
  const scaled = baselines.includes("all") ? 8 * rows * features : 0;
  return threadBytes + Math.max(most, judging + scaled);
}

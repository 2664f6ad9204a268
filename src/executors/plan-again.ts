import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import { RowSource } from "../data/stream/row-source.js";
import { type AnyWork, type Executor, isHeld, type LargeResult } from "../experiment/executor.js";
import type { PartStep } from "../models/part-step.js";
import { reproduce } from "../reproduction/reproduce.js";
import type { SelectPlan } from "../study/plan.js";
import { runStreamed } from "../study/run-streamed.js";
import { runStudy } from "../study/run-study.js";
import { type Order, readsRows } from "./order.js";

/**
 * Plans an order again, on whatever machine, with its data: data sets, or rows that are read in blocks. `stage` is given the work of
 * each stage in turn and gives all its results, from which the next stage is planned; or null, and the planning ends there. It also
 * ends where moments would be added up: nothing is planned from them.
 */
export async function planAgain(
  order: Order,
  data: readonly Dataset[] | RowSource,
  stage: (work: AnyWork) => Promise<ReadonlyMap<number, unknown> | null>,
  signal?: AbortSignal,
): Promise<void> {
  const ended = new Error("planned as far as was asked");
  const executor: Executor = {
    async run(work) {
      const results = await stage(work);
      if (results === null) throw ended;
      const isUsed = !isMoments(work);
      for (const [place, result] of results)
        work.onResult(place, isUsed ? result : { ...(result as LargeResult), numbers: unused });
    },
  };
  const unused = async () => {
    throw ended;
  };
  try {
    await runOrder(order, data, executor, signal);
  } catch (error) {
    if (error !== ended) throw error;
  }
}

/** Whether the numbers of some work are moments, if they are any. */
const isMoments = ({ datasets: [data] }: AnyWork): boolean =>
  data !== undefined && !isHeld(data) && (data.step as PartStep).name !== "medians";

function runOrder(
  { plan }: Order,
  datasets: readonly Dataset[] | RowSource,
  executor: Executor,
  signal?: AbortSignal,
): Promise<unknown> {
  if (datasets instanceof RowSource || readsRows(plan)) {
    if (!(datasets instanceof RowSource && readsRows(plan))) throw otherWork();
    // Nothing is computed, so threads would have nothing to do.
    return runStreamed(datasets, plan as SelectPlan, { executor, threads: 1, signal });
  }
  if (plan.task !== "reproduce") return runStudy(datasets, plan, { executor, signal });
  const { quick, seed, kernels } = plan;
  const named = Object.fromEntries(plan.data.map(({ dataset }, at) => [dataset, datasets[at]]));
  return reproduce(named, { quick, seed, kernels, executor, signal });
}

/** Why a machine that reads the same files but plans other work cannot take part. */
export function otherWork(): InputError {
  return new InputError(
    "data-mismatch",
    "this machine plans other tasks from the same order; a plug-in differs or is not loaded here, or the program was changed",
  );
}

import { InputError } from "../core/input-error.js";
import type { Dataset } from "../data/dataset.js";
import type { AnyWork, Executor } from "../experiment/executor.js";
import { reproduce } from "../reproduction/reproduce.js";
import { runStudy } from "../study/run-study.js";
import type { Order } from "./order.js";

/**
 * Plans an order again, on whatever machine. `stage` is given the work of each stage in turn and gives all its results, from
 * which the next stage is planned; or null, and the planning ends there.
 */
export async function planAgain(
  order: Order,
  datasets: readonly Dataset[],
  stage: (work: AnyWork) => Promise<ReadonlyMap<number, unknown> | null>,
  signal?: AbortSignal,
): Promise<void> {
  const ended = new Error("planned as far as was asked");
  const executor: Executor = {
    async run(work) {
      const results = await stage(work);
      if (results === null) throw ended;
      for (const [place, result] of results) work.onResult(place, result);
    },
  };
  try {
    await runOrder(order, datasets, executor, signal);
  } catch (error) {
    if (error !== ended) throw error;
  }
}

function runOrder(
  { plan }: Order,
  datasets: readonly Dataset[],
  executor: Executor,
  signal?: AbortSignal,
): Promise<unknown> {
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

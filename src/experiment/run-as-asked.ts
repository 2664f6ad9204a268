import type { Dataset } from "../data/dataset.js";
import { checkOption } from "../data/option.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { wholeNumber } from "../selectors/run-context.js";
import type { Executor } from "./executor.js";
import { inlineExecutor } from "./inline-executor.js";
import type { Journal } from "./journal.js";
import { runTasks } from "./run-tasks.js";
import type { Task, TaskResult } from "./task.js";

/** How the user of an experiment wants its tasks to run. */
export interface AskedRun {
  readonly kernels?: Kernels | KernelsName;
  readonly threads?: number;
  readonly executor?: Executor;
  readonly journal?: Journal;
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** Refuses kernels and numbers of threads that there are not, before any work. */
export function checkRun({ kernels, threads }: AskedRun): void {
  if (typeof kernels === "string")
    checkOption("kernels", { type: "choice", default: "wasm", choices: kernelsNames, help: "" }, kernels);
  if (threads !== undefined) checkOption("threads", wholeNumber(1, 64), threads);
}

/** Runs tasks as asked: here, with kernels that are given or made, where no executor is given. */
export function runAsAsked(
  datasets: readonly Dataset[],
  tasks: readonly Task[],
  { kernels = "wasm", threads, executor, journal, onProgress, signal }: AskedRun,
): Promise<TaskResult[]> {
  const given = typeof kernels === "object" ? kernels : null;
  return runTasks(datasets, tasks, {
    executor: executor ?? inlineExecutor({ threads, ...(given && { kernels: given }) }),
    kernels: typeof kernels === "string" ? kernels : kernels.name,
    journal,
    onProgress,
    signal,
  });
}

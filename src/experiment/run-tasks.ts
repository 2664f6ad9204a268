import { checkOption } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { wholeNumber } from "../selectors/run-context.js";
import { type AnyTask, type Executor, inlineExecutor, type Journal, type TaskKind } from "./executor.js";
import { selectionTasks } from "./run-task.js";
import type { Task, TaskDefinitions, TaskResult } from "./task.js";

/** What {@link runTasks} takes besides the tasks. */
interface RunTasksOptions {
  readonly executor: Executor;
  readonly kernels: KernelsName;
  readonly definitions?: TaskDefinitions;
  /** Has results from an earlier run, which are not computed again, and is told each new one. */
  readonly journal?: Journal;
  /** Told the part of all work that is done, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
  readonly signal?: AbortSignal;
}

/** Runs the tasks that have no result yet, those that take longest first, and gives all results in order. */
export async function runTasks<T extends AnyTask, R>(
  kind: TaskKind<T, R>,
  datasets: readonly Dataset[],
  tasks: readonly T[],
  options: RunTasksOptions,
): Promise<R[]> {
  const { journal, kernels, definitions } = options;
  const done = new Map<number, R>();
  for (const [place, result] of journal?.open({ kind, datasets, tasks, kernels, definitions }) ?? [])
    if (kind.isResult(result)) done.set(place, result);
  try {
    return await runRest(kind, datasets, tasks, done, options);
  } finally {
    journal?.close();
  }
}

async function runRest<T extends AnyTask, R>(
  kind: TaskKind<T, R>,
  datasets: readonly Dataset[],
  tasks: readonly T[],
  done: ReadonlyMap<number, R>,
  { executor, kernels, definitions, journal, onProgress, signal }: RunTasksOptions,
): Promise<R[]> {
  signal?.throwIfAborted();
  const results = new Map(done);
  const weights = tasks.map((task) => kind.expectedWork(task, datasets[task.dataset], definitions));
  const left = [...tasks.keys()]
    .filter((place) => !results.has(place))
    .sort((a, b) => weights[b] - weights[a]);
  const parts: number[] = tasks.map((_, place) => (results.has(place) ? 1 : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  let finished = parts.reduce((sum, part, place) => sum + part * weights[place], 0);
  const advance = (place: number, part: number) => {
    if (part <= parts[place]) return;
    finished += (part - parts[place]) * weights[place];
    parts[place] = part;
    onProgress?.(Math.min(1, finished / total));
  };
  onProgress?.(finished / total);
  if (left.length > 0)
    await executor.run({
      kind,
      datasets,
      tasks: left.map((place) => tasks[place]),
      kernels,
      definitions,
      signal,
      onProgress: (at, part) => advance(left[at], part),
      onResult: (at, result) => {
        if (!kind.isResult(result)) throw new Error(`task ${left[at]} gave no result of kind ${kind.name}`);
        results.set(left[at], result);
        advance(left[at], 1);
        journal?.append(left[at], result);
      },
    });
  return tasks.map((_, place) => {
    const result = results.get(place);
    if (result === undefined) throw new Error(`the executor gave no result for task ${place}`);
    return result;
  });
}

/** How the user of an experiment wants its tasks to run. */
interface AskedRun {
  readonly kernels?: Kernels | KernelsName;
  readonly threads?: number;
  readonly definitions?: TaskDefinitions;
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
  { kernels = "wasm", threads, definitions, executor, journal, onProgress, signal }: AskedRun,
): Promise<TaskResult[]> {
  const given = typeof kernels === "object" ? kernels : null;
  return runTasks(selectionTasks, datasets, tasks, {
    executor: executor ?? inlineExecutor({ threads, ...(given && { kernels: given }) }),
    kernels: typeof kernels === "string" ? kernels : kernels.name,
    definitions,
    journal,
    onProgress,
    signal,
  });
}

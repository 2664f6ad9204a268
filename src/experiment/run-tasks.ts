import { checkOption } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { findSelector } from "../selectors/registry.js";
import { wholeNumber } from "../selectors/run-context.js";
import type { Selector } from "../selectors/selector.js";
import { type Executor, inlineExecutor, type Journal } from "./executor.js";
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
export async function runTasks(
  datasets: readonly Dataset[],
  tasks: readonly Task[],
  options: RunTasksOptions,
): Promise<TaskResult[]> {
  const { journal, kernels, definitions } = options;
  const done = journal?.open({ datasets, tasks, kernels, definitions }) ?? new Map();
  try {
    return await runRest(datasets, tasks, done, options);
  } finally {
    journal?.close();
  }
}

async function runRest(
  datasets: readonly Dataset[],
  tasks: readonly Task[],
  done: ReadonlyMap<number, TaskResult>,
  { executor, kernels, definitions, journal, onProgress, signal }: RunTasksOptions,
): Promise<TaskResult[]> {
  signal?.throwIfAborted();
  const results = tasks.map((_, place) => done.get(place));
  const weights = tasks.map((task) => expectedWork(task, datasets[task.dataset], definitions?.selectors));
  const left = [...tasks.keys()].filter((place) => !results[place]).sort((a, b) => weights[b] - weights[a]);
  const parts = tasks.map((_, place) => (results[place] ? 1 : 0) as number);
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
      datasets,
      tasks: left.map((place) => tasks[place]),
      kernels,
      definitions,
      signal,
      onProgress: (at, part) => advance(left[at], part),
      onResult: (at, result) => {
        results[left[at]] = result;
        advance(left[at], 1);
        journal?.append(left[at], result);
      },
    });
  return results as TaskResult[];
}

/** In operations of a plain loop, roughly; only comparisons matter. */
function expectedWork(
  { selection, rows, splits, ks }: Task,
  data: Dataset,
  given: readonly Selector[] | undefined,
): number {
  const classes = data.labels!.classes.length;
  const { scalar, matrix } = findSelector(selection.method, given).cost({
    rows: rows.length,
    features: data.features,
    classes,
  });
  const points = Object.values(selection.path ?? {}).reduce((product, { length }) => product * length, 1);
  const { tuning } = selection;
  const times = points * (tuning ? 1 + tuning.candidates.length * tuning.folds * tuning.repeats : 1);
  const learning = splits.length * ks.length * data.rows * (data.rows + 100 * classes);
  return times * (scalar + matrix / 8 + learning + ks[ks.length - 1] * data.rows * data.rows * 0.1);
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
  return runTasks(datasets, tasks, {
    executor: executor ?? inlineExecutor({ threads, ...(given && { kernels: given }) }),
    kernels: typeof kernels === "string" ? kernels : kernels.name,
    definitions,
    journal,
    onProgress,
    signal,
  });
}

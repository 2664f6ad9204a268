import { ProgressReporter } from "../core/progress-reporter.js";
import type { Dataset } from "../data/dataset.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import { runTask } from "./run-task.js";
import type { Task, TaskDefinitions, TaskResult } from "./task.js";

/** Runs tasks somewhere: here, on threads, elsewhere. Results do not depend on where, or in which order. */
export interface Executor {
  /** Runs all tasks, and ends when all are done or one has failed. */
  run(work: Work): Promise<void>;
}

/** What an executor is given. */
export interface Work {
  readonly datasets: readonly Dataset[];
  readonly tasks: readonly Task[];
  readonly kernels: KernelsName;
  /** Definitions that names in the tasks stand for, beside the built-in ones. */
  readonly definitions?: TaskDefinitions;
  /** Told when a task is done, by its place among the tasks; in any order, one after another. */
  onResult(place: number, result: TaskResult): void;
  /** Told the part of a task that is done. */
  onProgress(place: number, fraction: number): void;
  readonly signal?: AbortSignal;
}

/** Runs one task after another right here, with kernels that are given or made for it. */
export function inlineExecutor({ kernels, threads }: { kernels?: Kernels; threads?: number } = {}): Executor {
  return {
    async run({ datasets, tasks, kernels: name, definitions, onResult, onProgress, signal }) {
      const used = kernels ?? (await createKernels({ kernels: name, threads }));
      try {
        for (const [place, task] of tasks.entries()) {
          const reporter = new ProgressReporter((fraction) => onProgress(place, fraction), signal);
          const progress = (fraction: number) => reporter.report(fraction);
          const context = { kernels: used, definitions, progress, signal };
          onResult(place, await runTask(datasets[task.dataset], task, context));
        }
      } finally {
        if (!kernels) await used.dispose();
      }
    },
  };
}

/** Where finished tasks are kept, so that the same work can go on after it was stopped. */
export interface Journal {
  /** Opens the journal of this very work and gives the results that an earlier run has left, by place. */
  open(work: Pick<Work, "datasets" | "tasks" | "kernels" | "definitions">): ReadonlyMap<number, TaskResult>;
  /** Keeps a result; it is safe when this returns. */
  append(place: number, result: TaskResult): void;
  close(): void;
  /** Forgets all: the whole result is safe elsewhere. */
  remove(): void;
}

import { ProgressReporter } from "../core/progress-reporter.js";
import type { Dataset } from "../data/dataset.js";
import { createKernels } from "../kernels/create-kernels.js";
import type { Kernels, KernelsName } from "../kernels/kernels.js";
import type { Task, TaskContext, TaskDefinitions, TaskResult } from "./task.js";

/** What every task has, of whatever kind: it is plain data that can be sent. */
export interface AnyTask {
  /** Which of the data that is worked on. */
  readonly dataset: number;
}

/**
 * A kind of task: how one is run, and what it gives. Results are plain data that survives JSON unchanged, or have many numbers beside
 * that.
 */
export interface TaskKind<T extends AnyTask = Task, R = TaskResult, D = Dataset> {
  /** By which threads and other machines find the kind, since functions cannot be sent. */
  readonly name: string;
  /** Depends on nothing but the data, the task and the kernels' arithmetic; only times differ. */
  run(data: D, task: T, context: TaskContext): Promise<R>;
  /** In operations of a plain loop, roughly; only comparisons matter. */
  expectedWork(task: T, data: D, definitions?: TaskDefinitions): number;
  /** Whether a value that a journal kept is what a task of this kind gives. */
  isResult(value: unknown): value is R;
  /** Results are {@link LargeResult}s, whose numbers are kept apart from the rest. */
  readonly isLarge?: boolean;
}

/** A result that is mostly numbers. They may be elsewhere until they are asked for. */
export interface LargeResult {
  /** Survives JSON unchanged. */
  readonly facts: unknown;
  readonly numbers: Float64Array | null | (() => Promise<Float64Array>);
}

/** Runs tasks somewhere: here, on threads, elsewhere. Results do not depend on where, or in which order. */
export interface Executor {
  /** Runs all tasks, and ends when all are done or one has failed. */
  run(work: AnyWork): Promise<void>;
}

/** What an executor is given. */
export interface Work<T extends AnyTask = Task, R = TaskResult, D = Dataset> {
  readonly kind: TaskKind<T, R, D>;
  readonly datasets: readonly D[];
  readonly tasks: readonly T[];
  readonly kernels: KernelsName;
  /** Definitions that names in the tasks stand for, beside the built-in ones. */
  readonly definitions?: TaskDefinitions;
  /** Told when a task is done, by its place among the tasks; in any order, one after another. */
  onResult(place: number, result: R): void;
  /** Told the part of a task that is done. */
  onProgress(place: number, fraction: number): void;
  readonly signal?: AbortSignal;
}

/** Work of any kind. */
export type AnyWork = Work<AnyTask, unknown, Dataset | ReadInBlocks>;

/** Data of tasks that is not held, but read: what identifies it, and what is done with it. */
export interface ReadInBlocks {
  readonly source: { readonly name: string; readonly identity: string };
  readonly step: unknown;
}

/** Whether the data of some work is held, so that threads can share it. */
export const isHeld = (data: Dataset | ReadInBlocks): data is Dataset => !("step" in data);

/** Runs one task after another right here, with kernels that are given or made for it. */
export function inlineExecutor({ kernels, threads }: { kernels?: Kernels; threads?: number } = {}): Executor {
  return {
    async run({ kind, datasets, tasks, kernels: name, definitions, onResult, onProgress, signal }) {
      const used = kernels ?? (await createKernels({ kernels: name, threads }));
      try {
        for (const [place, task] of tasks.entries()) {
          const reporter = new ProgressReporter((fraction) => onProgress(place, fraction), signal);
          const progress = (fraction: number) => reporter.report(fraction);
          const context = { kernels: used, definitions, progress, signal };
          onResult(place, await kind.run(datasets[task.dataset], task, context));
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
  open(work: JournalledWork): ReadonlyMap<number, unknown>;
  /** Keeps a result; it is safe when this returns. */
  append(place: number, result: unknown): void;
  close(): void;
  /** Forgets all: the whole result is safe elsewhere. */
  remove(): void;
}

/** What identifies the work of a journal. */
export type JournalledWork = Pick<AnyWork, "kind" | "datasets" | "tasks" | "kernels" | "definitions">;

import type { Dataset } from "../data/dataset.js";
import type { KernelsName } from "../kernels/kernels.js";
import type { Task, TaskResult } from "./task.js";

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
  /** Told when a task is done, by its place among the tasks; in any order, one after another. */
  onResult(place: number, result: TaskResult): void;
  /** Told the part of a task that is done. */
  onProgress(place: number, fraction: number): void;
  readonly signal?: AbortSignal;
}

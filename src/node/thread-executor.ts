import { Worker } from "node:worker_threads";
import { InputError } from "../core/input-error.js";
import { type AnyTask, type AnyWork, type Executor, inlineExecutor } from "../experiment/executor.js";
import type { KernelsName } from "../kernels/kernels.js";
import { type SharedDataset, shareDataset } from "./shared-dataset.js";

/** What a thread is started with. */
export interface TaskThreadStart {
  /** The name of the kind of the tasks. */
  readonly kind: string;
  readonly datasets: readonly SharedDataset[];
  readonly kernels: KernelsName;
  /** URLs of modules whose definitions the tasks name. */
  readonly modules: readonly string[];
}

/** A message to a thread. */
export interface TaskOrder {
  readonly place: number;
  readonly task: AnyTask;
}

/** A message from a thread. */
export type TaskMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly place: number; readonly fraction: number }
  | { readonly kind: "result"; readonly place: number; readonly result: unknown }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly stack?: string;
      /** What an InputError is made of. */
      readonly mistake?: Pick<InputError, "code" | "sentence" | "facts" | "remedies">;
    };

/** Runs tasks on several threads at once, each with single-threaded kernels; they share the data. */
export function threadExecutor(threads: number): Executor {
  const inline = inlineExecutor();
  return {
    async run(work) {
      const count = Math.min(threads, work.tasks.length);
      if (count < 2) return inline.run(work);
      work.signal?.throwIfAborted();
      const salienceTasks: TaskThreadStart = {
        kind: work.kind.name,
        datasets: work.datasets.map(shareDataset),
        kernels: work.kernels,
        modules: modulesOf(work),
      };
      const workers = Array.from(
        { length: count },
        () =>
          new Worker(new URL("./task-thread.js", import.meta.url), {
            workerData: { salienceTasks },
            execArgv: [],
          }),
      );
      try {
        await finishAll(workers, work);
      } finally {
        await Promise.all(workers.map((worker) => worker.terminate()));
      }
    },
  };
}

/** The modules in which threads find the definitions; refuses a definition without a module. */
function modulesOf({ definitions }: AnyWork): string[] {
  const all = [...(definitions?.selectors ?? []), ...(definitions?.classifiers ?? [])];
  return [
    ...new Set(
      all.map(({ name, module }) => {
        if (module !== undefined) return module;
        throw new InputError(
          "plugin",
          `the module of "${name}" is unknown, so worker threads cannot load it; add module: import.meta.url to its definition and export it, or run it without an executor`,
        );
      }),
    ),
  ];
}

/** Hands out the tasks in order, each to the first thread that is free, until all have given their result. */
function finishAll(
  workers: readonly Worker[],
  { tasks, onResult, onProgress, signal }: AnyWork,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let next = 0;
    let left = tasks.length;
    const order = (worker: Worker) => {
      if (next < tasks.length) worker.postMessage({ place: next, task: tasks[next++] } satisfies TaskOrder);
    };
    const hear = (worker: Worker, message: TaskMessage) => {
      if (message.kind === "progress") return onProgress(message.place, message.fraction);
      if (message.kind === "failure") return reject(failureOf(message));
      if (message.kind === "result") {
        onResult(message.place, message.result);
        if (--left === 0) return resolve();
      }
      order(worker);
    };
    for (const worker of workers) {
      worker.on("message", (message: TaskMessage) => {
        try {
          hear(worker, message);
        } catch (error) {
          reject(error);
        }
      });
      worker.on("error", reject);
      worker.on("exit", (code) =>
        reject(new Error(`a thread ended with code ${code} before its work was done`)),
      );
    }
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function failureOf({ message, stack, mistake }: TaskMessage & { kind: "failure" }): Error {
  const error = mistake ? new InputError(mistake.code, mistake.sentence, mistake) : new Error(message);
  if (stack) error.stack = stack;
  return error;
}

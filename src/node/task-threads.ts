import { Worker } from "node:worker_threads";
import { InputError } from "../core/input-error.js";
import { type AnyTask, type AnyWork, isHeld } from "../experiment/executor.js";
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

/** A message to a thread: a task to do. */
export interface TaskOrder {
  readonly task: AnyTask;
}

/** A message from a thread, about the task that it does. */
export type TaskMessage =
  | { readonly kind: "ready" }
  | { readonly kind: "progress"; readonly fraction: number }
  | { readonly kind: "result"; readonly result: unknown }
  | {
      readonly kind: "failure";
      readonly message: string;
      readonly stack?: string;
      /** What an InputError is made of. */
      readonly mistake?: Pick<InputError, "code" | "sentence" | "facts" | "remedies">;
    };

/** A task that waits or is under way. */
interface Pending extends TaskOrder {
  readonly onProgress: (fraction: number) => void;
  resolve(result: unknown): void;
  reject(error: unknown): void;
}

/** Threads that do tasks of one piece of work, each with single-threaded kernels; they share the data. */
export class TaskThreads {
  private readonly start: TaskThreadStart;
  /** What each thread does; null while it has nothing to do, or is starting. */
  private readonly threads = new Map<Worker, Pending | null>();
  private readonly free: Worker[] = [];
  private readonly waiting: Pending[] = [];
  private closed = false;

  constructor(
    work: Pick<AnyWork, "kind" | "datasets" | "kernels" | "definitions">,
    private readonly count: number,
  ) {
    this.start = {
      kind: work.kind.name,
      datasets: work.datasets.filter(isHeld).map(shareDataset),
      kernels: work.kernels,
      modules: modulesOf(work),
    };
    this.startMissing(count);
  }

  /** Does a task on the first thread that is free. A thread that dies fails its task, and another takes its place. */
  run(task: AnyTask, onProgress: (fraction: number) => void = () => {}): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ task, onProgress, resolve, reject });
      this.startMissing(this.count);
      this.handOut();
    });
  }

  /** Ends all threads, whatever they are doing; nothing more is told. */
  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.threads.keys()].map((thread) => thread.terminate()));
  }

  private startMissing(wanted: number): void {
    while (!this.closed && this.threads.size < wanted) {
      const thread = new Worker(new URL("./task-thread.js", import.meta.url), {
        workerData: { salienceTasks: this.start },
        execArgv: [],
      });
      this.threads.set(thread, null);
      thread.on("message", (message: TaskMessage) => this.hear(thread, message));
      thread.on("error", (error) => this.lose(thread, error));
      thread.on("exit", (code) =>
        this.lose(thread, new Error(`a thread ended with code ${code} before its work was done`)),
      );
    }
  }

  private hear(thread: Worker, message: TaskMessage): void {
    if (this.closed) return;
    const pending = this.threads.get(thread);
    if (message.kind === "progress") {
      try {
        pending?.onProgress(message.fraction);
      } catch (error) {
        pending?.reject(error);
      }
      return;
    }
    this.threads.set(thread, null);
    this.free.push(thread);
    if (message.kind === "result") pending?.resolve(message.result);
    if (message.kind === "failure") pending?.reject(failureOf(message));
    this.handOut();
  }

  /** A thread that dies while it starts fails a task that waits, so that a thread that cannot start is told. */
  private lose(thread: Worker, error: Error): void {
    const pending = this.threads.get(thread);
    if (pending === undefined || this.closed) return;
    this.threads.delete(thread);
    if (this.free.includes(thread)) this.free.splice(this.free.indexOf(thread), 1);
    (pending ?? this.waiting.shift())?.reject(error);
    if (this.waiting.length > 0) this.startMissing(this.count);
  }

  private handOut(): void {
    while (this.free.length > 0 && this.waiting.length > 0) {
      const [thread, pending] = [this.free.shift()!, this.waiting.shift()!];
      this.threads.set(thread, pending);
      thread.postMessage({ task: pending.task } satisfies TaskOrder);
    }
  }
}

/** The modules in which threads find the definitions; refuses a definition without a module. */
function modulesOf({ definitions }: Pick<AnyWork, "definitions">): string[] {
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

function failureOf({ message, stack, mistake }: TaskMessage & { kind: "failure" }): Error {
  const error = mistake ? new InputError(mistake.code, mistake.sentence, mistake) : new Error(message);
  if (stack) error.stack = stack;
  return error;
}

import type { Answer, Failure, FoldSeen, Glance, Order, Stage, TaskName, Tasks } from "../messages.js";
import { wordFailure } from "../words.js";

/** What a task may tell on its way. */
export interface Hearing {
  onProgress?: (fraction: number, stage: Stage | null) => void;
  onGlance?: (glance: Glance) => void;
  onFolds?: (folds: readonly (FoldSeen | null)[]) => void;
  signal?: AbortSignal;
}

/** The error of a task that was stopped because the user wanted it. */
export class Cancelled extends Error {}

/** How long a worker may take to stop before it is ended. */
const patienceMilliseconds = 300;

interface Waiting extends Hearing {
  readonly resolve: (give: unknown) => void;
  readonly reject: (error: Error) => void;
}

/**
 * The page's side of the worker. Tasks are ordered by message; cancelling asks first, and a worker that does not answer
 * in time is ended and started anew, with `reopen` to bring the data back.
 */
export class Client {
  private worker = this.start();
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;
  /** Opens the data again, after the worker was started anew and has lost it. */
  reopen: () => Promise<void> = async () => {};
  private reopened: Promise<void> = Promise.resolve();

  /** Does a task in the worker. */
  async run<T extends TaskName>(
    task: T,
    take: Tasks[T]["take"],
    hearing: Hearing = {},
  ): Promise<Tasks[T]["give"]> {
    if (task !== "open") await this.reopened;
    return this.order(task, take, hearing);
  }

  private order<T extends TaskName>(
    task: T,
    take: Tasks[T]["take"],
    hearing: Hearing,
  ): Promise<Tasks[T]["give"]> {
    const id = ++this.lastId;
    const { signal } = hearing;
    if (signal?.aborted) return Promise.reject(new Cancelled());
    const result = new Promise<Tasks[T]["give"]>((resolve, reject) => {
      // The worker answers a task with what that task gives.
      this.waiting.set(id, { ...hearing, resolve: (give) => resolve(give as Tasks[T]["give"]), reject });
    });
    this.send({ id, task, take });
    signal?.addEventListener("abort", () => this.cancel(id), { once: true });
    return result;
  }

  private cancel(id: number): void {
    if (!this.waiting.has(id)) return;
    this.send({ cancel: id });
    setTimeout(() => {
      if (this.waiting.has(id)) this.restart();
    }, patienceMilliseconds);
  }

  private restart(): void {
    this.worker.terminate();
    this.worker = this.start();
    const lost = [...this.waiting.values()];
    this.waiting.clear();
    for (const { reject } of lost) reject(new Cancelled());
    this.reopened = this.reopen();
  }

  private start(): Worker {
    const worker = new Worker(new URL("../worker.ts", import.meta.url), { type: "module", name: "salience" });
    worker.onmessage = (event: MessageEvent<Answer>) => this.hear(event.data);
    worker.onerror = (event) => {
      event.preventDefault();
      const failure = new Error(event.message || "the worker could not be started");
      for (const { reject } of this.waiting.values()) reject(failure);
      this.waiting.clear();
    };
    return worker;
  }

  private send(order: Order): void {
    this.worker.postMessage(order);
  }

  private hear(answer: Answer): void {
    const task = this.waiting.get(answer.id);
    if (!task) return;
    if (answer.kind === "progress") task.onProgress?.(answer.fraction, answer.stage);
    else if (answer.kind === "glance") task.onGlance?.(answer.glance);
    else if (answer.kind === "folds") task.onFolds?.(answer.folds);
    else this.finish(task, answer);
  }

  private finish(task: Waiting, answer: Extract<Answer, { kind: "done" | "failed" }>): void {
    this.waiting.delete(answer.id);
    if (answer.kind === "done") task.resolve(answer.give);
    else task.reject(answer.failure.kind === "cancelled" ? new Cancelled() : new TaskError(answer.failure));
  }
}

/** A task that failed, with the reason as data. */
export class TaskError extends Error {
  constructor(readonly failure: Exclude<Failure, { readonly kind: "cancelled" }>) {
    super(wordFailure(failure));
  }
}

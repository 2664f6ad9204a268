import { InputError } from "../../core/input-error.js";
import type { Thread } from "../platform/platform.js";
import { platform } from "../platform/this-platform.js";
import { CallQueue } from "./call-queue.js";
import type { KernelMemory } from "./kernel-memory.js";
import { type Call, importsOf, type WasmExports } from "./wasm-exports.js";

/** A thread that has not started by then will not. */
const patienceMilliseconds = 30_000;

/** The calling thread's instance of the kernels, and the threads that share its work. */
export class ThreadPool {
  /** How many calls were given out that nobody has waited for. */
  private begun = 0;

  private constructor(
    readonly wasm: WasmExports,
    private readonly scratch: number,
    private readonly queue: CallQueue,
    private readonly others: readonly Thread[],
  ) {}

  /** Makes an instance here and, for `threads` above one, starts the other threads. */
  static async start(module: WebAssembly.Module, memory: KernelMemory, threads: number): Promise<ThreadPool> {
    const { exports } = await WebAssembly.instantiate(module, importsOf(memory.shared));
    const wasm = exports as WasmExports;
    memory.open(wasm.heapBase());
    const queue = memory.allocate(CallQueue.bytes);
    memory.view(queue, CallQueue.bytes / 8).fill(0);
    const [scratch, ...otherScratch] = Array.from({ length: threads }, () =>
      memory.allocate(wasm.scratchBytes()),
    );

    const starts = otherScratch.map((scratch) => ({ module, memory: memory.shared, queue, scratch }));
    const started = await Promise.allSettled(starts.map((start) => inTime(platform.startThread(start))));
    const others = started.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
    const failure = started.find((result) => result.status === "rejected");
    if (failure) {
      await Promise.all(others.map((thread) => thread.end()));
      throw new InputError(
        "not-possible",
        `a kernel thread could not be started (${failure.reason?.message ?? failure.reason})`,
        { remedies: [{ action: "fix the cause, or use one thread", option: "threads", value: 1 }] },
      );
    }
    return new ThreadPool(wasm, scratch, new CallQueue(memory.shared, queue), others);
  }

  /** How many threads share the work, the calling one included. */
  get threads(): number {
    return this.others.length + 1;
  }

  /**
   * Gives calls to the other threads; what is returned helps them and waits until all are done. Calls that are run before that wait
   * for them too.
   */
  begin(calls: readonly Call[]): () => void {
    if (this.others.length === 0 || calls.length > CallQueue.capacity) {
      this.run(calls);
      return () => {};
    }
    this.settle();
    this.queue.publish(calls);
    this.begun = calls.length;
    return () => this.settle();
  }

  /** Runs calls that do not depend on each other; returns when all are done. */
  run(calls: readonly Call[]): void {
    this.settle();
    if (calls.length === 1 || this.others.length === 0)
      for (const [operation, ...args] of calls) this.wasm[operation](...args, this.scratch);
    else
      for (let from = 0; from < calls.length; from += CallQueue.capacity) {
        const some = calls.slice(from, from + CallQueue.capacity);
        this.queue.publish(some);
        this.finish(some.length);
      }
  }

  /** Waits for what was begun. */
  private settle(): void {
    if (this.begun === 0) return;
    const count = this.begun;
    this.begun = 0;
    this.finish(count);
  }

  private finish(count: number): void {
    this.queue.work(this.wasm, this.scratch);
    this.queue.waitUntilDone(count, maySleep());
  }

  async end(): Promise<void> {
    await Promise.all(this.others.map((thread) => thread.end()));
  }
}

/** Everywhere but on a browser's main thread. */
function maySleep(): boolean {
  return typeof document === "undefined";
}

function inTime<T>(promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("no answer within 30 s")), patienceMilliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

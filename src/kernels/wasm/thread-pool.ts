import { InputError } from "../../core/input-error.js";
import type { Thread } from "../platform/platform.js";
import { platform } from "../platform/this-platform.js";
import { CallQueue } from "./call-queue.js";
import { inTurns } from "./in-turns.js";
import type { KernelMemory } from "./kernel-memory.js";
import { warmUpBytes } from "./warm-up.js";
import { type Call, importsOf, type WasmExports } from "./wasm-exports.js";

/** A thread that has not started after so many seconds, in which this one looked for its answer, will not. */
const patience = { turns: 30, turnMilliseconds: 1000 } as const;

/** The calling thread's instance of the kernels, and the threads that share its work. */
export class ThreadPool {
  /** Why a thread could not start, once that is known. */
  private failure: InputError | null = null;
  /** How many calls were given out that nobody has waited for. */
  private begun = 0;

  private constructor(
    readonly wasm: WasmExports,
    private readonly scratch: number,
    private readonly queue: CallQueue,
    private readonly others: readonly Promise<Thread>[],
  ) {}

  /** Makes an instance here and, for `threads` above one, starts the other threads. */
  static async start(module: WebAssembly.Module, memory: KernelMemory, threads: number): Promise<ThreadPool> {
    const pool = await ThreadPool.open(module, memory, threads, false);
    await Promise.allSettled(pool.others);
    if (!pool.failure) return pool;
    await pool.end();
    throw pool.failure;
  }

  /**
   * The same without waiting for the threads, which warm up and then join the work. If one of them cannot start, the first call after
   * that is known fails.
   */
  static prepare(module: WebAssembly.Module, memory: KernelMemory, threads: number): Promise<ThreadPool> {
    return ThreadPool.open(module, memory, threads, true);
  }

  private static async open(
    module: WebAssembly.Module,
    memory: KernelMemory,
    threads: number,
    warms: boolean,
  ): Promise<ThreadPool> {
    const { exports } = await WebAssembly.instantiate(module, importsOf(memory.shared));
    const wasm = exports as WasmExports;
    memory.open(wasm.heapBase());
    const queue = memory.allocate(CallQueue.bytes);
    memory.view(queue, CallQueue.bytes / 8).fill(0);
    const [scratch, ...otherScratch] = Array.from({ length: threads }, () =>
      memory.allocate(wasm.scratchBytes()),
    );
    const others = otherScratch.map((scratch, place) => {
      // Compiled code is shared, so one thread warms up for all.
      const warmUp = warms && place === 0 ? memory.allocate(warmUpBytes(wasm)) : undefined;
      return inTurns(
        platform.startThread({ module, memory: memory.shared, queue, scratch, warmUp }),
        patience,
      );
    });
    const pool = new ThreadPool(wasm, scratch, new CallQueue(memory.shared, queue), others);
    for (const other of others)
      other.catch((reason) => {
        pool.failure ??= notStarted(reason);
      });
    return pool;
  }

  /** How many threads share the work, the calling one included. */
  get threads(): number {
    return this.others.length + 1;
  }

  /** The calling thread without the others. */
  alone(): ThreadPool {
    return new ThreadPool(this.wasm, this.scratch, this.queue, []);
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
    if (this.failure) throw this.failure;
    this.settle();
    this.queue.publish(calls);
    this.begun = calls.length;
    return () => this.settle();
  }

  /** Runs calls that do not depend on each other; returns when all are done. */
  run(calls: readonly Call[]): void {
    if (this.failure) throw this.failure;
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

  /** Ends the other threads, after what was begun: whoever waits for it later would wait for ever for a part that an ended thread had. */
  async end(): Promise<void> {
    try {
      this.settle();
    } finally {
      const started = await Promise.allSettled(this.others);
      await Promise.all(
        started.map((result) => (result.status === "fulfilled" ? result.value.end() : undefined)),
      );
    }
  }
}

const notStarted = (reason: Error | undefined) =>
  new InputError("not-possible", `a kernel thread could not be started (${reason?.message ?? reason})`, {
    remedies: [{ action: "fix the cause, or use one thread", option: "threads", value: 1 }],
  });

/** Everywhere but on a browser's main thread. */
function maySleep(): boolean {
  return typeof document === "undefined";
}

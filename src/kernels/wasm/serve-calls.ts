import { CallQueue } from "./call-queue.js";
import { warmUp } from "./warm-up.js";
import { importsOf, type WasmExports } from "./wasm-exports.js";

/** What a thread is given when it starts. */
export interface ThreadStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Address of the call queue. */
  queue: number;
  /** Address of this thread's scratch memory. */
  scratch: number;
  /** Address of memory to warm up with before there is work; absent where work waits already. */
  warmUp?: number;
}

/** The whole life of a kernel thread: says that it is ready, then serves calls until it is ended from outside. */
export function serveCalls(start: ThreadStart, ready: () => void): void {
  const { memory, queue, scratch } = start;
  const { exports } = new WebAssembly.Instance(start.module, importsOf(memory));
  const wasm = exports as WasmExports;
  const calls = new CallQueue(memory, queue);
  ready();
  if (start.warmUp !== undefined) warmUp(wasm, memory, start.warmUp, scratch);
  calls.serve(wasm, scratch);
}

import { CallQueue } from "./call-queue.js";
import { importsOf, type WasmExports } from "./wasm-exports.js";

/** What a thread is given when it starts. */
export interface ThreadStart {
  module: WebAssembly.Module;
  memory: WebAssembly.Memory;
  /** Address of the call queue. */
  queue: number;
  /** Address of this thread's scratch memory. */
  scratch: number;
}

/** The whole life of a kernel thread: says that it is ready, then serves calls until it is ended from outside. */
export function serveCalls({ module, memory, queue, scratch }: ThreadStart, ready: () => void): void {
  const { exports } = new WebAssembly.Instance(module, importsOf(memory));
  const calls = new CallQueue(memory, queue);
  ready();
  calls.serve(exports as WasmExports, scratch);
}

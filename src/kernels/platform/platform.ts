import type { ThreadStart } from "../wasm/serve-calls.js";

/** What differs between Node, with which Deno and Bun agree, and browsers. */
export interface Platform {
  /** Where the engine has relaxed SIMD behind a switch, turns it on. */
  enableRelaxedSimd(): Promise<void>;
  /** Starts a thread that serves calls; resolves when it does, rejects when it cannot. */
  startThread(start: ThreadStart): Promise<Thread>;
}

/** A running thread. It does not keep the program alive. */
export interface Thread {
  end(): Promise<void>;
}

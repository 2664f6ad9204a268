import type { ThreadStart } from "../wasm/serve-calls.js";

/**
 * What differs between Node and browsers. Everywhere else it is imported as `#platform`, which package.json leads to
 * node.ts or browser.ts; for types it leads here.
 */
export interface Platform {
  /** How many threads can run at the same time. */
  availableThreads(): number;
  /** The bytes of a file of this package. */
  readAsset(url: URL): Promise<Uint8Array<ArrayBuffer>>;
  /** Where the engine has relaxed SIMD behind a switch, turns it on. */
  enableRelaxedSimd(): Promise<void>;
  /** Starts a thread that serves calls; resolves when it does, rejects when it cannot. */
  startThread(start: ThreadStart): Promise<Thread>;
}

/** A running thread. It does not keep the program alive. */
export interface Thread {
  end(): Promise<void>;
}

/** The platform this runs on. */
export declare const platform: Platform;

import type { Platform } from "./platform.js";

/** Node: worker_threads and V8's switches. Its modules are asked for while running, so that bundlers do not look for them. */
export const nodePlatform: Platform = {
  async enableRelaxedSimd() {
    try {
      // Node 20 has it behind this switch, newer ones have no such switch and ignore it.
      process.getBuiltinModule("node:v8").setFlagsFromString("--experimental-wasm-relaxed-simd");
    } catch {
      // Engines other than V8 have no switches; the caller sees whether it is on.
    }
  },

  async startThread(start) {
    const { Worker } = process.getBuiltinModule("node:worker_threads");
    const { threadScript } = await import("../generated/thread-script.js");
    const worker = new Worker(threadScript, { eval: true, execArgv: [] });
    return new Promise((resolve, reject) => {
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("it ended immediately")));
      worker.once("message", () => {
        worker.unref();
        resolve({ end: async () => void (await worker.terminate()) });
      });
      worker.postMessage(start);
    });
  },
};

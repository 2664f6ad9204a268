import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { setFlagsFromString } from "node:v8";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { serveCalls, type ThreadStart } from "../wasm/serve-calls.js";
import type { Platform } from "./platform.js";

/** Node: files, worker_threads, V8's switches. */
export const platform: Platform = {
  availableThreads: availableParallelism,

  async readAsset(url) {
    return new Uint8Array(await readFile(fileURLToPath(url)));
  },

  async enableRelaxedSimd() {
    // Node 20 has it behind this switch, newer ones have no such switch and ignore it.
    setFlagsFromString("--experimental-wasm-relaxed-simd");
  },

  startThread(start) {
    return new Promise((resolve, reject) => {
      const data: ThreadData = { salienceKernels: start };
      const worker = new Worker(new URL(import.meta.url), { workerData: data, execArgv: [] });
      worker.once("error", reject);
      worker.once("exit", () => reject(new Error("it ended immediately")));
      worker.once("message", () => {
        worker.unref();
        resolve({ end: async () => void (await worker.terminate()) });
      });
    });
  },
};

interface ThreadData {
  salienceKernels: ThreadStart;
}

// A kernel thread runs this very file, so that node:* modules have one home.
if (!isMainThread && workerData?.salienceKernels)
  serveCalls((workerData as ThreadData).salienceKernels, () => parentPort?.postMessage("ready"));

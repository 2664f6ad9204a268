import type { ThreadStart } from "../wasm/serve-calls.js";
import type { Platform, Thread } from "./platform.js";

/** Browsers: workers, which share memory only on a cross-origin isolated page. */
export const browserPlatform: Platform = {
  async enableRelaxedSimd() {},

  async startThread(start) {
    if (!crossOriginIsolated)
      throw new Error(
        "the page is not cross-origin isolated: it needs the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp",
      );
    if (typeof SharedArrayBuffer !== "function") throw new Error("this browser has no shared memory");
    const { threadScript } = await import("../generated/thread-script.js");
    const address = URL.createObjectURL(new Blob([threadScript], { type: "text/javascript" }));
    try {
      return await answered(new Worker(address), start);
    } catch {
      // A page's policy may allow no worker but from its own host: then the file, where static files or a bundler have it.
      return await answered(new Worker(new URL("../worker.js", import.meta.url), { type: "module" }), start);
    } finally {
      URL.revokeObjectURL(address);
    }
  },
};

/** Gives a worker its start and waits until it says that it serves. */
function answered(worker: Worker, start: ThreadStart): Promise<Thread> {
  return new Promise((resolve, reject) => {
    worker.onerror = (event) => {
      worker.terminate();
      reject(new Error(event.message ?? "its script could not be loaded"));
    };
    worker.onmessage = () => resolve({ end: async () => worker.terminate() });
    worker.postMessage(start);
  });
}

import type { Platform } from "./platform.js";

/** Browsers: fetch and module workers, which share memory only on a cross-origin isolated page. */
export const platform: Platform = {
  availableThreads() {
    return crossOriginIsolated ? (navigator.hardwareConcurrency ?? 1) : 1;
  },

  async readAsset(url) {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  },

  async enableRelaxedSimd() {},

  startThread(start) {
    return new Promise((resolve, reject) => {
      if (!crossOriginIsolated)
        throw new Error(
          "the page is not cross-origin isolated: it needs the headers Cross-Origin-Opener-Policy: same-origin and Cross-Origin-Embedder-Policy: require-corp",
        );
      const worker = new Worker(new URL("../worker.js", import.meta.url), { type: "module" });
      worker.onerror = (event) => reject(new Error(event.message ?? "its script could not be loaded"));
      worker.onmessage = () => resolve({ end: async () => worker.terminate() });
      worker.postMessage(start);
    });
  },
};

import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Starts a Python script that answers each line of JSON with one, on two threads, or gives null where python3 lacks
 * NumPy or SciPy.
 * @param {string} script
 * @returns {{ ask(request: object): Promise<any>, end(): void } | null}
 */
export function startJsonPeer(script) {
  if (spawnSync("python3", ["-c", "import numpy, scipy"]).status !== 0) return null;
  const threads = { OPENBLAS_NUM_THREADS: "2", OMP_NUM_THREADS: "2", MKL_NUM_THREADS: "2" };
  const child = spawn("python3", [script], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, ...threads },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(request) {
      child.stdin.write(`${JSON.stringify(request)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error(`${script} ended without an answer`);
      return JSON.parse(value);
    },
    end() {
      child.stdin.end();
    },
  };
}

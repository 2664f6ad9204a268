import { spawn, spawnSync } from "node:child_process";
import { createInterface } from "node:readline";

/**
 * Starts a Python script that answers each line of JSON with one, on two threads, or gives null where no Python has these
 * modules.
 * @param {string} script
 * @param {string} [modules]
 * @returns {{ ask(request: object): Promise<any>, end(): void } | null}
 */
export function startJsonPeer(script, modules = "numpy, scipy") {
  const python = ["python3", "/usr/bin/python3"].find(
    (command) => spawnSync(command, ["-c", `import ${modules}`]).status === 0,
  );
  if (!python) return null;
  const threads = { OPENBLAS_NUM_THREADS: "2", OMP_NUM_THREADS: "2", MKL_NUM_THREADS: "2" };
  const child = spawn(python, [script], {
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

import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What a run of the program left behind. */
export interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built program the way a user does. `interruptOn` presses Ctrl-C once, as soon as standard error says this. */
export function runCli(
  words: readonly string[],
  {
    cwd,
    interruptOn,
    environment,
  }: { cwd?: string; interruptOn?: string; environment?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...words], {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    let interrupted = false;
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
      if (interrupted || interruptOn === undefined || !errors.includes(interruptOn)) return;
      interrupted = true;
      child.kill("SIGINT");
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

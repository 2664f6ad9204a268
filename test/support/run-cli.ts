import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** What a run of the program left behind. */
export interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs the built program the way a user does. `interruptAfter` presses Ctrl-C after so many milliseconds. */
export function runCli(
  words: readonly string[],
  {
    cwd,
    interruptAfter,
    environment,
  }: { cwd?: string; interruptAfter?: number; environment?: NodeJS.ProcessEnv } = {},
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [cli, ...words], {
      cwd,
      env: { ...process.env, ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let [output, errors] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    if (interruptAfter !== undefined) setTimeout(() => child.kill("SIGINT"), interruptAfter);
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

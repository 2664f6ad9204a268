import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { PassThrough } from "node:stream";
import { main, type Surroundings } from "../../src/cli/main.js";
import type { Run } from "./run-cli.js";

// Threads run the built program only; without the flag a command would start one for each core.
os.availableParallelism = () => 1;
syncBuiltinESMExports();

/** The folder of the process is one for all, so one command runs at a time. */
let busy = false;

/**
 * Runs a command line in this process, from a folder: much quicker than a program of its own. For what is refused, printed
 * or written without threads; those, Ctrl-C and the exit itself need the program (`runCli`).
 */
export async function runInside(words: readonly string[], { cwd }: { cwd: string }): Promise<Run> {
  const [output, errors] = [new Collected(), new Collected()];
  if (busy) throw new Error("two commands cannot run in one process at once; await the first");
  busy = true;
  const before = process.cwd();
  process.chdir(cwd);
  try {
    const surroundings = { stdout: output, stderr: errors, env: { NO_COLOR: "1" } };
    const code = await main(words, surroundings as unknown as Surroundings);
    return { code, output: output.text, errors: errors.text };
  } finally {
    busy = false;
    process.chdir(before);
  }
}

/** A stream that keeps what is written. */
class Collected extends PassThrough {
  text = "";

  override write(chunk: unknown, ...rest: readonly unknown[]): boolean {
    this.text += String(chunk);
    const done = rest.at(-1);
    if (typeof done === "function") done();
    return true;
  }
}

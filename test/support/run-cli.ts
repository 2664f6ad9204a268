import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The built program. */
export const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

const interruptInside = new URL("interrupt-inside.mjs", import.meta.url).href;

/** What a run of the program left behind. */
export interface Run {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** How the program is run. */
export interface RunHow {
  readonly cwd?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** What comes from standard input. */
  readonly input?: string | Uint8Array;
  /** Presses Ctrl-C once, as soon as standard error says this. */
  readonly interruptOn?: string;
}

/** Runs the built program the way a user does. */
export function runCli(words: readonly string[], { interruptOn, ...how }: RunHow = {}): Promise<Run> {
  return run(words, how, interruptOn === undefined ? undefined : { text: interruptOn, signal: "SIGINT" });
}

/** Runs the program in a folder until its journal there has so many lines; then this signal ends it. */
export async function interruptCli(
  folder: string,
  words: readonly string[],
  lines: number,
  signal: NodeJS.Signals,
): Promise<number | null> {
  return (await run(words, { cwd: folder }, { lines, signal })).code;
}

/** The journals of a folder, by name. */
export const journals = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith(".journal"));

function run(
  words: readonly string[],
  { cwd, environment, input }: Omit<RunHow, "interruptOn">,
  interrupt?: { text?: string; lines?: number; signal: NodeJS.Signals },
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...(interrupt ? ["--import", interruptInside] : []), cli, ...words],
      {
        cwd,
        env: {
          ...process.env,
          ...environment,
          ...(interrupt && { SALIENCE_INTERRUPT: JSON.stringify(interrupt) }),
        },
        stdio: [input === undefined ? "ignore" : "pipe", "pipe", "pipe"],
      },
    );
    child.stdin?.end(input);
    let [output, errors] = ["", ""];
    child.stdout!.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
    child.stderr!.setEncoding("utf8").on("data", (text) => {
      errors += text;
    });
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
}

/** A program that runs beside the test, and what it has said so far. */
export interface Started {
  readonly child: ReturnType<typeof spawn>;
  errors(): string;
  /** When it has ended. */
  readonly ended: Promise<Run>;
}

/** Starts the built program and lets it run; the caller waits for its end or stops it. */
export function startCli(
  words: readonly string[],
  {
    cwd,
    environment,
    program = cli,
  }: Pick<RunHow, "cwd" | "environment"> & { readonly program?: string } = {},
): Started {
  const child = spawn(process.execPath, [program, ...words], {
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
  });
  const ended = new Promise<Run>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => resolve({ code, output, errors }));
  });
  return { child, errors: () => errors, ended };
}

import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** The journals of a folder, by name. */
export const journals = (place: string): string[] =>
  readdirSync(place).filter((name) => name.endsWith(".journal"));

/** Runs the program in a folder until its journal there has so many lines, then ends it with this signal. */
export function interruptCli(
  place: string,
  words: readonly string[],
  lines: number,
  signal: NodeJS.Signals,
): Promise<number | null> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...words], { cwd: place, stdio: "ignore" });
    const watch = setInterval(() => {
      const [name] = journals(place);
      if (name === undefined || readFileSync(join(place, name), "utf8").split("\n").length <= lines) return;
      clearInterval(watch);
      child.kill(signal);
    }, 5);
    child.on("close", (code) => {
      clearInterval(watch);
      resolve(code);
    });
  });
}

/**
 * Packages for tests that are too large to be dependencies. Each is installed by name and exact version where it is asked for, without
 * install scripts, and kept in node_modules/.cache for the next time.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/salience-packages", import.meta.url));

/**
 * The folder in which a package is installed, or the reason why it is not.
 * @param {string} install name and version, as in `deno@2.9.6`
 * @returns {{ folder: string, reason?: undefined } | { folder?: undefined, reason: string }}
 */
export function fetchPackage(install) {
  const folder = join(cache, install.replace(/(?<=.)@/, "-"));
  if (existsSync(folder)) return { folder };
  // What is there is whole: it gets its name when npm is done.
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  writeFileSync(join(unfinished, "package.json"), '{ "private": true }');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  const { status, stderr } = spawnSync("npm", ["install", ...quiet, install], {
    cwd: unfinished,
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 240_000,
  });
  if (status === 0) {
    if (existsSync(folder)) rmSync(unfinished, { recursive: true });
    else renameSync(unfinished, folder);
    return { folder };
  }
  rmSync(unfinished, { recursive: true });
  const why =
    /^npm error (?!code|errno|A complete log)(.*)/m.exec(stderr ?? "")?.[1] ?? "it was not done in time";
  return { reason: `npm could not give ${install}: ${why}` };
}

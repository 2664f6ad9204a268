/**
 * JavaScript engines from npm, for tests and `npm run engines`. They are no dependencies: two of them take 200 MB. Each is installed
 * by name and exact version where it is asked for, without its install script, and kept in node_modules/.cache for the next time.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const cache = fileURLToPath(new URL("../node_modules/.cache/salience-engines", import.meta.url));

/** No engine is smaller, in bytes. */
const smallestProgram = 10_000_000;

const nodePackage = `node-${process.platform.replace("win32", "win")}-${process.arch}`;

/**
 * Which version of which package holds an engine, and its program's name.
 * @type {Readonly<Record<string, { install: string, program: string }>>}
 */
const engines = {
  deno: { install: "deno@2.9.6", program: "deno" },
  bun: { install: "bun@1.4.4", program: "bun" },
  node20: { install: `${nodePackage}@20.20.2`, program: "node" },
  node22: { install: `${nodePackage}@22.23.3`, program: "node" },
  node24: { install: `${nodePackage}@24.21.0`, program: "node" },
  node26: { install: `${nodePackage}@26.10.0`, program: "node" },
};

/** The names of all engines. */
export const engineNames = Object.keys(engines);

/**
 * The path of an engine's program, or the reason why there is none.
 * @param {string} name
 * @returns {{ program: string, reason?: undefined } | { program?: undefined, reason: string }}
 */
export function fetchEngine(name) {
  const { install, program } = engines[name];
  const folder = join(cache, install.replace("@", "-"));
  const found = findProgram(folder, program);
  if (found) return { program: found };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }');
  const quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"];
  const { stderr } = spawnSync("npm", ["install", ...quiet, install], {
    cwd: folder,
    encoding: "utf8",
    shell: process.platform === "win32",
    timeout: 240_000,
  });
  const fetched = findProgram(folder, program);
  if (fetched) return { program: fetched };
  const why =
    /^npm error (?!code|errno|A complete log)(.*)/m.exec(stderr ?? "")?.[1] ??
    "it holds no program for this machine";
  return { reason: `npm could not give ${install}: ${why}` };
}

/**
 * The largest file of that name: packages for other processors, and small starters of the same name, lie beside it.
 * @param {string} folder
 * @param {string} program
 */
function findProgram(folder, program) {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (entry.name === program || entry.name === `${program}.exe`))
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), ...statSync(join(parentPath, name)) }))
    .filter(({ size }) => size > smallestProgram)
    .sort((a, b) => b.size - a.size)[0]?.path;
}

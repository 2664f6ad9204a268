/** JavaScript engines from npm, for tests and `npm run engines`. They are no dependencies: two of them take 200 MB. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fetchPackage } from "./fetch-package.mjs";

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
  const { folder, reason } = fetchPackage(install);
  if (folder === undefined) return { reason };
  const found = findProgram(folder, program);
  return found ? { program: found } : { reason: `${install} holds no program for this machine` };
}

/**
 * The largest file of that name: packages for other processors, and small starters of the same name, lie beside it.
 * @param {string} folder
 * @param {string} program
 */
function findProgram(folder, program) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (entry.name === program || entry.name === `${program}.exe`))
    .map(({ parentPath, name }) => ({ path: join(parentPath, name), ...statSync(join(parentPath, name)) }))
    .filter(({ size }) => size > smallestProgram)
    .sort((a, b) => b.size - a.size)[0]?.path;
}

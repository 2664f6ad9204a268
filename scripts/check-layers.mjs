// Holds the rules of ARCHITECTURE.md over src/: who may import whom, where Node's modules may appear, that packages are
// loaded lazily, that numeric code takes exp, log and pow from src/numeric, that only the command line names its flags, that
// every exported name is documented, and that no files import each other in a circle, not even types.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));

/** The layers of the library, from the bottom up. */
const library = [
  "core",
  "numeric",
  "kernels",
  "data",
  "models",
  "evaluation",
  "selectors",
  "experiment",
  "recipe",
  "report",
];

/**
 * What each part of src/ may import, besides itself.
 * @type {Readonly<Record<string, readonly string[]>>}
 */
const mayImport = {
  core: [],
  numeric: ["core"],
  kernels: ["core", "numeric"],
  data: ["core", "numeric", "version.ts"],
  models: ["core", "numeric", "kernels", "data"],
  evaluation: ["core", "numeric", "kernels", "data", "models"],
  selectors: ["core", "numeric", "kernels", "data", "models", "evaluation", "version.ts"],
  experiment: [...library.slice(0, 7), "version.ts"],
  recipe: [...library.slice(0, 8), "version.ts"],
  report: [...library.slice(0, 8), "version.ts"],
  study: [...library, "reproduction", "version.ts"],
  reproduction: [...library, "version.ts"],
  node: [...library, "study", "reproduction", "version.ts"],
  executors: [...library, "study", "reproduction", "node", "version.ts"],
  "index.ts": [...library, "study", "reproduction", "version.ts"],
  entries: [...library, "study", "reproduction", "version.ts"],
  "internal.ts": [...library, "study", "reproduction", "version.ts"],
  "node.ts": ["index.ts", "node", "executors"],
  cli: ["core", "internal.ts", "node", "executors", "version.ts"],
  "cli.ts": ["cli", "version.ts"],
  "version.ts": [],
};

const homeOfNodeModules = /^(node\/|executors\/|cli\/)/;
/** Beside these, the seam between Node and browsers, which asks for Node's modules while running. */
const homeOfProcess = /^(node\/|executors\/|cli\/|cli\.ts$|kernels\/(platform\/|worker\.ts$))/;
const engineMath = /\bMath\.(exp|expm1|log|log1p|log2|log10|pow|a?sinh?|a?cosh?|a?tanh?|atan2|cbrt|hypot)\b/;
/** Texts may name flags here: the command line, what renders its commands, and flags of the JavaScript engine and of Slurm. */
const homeOfFlags = /^(cli\/|study\/render\.ts$|kernels\/platform\/node\.ts$|executors\/slurm\.ts$)/;
const texts = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*(?:`|$)/g;
const flag = /(?<![\w-])--[a-z][\w-]*/;
const exported =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|class|const|let|interface|type) (\w+)/;

/**
 * The faults of one file.
 * @param {string} path below src/
 * @param {string} text
 */
export function faultsOf(path, text) {
  /** @type {string[]} */
  const faults = [];
  const part = partOf(path);
  const lines = text.split("\n");
  lines.forEach((line, at) => {
    const fault = (/** @type {string} */ what) => faults.push(`src/${path}:${at + 1}: ${what}`);
    const wanted = /(?:from|import)\s*\(?\s*"([^"]+)"/.exec(line)?.[1];
    if (wanted?.startsWith(".")) {
      const target = relative(".", join(dirname(path), wanted)).replace(/\.js$/, ".ts");
      const layer = partOf(target);
      if (layer !== part && !mayImport[part]?.includes(layer))
        fault(`${part} may not import ${layer} (${wanted})`);
    } else if (wanted?.startsWith("node:")) {
      if (!homeOfNodeModules.test(path))
        fault(`${wanted} may not be used here; the library runs in browsers too`);
    } else if (wanted && !line.includes("import(") && !line.includes("import type"))
      fault(`the package ${wanted} must be loaded by import() where it is needed`);
    const code = line.replace(/\/\/.*$|^\s*\*.*$|^\s*\/\*\*.*$/, "");
    if (/(?<![\w.])(?:globalThis\.)?process[?.]/.test(code) && !homeOfProcess.test(path))
      fault("process is Node's own; the library runs in browsers too");
    if (part !== "cli" && engineMath.test(code))
      fault(`${engineMath.exec(code)?.[0]} differs between engines; use src/numeric/math.ts`);
    if (/\*\*/.test(code) && !/\dn? \*\* -?\(?\d|\dn \*\* |\b2 \*\* /.test(code))
      fault("** differs between engines; multiply, or use pow of src/numeric/math.ts");
    const named = homeOfFlags.test(path) ? undefined : flag.exec((code.match(texts) ?? []).join(" "))?.[0];
    if (named) fault(`${named} is a flag of the command line; name options by optionName, or as remedies`);
    const name = exported.exec(line)?.[1];
    if (name && !lines[at - 1]?.trimEnd().endsWith("*/") && !isOverload(lines, at, name))
      fault(`${name} has no documentation`);
  });
  return faults;
}

/**
 * Files that import each other in a circle, types included; what is loaded by import() does not count.
 * @param {ReadonlyMap<string, string>} files their texts by path below src/
 */
export function cyclesOf(files) {
  const imports = new Map(
    [...files].map(([path, text]) => [
      path,
      [...text.matchAll(/^(?:import|export|\}) ?[^;("']*?from "(\.[^"]+)";|^import "(\.[^"]+)";/gm)]
        .map(([, named, bare]) => join(dirname(path), named ?? bare).replace(/\.js$/, ".ts"))
        .filter((target) => files.has(target)),
    ]),
  );
  /** @type {string[]} */
  const faults = [];
  const done = new Set();
  /** @type {(path: string, way: readonly string[]) => void} */
  const walk = (path, way) => {
    const met = way.indexOf(path);
    if (met >= 0)
      faults.push(`src/${path}: imports itself by way of ${way.slice(met + 1).join(", ") || path}`);
    if (met >= 0 || done.has(path)) return;
    for (const target of imports.get(path) ?? []) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of imports.keys()) walk(path, []);
  return faults;
}

/**
 * The first folder below src/, or the file's own name.
 * @param {string} path
 */
function partOf(path) {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : path;
}

/**
 * @param {readonly string[]} lines
 * @param {number} at
 * @param {string} name
 */
function isOverload(lines, at, name) {
  return lines.slice(0, at).some((line) => exported.exec(line)?.[1] === name);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourceFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "generated" ? [] : sourceFiles(path);
    return entry.name.endsWith(".ts") ? [path] : [];
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const source = resolve(root, "src");
  const files = new Map(
    sourceFiles(source).map((file) => [relative(source, file), readFileSync(file, "utf8")]),
  );
  const faults = [...[...files].flatMap(([path, text]) => faultsOf(path, text)), ...cyclesOf(files)];
  for (const fault of faults) console.error(fault);
  console.log(`${files.size} files, ${faults.length} faults`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

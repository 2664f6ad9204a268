/**
 * Packs the modules of build/ into dist/: the files that package.json names, and chunks that they share. A program that
 * loads a hundred chunks starts in a fraction of the time of one that loads six hundred modules.
 */
import { chmodSync, cpSync } from "node:fs";
import { dirname, join, posix, relative, resolve } from "node:path";
import { rolldown } from "rolldown";

/** What is started or imported by its name; threads too are started from files. */
const entries = [
  "cli",
  "index",
  "node",
  "entries/evaluation",
  "entries/report",
  "entries/reproduction",
  "node/task-thread",
  "kernels/worker",
];

/**
 * @param {string} build the modules, with their declarations
 * @param {string} dist
 */
export async function pack(build, dist) {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((entry) => [entry, join(build, `${entry}.js`)])),
    platform: "neutral",
    external: (id) => !/^[./]/.test(id),
    plugins: [addresses(build)],
    // A constant stands in one place, so that a test can change it.
    optimization: { inlineConst: false },
  });
  await bundle.write({ dir: dist, entryFileNames: "[name].js", chunkFileNames: "chunks/[name].js" });
  cpSync(build, dist, { recursive: true, filter: (path) => !path.endsWith(".js") });
  chmodSync(join(dist, "cli.js"), 0o755);
}

/**
 * Files that a module names beside itself lie elsewhere seen from its chunk.
 * @param {string} build
 * @returns {import("rolldown").Plugin}
 */
function addresses(build) {
  const beside = /new URL\(\s*"(\.[^"]*)"/g;
  const inPackage = /new URL\("package:([^"]*)"/g;
  return {
    name: "addresses",
    transform: (code, id) =>
      code.replace(beside, (_, path) => {
        const place = relative(build, resolve(dirname(id), path)).replaceAll("\\", "/");
        return `new URL("package:${place}${path.endsWith("/") ? "/" : ""}"`;
      }),
    renderChunk: (code, { fileName }) =>
      code.replace(inPackage, (_, path) => {
        const there = posix.relative(posix.dirname(fileName), path);
        return `new URL("${there.startsWith(".") ? "" : "./"}${there}${path.endsWith("/") ? "/" : ""}"`;
      }),
  };
}

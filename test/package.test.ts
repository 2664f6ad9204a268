import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";
import { version } from "../src/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "salience-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

test("the version is that of package.json", () => {
  expect(version).toBe(JSON.parse(readFileSync(join(root, "package.json"), "utf8")).version);
});

test("the packed package installs in an empty folder, both entry points import, the binary runs", () => {
  const [{ filename, files }] = JSON.parse(run("npm", "pack", root, "--json", "--ignore-scripts")) as [
    { filename: string; files: { path: string; size: number }[] },
  ];
  const paths = files.map(({ path }) => path);
  for (const needed of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/node.js",
    "dist/cli.js",
    "dist/kernels/generated/salience.wasm",
    "dist/report/view.js",
    "dist/report/view.css",
    "dist/studio/index.html",
    "LICENSE",
    "README.md",
  ])
    expect(paths).toContain(needed);
  expect(paths.filter((path) => /^(test|src|bench|scripts|assembly|node_modules)\//.test(path))).toEqual([]);

  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", join(folder, filename));
  writeFileSync(
    join(folder, "use.js"),
    `import { createKernels, Dataset, digits, select } from "salience";
     import { readDataset } from "salience/node";
     const picked = await select(await digits(), { method: "fisher", k: 2 });
     const kernels = await createKernels({ threads: 2 });
     const work = kernels.workspace();
     const [a, c] = [work.matrix(2, 2), work.matrix(2, 2)];
     a.data.set([1, 2, 3, 4]);
     kernels.gemm(1, a, a, 0, c);
     await kernels.dispose();
     console.log(JSON.stringify([picked.features.length, typeof readDataset, typeof Dataset, Array.from(c.data)]));`,
  );
  expect(JSON.parse(run("node", "use.js"))).toEqual([2, "function", "function", [7, 10, 15, 22]]);
  expect(run(join(folder, "node_modules/.bin/salience"), "--version")).toBe(`${version}\n`);
  expect(run("npx", "salience", "select", "bundled:digits", "--k", "2")).toContain("rank");
});

import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { version } from "../src/index.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "salience-package-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const run = (command: string, ...words: string[]) =>
  execFileSync(command, words, { cwd: folder, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });

const read = (file: string) => readFileSync(join(root, file), "utf8");

test("the version is that of package.json, the lockfile, the newest changes and the citation", () => {
  expect(JSON.parse(read("package.json")).version).toBe(version);
  expect(JSON.parse(read("package-lock.json")).packages[""].version).toBe(version);
  expect(/^## (\S+)/m.exec(read("CHANGELOG.md"))?.[1]).toBe(version);
  expect(/^version: (.+)$/m.exec(read("CITATION.cff"))?.[1]).toBe(version);
});

/** The source of every entry, by what users import. */
const entries: Readonly<Record<string, string>> = {
  salience: "src/index.ts",
  "salience/node": "src/node.ts",
  "salience/evaluation": "src/entries/evaluation.ts",
  "salience/report": "src/entries/report.ts",
  "salience/reproduction": "src/entries/reproduction.ts",
};

/** The names that a file exports, types included; those of other files that it passes on whole, too. */
function exportedNames(file: string): string[] {
  const text = read(file);
  const target = (from: string) => join(dirname(file), from).replace(/\.js$/, ".ts");
  const listed = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from/gm)].flatMap(([, names]) =>
    names.split(",").map((name) => name.trim().replace(/^type /, "")),
  );
  const whole = [...text.matchAll(/^export (?:type )?\* from "([^"]+)"/gm)].flatMap(([, from]) =>
    exportedNames(target(from)),
  );
  const declared = [...text.matchAll(/^export (?:interface|type) (\w+)/gm)].map(([, name]) => name);
  return [...listed.filter(Boolean), ...whole, ...declared];
}

describe("the public surface", () => {
  test("package.json exports the entries and nothing internal", () => {
    const { exports } = JSON.parse(read("package.json")) as { exports: Record<string, unknown> };
    const wanted = Object.keys(entries).map((name) => name.replace("salience", "."));
    expect(Object.keys(exports).sort()).toEqual([...wanted, "./package.json"].sort());
  });

  test("is small, and has the names that stay", () => {
    const names = exportedNames(entries.salience);
    expect(names.length).toBeLessThanOrEqual(70);
    expect(new Set(names).size).toBe(names.length);
    for (const name of ["select", "selectors", "evaluate", "compare", "tune", "path", "redundancyRate"])
      expect(names).toContain(name);
    for (const name of ["Dataset", "parseDataset", "defineSelector", "defineClassifier"])
      expect(names).toContain(name);
    expect(exportedNames(entries["salience/node"])).toContain("readDataset");
  });

  test.each(Object.entries(entries))("every name of %s has a line in docs/library.md", (entry, file) => {
    const page = read("docs/library.md");
    const start = page.indexOf(`## \`${entry}\`\n`);
    const end = page.indexOf("\n## ", start + 1);
    const rows = [...page.slice(start, end < 0 ? undefined : end).matchAll(/^\| `(\w+)` \| (.+) \|$/gm)];
    const passedOn = entry === "salience/node" ? exportedNames(entries.salience) : [];
    const own = exportedNames(file).filter((name) => !passedOn.includes(name));
    expect(rows.map(([, name]) => name).sort()).toEqual([...own].sort());
    for (const [, , what] of rows) expect(what.length).toBeGreaterThan(10);
  });

  test("what docs, README and examples import is there", () => {
    const pages = ["README.md", ...readdirSync(join(root, "docs")).map((name) => `docs/${name}`)];
    const examples = readdirSync(join(root, "examples"), { recursive: true })
      .map((name) => `examples/${name}`)
      .filter((name) => name.endsWith(".mjs"));
    const built = { "dist/index.js": "salience", "dist/node.js": "salience/node" };
    let imports = 0;
    for (const file of [...pages.filter((name) => name.endsWith(".md")), ...examples])
      for (const [, names, from] of read(file).matchAll(/import \{([^}]*)\} from "([^"]+)"/g)) {
        const path = Object.entries(built).find(([path]) => from.endsWith(path))?.[1] ?? from;
        if (!Object.hasOwn(entries, path)) continue;
        imports++;
        const there = exportedNames(entries[path]);
        for (const name of names.split(",").map((one) => one.trim()))
          if (name !== "") expect(there, `${file}: ${name} of ${path}`).toContain(name);
      }
    expect(imports).toBeGreaterThan(15);
  });
});

test("the packed package installs in an empty folder, all entry points import, the binary runs", () => {
  const [{ filename, files, size }] = JSON.parse(run("npm", "pack", root, "--json", "--ignore-scripts")) as [
    { filename: string; files: { path: string; size: number }[]; size: number },
  ];
  const paths = files.map(({ path }) => path);
  for (const needed of [
    "dist/index.js",
    "dist/index.d.ts",
    "dist/node.js",
    "dist/cli.js",
    "dist/chunks/salience.js",
    "dist/studio/report/view.js",
    "dist/studio/report/view.css",
    "dist/studio/report/figures.js",
    "dist/studio/report/view-licenses.txt",
    "dist/studio/licenses.txt",
    "dist/studio/index.html",
    "LICENSE",
    "README.md",
  ])
    expect(paths).toContain(needed);
  // Reports and the studio share one view, and the types of bundled data do not repeat the data.
  expect(paths.filter((path) => path.endsWith("/view.js"))).toHaveLength(1);
  expect(files.filter(({ path, size }) => path.endsWith(".d.ts") && size > 40_000)).toEqual([]);
  // Without what the studio loads only for some files, which is HDF5's library for the most part.
  const lazy = paths.filter((path) => /studio\/assets\/hdf5_hl/.test(path));
  expect(lazy).toHaveLength(1);
  expect(size - gzipSync(readFileSync(join(root, lazy[0]))).length).toBeLessThan(3_000_000);
  expect(paths.filter((path) => /^(test|src|bench|scripts|assembly|node_modules)\//.test(path))).toEqual([]);

  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  run("npm", "install", "--no-audit", "--no-fund", "--prefer-offline", join(folder, filename));
  writeFileSync(
    join(folder, "use.js"),
    `import { createKernels, Dataset, digits, select } from "salience";
     import { readDataset } from "salience/node";
     import { stratifiedFolds } from "salience/evaluation";
     import { reportHtml } from "salience/report";
     import { reproduce } from "salience/reproduction";
     const others = [stratifiedFolds, reportHtml, reproduce].map((one) => typeof one);
     const picked = await select(await digits(), { method: "fisher", k: 2 });
     const kernels = await createKernels({ threads: 2 });
     const work = kernels.workspace();
     const [a, c] = [work.matrix(2, 2), work.matrix(2, 2)];
     a.data.set([1, 2, 3, 4]);
     kernels.gemm(1, a, a, 0, c);
     await kernels.dispose();
     console.log(JSON.stringify([picked.features.length, typeof readDataset, typeof Dataset, Array.from(c.data), others]));`,
  );
  expect(JSON.parse(run("node", "use.js"))).toEqual([
    2,
    "function",
    "function",
    [7, 10, 15, 22],
    ["function", "function", "function"],
  ]);
  expect(run(join(folder, "node_modules/.bin/salience"), "--version")).toBe(`${version}\n`);
  expect(run("npx", "salience", "select", "bundled:digits", "--k", "2")).toContain("rank");
});

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build as esbuild } from "esbuild";
import type { Browser } from "playwright-core";
import { rolldown } from "rolldown";
import { createServer as createVite, build as vite } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import webpack from "webpack";
import { engineJob } from "../scripts/engine-job.mjs";
import { fetchEngine } from "../scripts/fetch-engine.mjs";
import { canBrowse, launchChromium, newVisitor } from "./support/browser.js";
import { importBuilt } from "./support/built.js";
import { addressIn, serveFolder } from "./support/serve-folder.js";

/**
 * The package as npm would install it, and a program that uses it: built by every bundler and run in Chromium, or run by other
 * engines. Every one must give what Node gives, bit by bit, on two threads.
 */
const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "salience-bundlers-"));
const at = (...parts: string[]) => join(folder, ...parts);
const isolation = {
  "Cross-Origin-Opener-Policy": "same-origin",
  "Cross-Origin-Embedder-Policy": "require-corp",
};

/** One file for each library that is loaded when it is needed, and one that needs none. */
const files = ["text/header.csv", "parquet/zstd.parquet", "xlsx/flowers.xlsx", "hdf5/plain.h5"];
const plainFiles = ["text/header.csv", "xlsx/flowers.xlsx"];
const fixtures = join(root, "test/fixtures/readers");
const options = { threads: 2, methods: ["dfs"] } as const;

/** What a page runs. */
const program = (library: string, files: readonly string[]) => `
  import * as salience from ${JSON.stringify(library)};
  import { engineJob } from "./engine-job.mjs";
  const read = async (path) => [path, new Uint8Array(await (await fetch("/files/" + path)).arrayBuffer())];
  globalThis.result = Promise.all(${JSON.stringify(files)}.map(read)).then((files) =>
    engineJob(salience, { ...${JSON.stringify(options)}, files: Object.fromEntries(files) }));`;
const html = (script: string) =>
  `<!doctype html><title>salience</title><script type="module" src="${script}"></script>`;

/** What every engine must give, of these data files. */
async function expectedOf(paths: readonly string[]) {
  const bytes = paths.map((path) => [path, Uint8Array.from(readFileSync(join(fixtures, path)))]);
  return engineJob(await importBuilt<typeof import("../src/index.js")>("index.js"), {
    ...options,
    files: Object.fromEntries(bytes),
  });
}

/** The package as it is installed, and the page in `app/`. */
function layOut(): void {
  const installed = at("node_modules/salience");
  mkdirSync(installed, { recursive: true });
  cpSync(join(root, "package.json"), join(installed, "package.json"));
  cpSync(join(root, "dist"), join(installed, "dist"), {
    recursive: true,
    filter: (path) => path !== join(root, "dist/studio"),
  });
  const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  for (const name of Object.keys(dependencies))
    symlinkSync(join(root, "node_modules", name), at("node_modules", name), "dir");
  symlinkSync(fixtures, at("files"), "dir");
  symlinkSync(folder, at("strict"), "dir");
  mkdirSync(at("app"));
  writeFileSync(at("package.json"), '{ "private": true, "type": "module" }');
  for (const name of ["engine-job.mjs", "run-engine-job.mjs"])
    cpSync(join(root, "scripts", name), at("app", name));
  writeFileSync(at("app/page.js"), program("salience", files));
  writeFileSync(at("app/static.js"), program("/node_modules/salience/dist/index.js", plainFiles));
  writeFileSync(at("app/index.html"), html("./page.js"));
  writeFileSync(at("app/static.html"), html("./static.js"));
}

/** Below strict/ a policy allows no worker but from the host itself. */
const headersOf = (path: string) =>
  path.startsWith("/strict/")
    ? {
        ...isolation,
        "Content-Security-Policy": "script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'",
      }
    : isolation;

/** Builds the page into a folder of its own, as each bundler's documentation says, with no option for our sake. */
const builds: Readonly<Record<string, (outDir: string) => Promise<unknown>>> = {
  Vite: (outDir) =>
    vite({ root: at("app"), configFile: false, logLevel: "error", base: "./", build: { outDir } }),
  webpack: (path) =>
    new Promise((resolve, reject) =>
      webpack(
        {
          mode: "development",
          devtool: false,
          entry: at("app/page.js"),
          output: { path, filename: "page.js" },
        },
        (error, stats) => {
          if (error || stats?.hasErrors()) reject(error ?? new Error(stats?.toString("errors-only")));
          else resolve(writeFileSync(join(path, "index.html"), html("./page.js")));
        },
      ),
    ),
  esbuild: async (outdir) => {
    await esbuild({ entryPoints: [at("app/page.js")], bundle: true, outdir, logLevel: "silent" });
    writeFileSync(join(outdir, "index.html"), html("./page.js"));
  },
  rolldown: async (dir) => {
    const bundle = await rolldown({ input: at("app/page.js"), platform: "browser", logLevel: "silent" });
    await bundle.write({ dir });
    writeFileSync(join(dir, "index.html"), html("./page.js"));
  },
};

beforeAll(layOut);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!canBrowse)("a page in Chromium", () => {
  let browser: Browser;
  let server: Server;
  beforeAll(async () => {
    [browser, server] = await Promise.all([launchChromium(), serveFolder(folder, headersOf)]);
  });
  afterAll(async () => {
    await browser?.close();
    server?.close();
  });

  /** What the page at an address computes. */
  async function resultAt(address: string) {
    const page = await (await newVisitor(browser)).newPage();
    const errors: string[] = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(address);
    await page.waitForFunction("globalThis.result").catch(() => expect(errors).toEqual([]));
    const result = await page.evaluate("globalThis.result");
    await page.context().close();
    return result;
  }
  const hosted = (path: string) => addressIn(server, path);

  test.each(Object.entries(builds))("built by %s", async (name, build) => {
    await build(at(name));
    expect(await resultAt(hosted(`${name}/index.html`))).toEqual(await expectedOf(files));
  });

  test("from Vite's development server", async () => {
    const dev = await createVite({
      root: folder,
      configFile: false,
      logLevel: "error",
      server: { host: "127.0.0.1", port: 0, headers: isolation, fs: { strict: false } },
    });
    await dev.listen();
    try {
      expect(await resultAt(`${dev.resolvedUrls?.local[0]}app/`)).toEqual(await expectedOf(files));
    } finally {
      await dev.close();
    }
  });

  test.each(["app", "strict/app"])("from static files below %s/, without a bundler", async (path) => {
    expect(await resultAt(hosted(`${path}/static.html`))).toEqual(await expectedOf(plainFiles));
  });
});

test.for([
  ["deno", "run", "--allow-all"],
  ["bun", "run"],
])("%s gives the same bytes, from the package and from the checkout", async ([name, ...words], { skip }) => {
  const engine = fetchEngine(name);
  if (!engine.program) return skip(engine.reason);
  const expected = await expectedOf(files);
  for (const library of ["salience", pathToFileURL(join(root, "dist/index.js")).href]) {
    const given = JSON.stringify({ ...options, folder: fixtures, files });
    const args = [...words, at("app/run-engine-job.mjs"), library, given];
    const output = execFileSync(engine.program, args, { cwd: folder, encoding: "utf8" });
    expect(JSON.parse(output)).toEqual(expected);
  }
});

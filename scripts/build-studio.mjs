/** Makes dist/studio/ from studio/ and the built library: a folder of files that any web host can serve. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "vite";
import { buildView } from "./build-view.mjs";
import { Notices } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const modules = join(root, "build");
const dist = join(root, "dist");

/** On a busy machine every build would be called slow. */
const checks = { pluginTimings: false };

/** Builds the studio; the library must have been built before, and the result view has to follow: the folder is emptied. */
export async function buildStudio() {
  if (!existsSync(join(modules, "index.js"))) throw new Error("build the library first: npm run build");
  const { contentPolicy } = await import(pathToFileURL(join(modules, "node/studio-server.js")).href);
  const alias = { "salience/internal": join(modules, "internal.js") };
  const notices = new Notices();
  await build({
    root: join(root, "studio"),
    // Relative addresses, so that the folder can lie anywhere on a host.
    base: "./",
    configFile: false,
    logLevel: "warn",
    resolve: { alias },
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    worker: { format: "es", rolldownOptions: { checks }, plugins: () => [notices.plugin] },
    plugins: [statedPolicy(contentPolicy), notices.plugin],
    build: {
      outDir: join(dist, "studio"),
      emptyOutDir: true,
      target: "es2022",
      // The policy allows no data: addresses for scripts and WebAssembly.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 6000,
      reportCompressedSize: false,
      rolldownOptions: { checks },
    },
  });
  writeFileSync(join(dist, "studio/licenses.txt"), notices.text);
}

/**
 * The policy stands in the page itself too, since other hosts do not send it.
 * @param {string} policy
 * @returns {import("vite").Plugin}
 */
function statedPolicy(policy) {
  return {
    name: "stated-policy",
    transformIndexHtml: () => [
      {
        tag: "meta",
        attrs: { "http-equiv": "Content-Security-Policy", content: policy },
        injectTo: "head-prepend",
      },
      { tag: "link", attrs: { rel: "license", href: "./licenses.txt" }, injectTo: "head" },
    ],
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  await buildStudio();
  await buildView(join(dist, "studio/report"));
}

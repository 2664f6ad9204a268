// Bundles the result view (studio/view) into one script and one style sheet, which every HTML report carries inside.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { Notices } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes the result view for pages, and what draws its figures without one, into a folder. */
export async function buildView(/** @type {string} */ outDir) {
  await buildPage(outDir);
  await buildFigures(outDir);
}

/** Writes figures.js: the charts of a report as files, for Node, with the notices of what is inside at its head. */
function buildFigures(/** @type {string} */ outDir) {
  return bundle({
    outDir,
    minify: true,
    lib: {
      entry: join(root, "studio/view/figures/figure-files.ts"),
      formats: ["es"],
      fileName: () => "figures.js",
    },
  });
}

/** Writes view.js, view.css and the licences of what is inside (view-licenses.txt) into a folder. */
function buildPage(/** @type {string} */ outDir) {
  const settings = {
    outDir,
    // The style sheet uses light-dark(), which older targets would have rewritten.
    cssTarget: "esnext",
    lib: {
      entry: join(root, "studio/view/standalone.tsx"),
      formats: /** @type {["iife"]} */ (["iife"]),
      name: "salienceReport",
      fileName: () => "view.js",
      cssFileName: "view",
    },
  };
  return bundle(settings, "view-licenses.txt");
}

/**
 * One file of all that an entry needs, with the notices at its head and in a file where one is named.
 * @param {import("vite").BuildOptions} settings
 * @param {string} [licences]
 */
async function bundle(settings, licences) {
  const notices = new Notices();
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [notices.plugin, headed(notices, licences)],
    build: {
      emptyOutDir: false,
      target: "es2022",
      sourcemap: false,
      reportCompressedSize: false,
      ...settings,
    },
  });
}

/**
 * Puts the notices of what is bundled at the head of the script, so that every report carries them, and into a file beside it.
 * @param {Notices} notices
 * @param {string} [file]
 * @returns {import("vite").Plugin}
 */
function headed(notices, file) {
  return {
    name: "headed",
    enforce: "post",
    generateBundle(_, bundle) {
      const { text } = notices;
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          chunk.code = `/*! Holds:\n\n${text.replaceAll("*/", "* /")}*/\n${chunk.code}`;
      if (file) this.emitFile({ type: "asset", fileName: file, source: text });
    },
  };
}

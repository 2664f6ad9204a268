// Bundles the result view (studio/view) into one script and one style sheet, which every HTML report carries inside.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { Notices } from "./notices.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes view.js, view.css and the licences of what is inside (view-licenses.txt) into a folder. */
export async function buildView(/** @type {string} */ outDir) {
  const notices = new Notices();
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [notices.plugin, headed(notices)],
    build: {
      outDir,
      emptyOutDir: false,
      target: "es2022",
      // The style sheet uses light-dark(), which older targets would have rewritten.
      cssTarget: "esnext",
      sourcemap: false,
      reportCompressedSize: false,
      lib: {
        entry: join(root, "studio/view/standalone.tsx"),
        formats: ["iife"],
        name: "salienceReport",
        fileName: () => "view.js",
        cssFileName: "view",
      },
    },
  });
}

/**
 * Puts the notices of what is bundled beside the script and at its head, so that every report carries them.
 * @param {Notices} notices
 * @returns {import("vite").Plugin}
 */
function headed(notices) {
  return {
    name: "headed",
    enforce: "post",
    generateBundle(_, bundle) {
      const { text } = notices;
      for (const chunk of Object.values(bundle))
        if (chunk.type === "chunk")
          chunk.code = `/*! Holds:\n\n${text.replaceAll("*/", "* /")}*/\n${chunk.code}`;
      this.emitFile({ type: "asset", fileName: "view-licenses.txt", source: text });
    },
  };
}

// Bundles the result view (studio/view) into one script and one style sheet, which every HTML report carries inside.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes view.js and view.css into a folder. */
export async function buildView(/** @type {string} */ outDir) {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
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

// Bundles the result view (studio/view) into one script and one style sheet, which every HTML report carries inside.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Writes view.js, view.css and the licences of what is inside (view-licenses.txt) into a folder. */
export async function buildView(/** @type {string} */ outDir) {
  await build({
    configFile: false,
    root,
    logLevel: "warn",
    publicDir: false,
    plugins: [licenses()],
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
 * Names the bundled packages at the head of the script and puts their licences beside it, as these ask for.
 * @returns {import("vite").Plugin}
 */
function licenses() {
  return {
    name: "licenses",
    enforce: "post",
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk") continue;
        const used = Object.keys(chunk.modules).flatMap(
          (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(id)?.[1] ?? [],
        );
        const packages = [...new Set(used)].sort().map(licenseOf);
        chunk.code = `/*! Holds ${packages.map(({ head }) => head).join("; ")}. Licences: dist/studio/report/view-licenses.txt of the package salience. */\n${chunk.code}`;
        const source = packages
          .map(({ head, text }) => `${head}\n\n${text.trim()}\n`)
          .join(`\n${"-".repeat(80)}\n\n`);
        this.emitFile({ type: "asset", fileName: "view-licenses.txt", source });
      }
    },
  };
}

/**
 * Its name, version and licence, and the licence's text.
 * @param {string} name
 */
function licenseOf(name) {
  const folder = join(root, "node_modules", name);
  const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const text = file ? readFileSync(join(folder, file), "utf8") : `${license}`;
  return { head: `${name} ${version} (${license})`, text };
}

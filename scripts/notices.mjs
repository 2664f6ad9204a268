/**
 * Licence notices. The build writes those of everything that is bundled beside the bundles; `node scripts/notices.mjs --write` writes
 * docs/licences.md, the list of all packages that are installed, bundled or used for development.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = join(root, "docs/licences.md");

/** A plug-in of Vite that remembers from which packages modules come, and their notices. */
export class Notices {
  /** @type {Set<string>} */
  #folders = new Set();

  /** @returns {import("vite").Plugin} */
  get plugin() {
    return {
      name: "notices",
      generateBundle: (_, bundle) => {
        for (const chunk of Object.values(bundle))
          for (const id of chunk.type === "chunk" ? Object.keys(chunk.modules) : []) {
            const folder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(id)?.[0];
            if (folder) this.#folders.add(folder.replace(/^\0/, ""));
          }
      },
    };
  }

  /** Every package with its version and its licence; one text for all that share it. */
  get text() {
    /** @type {Map<string, string[]>} */
    const texts = new Map();
    for (const folder of [...this.#folders].sort()) {
      const { head, text } = licenceOf(folder);
      texts.set(text, [...(texts.get(text) ?? []), head]);
    }
    return [...texts]
      .map(([text, heads]) => `${heads.join("\n")}\n\n${text}\n`)
      .join(`\n${"-".repeat(80)}\n\n`);
  }
}

/**
 * Name, version and licence of a package, and the licence's text.
 * @param {string} folder
 */
export function licenceOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
  const copyright = `Copyright ${author?.name ?? author ?? `the authors of ${name}`}. Licence: ${license}`;
  const text = (file ? readFileSync(join(folder, file), "utf8") : copyright).trim().replaceAll("\r\n", "\n");
  return {
    name,
    version,
    licence: licenceName(license),
    head: `${name} ${version} (${licenceName(license)})`,
    text,
  };
}

/** @param {string} license as package.json says it */
const licenceName = (license) => (license === "SEE LICENSE IN LICENSE.txt" ? "NIST, HDF5 (BSD)" : license);

/** What docs/licences.md has to say, of the lockfile and of what the build has bundled. */
export function licencesPage() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { dependencies, devDependencies } = packages[""];
  /** @returns {string[]} */
  const bundled = (/** @type {string} */ file) =>
    readFileSync(join(root, "dist/studio", file), "utf8").match(/^\S+ \d+\.\d+\.\d+\S* \(.*\)$/gm) ?? [];
  const studio = bundled("licenses.txt");
  const view = bundled("report/view-licenses.txt");
  const installed = Object.entries(packages)
    .filter(
      ([path, entry]) => path !== "" && !entry.dev && !entry.devOptional && !entry.peer && !entry.optional,
    )
    .map(([path]) => licenceOf(join(root, path)));
  const inBundles = [...new Set([...studio, ...view])].sort();
  const row = (/** @type {readonly string[]} */ ...cells) => `| ${cells.join(" | ")} |`;
  const yes = (/** @type {boolean} */ there) => (there ? "yes" : "");
  return `# Licences

Salience is under the MIT licence. This page lists what it installs, carries inside and is built with; \`node scripts/notices.mjs --write\` makes it,
and \`npm run check\` compares. The notices themselves lie beside the bundles: \`dist/studio/licenses.txt\` for the studio, \`dist/studio/report/view-licenses.txt\`
for the view of reports, which is also at the head of its script and so in every report, and of what draws figures for print (\`figures.js\`).

## Installed with the package
${row("package", "version", "licence", "asked for by")}
|---|---|---|---|
${installed
  .map(({ name, version, licence }) =>
    row(name, version, licence, dependencies[name] === version ? "salience" : "one of these"),
  )
  .join("\n")}

\`bullmq\` and \`ioredis\` (both MIT) are optional: who uses a live cluster installs them.

## Inside the studio and the reports
${row("package", "studio", "reports")}
|---|---|---|
${inBundles.map((head) => row(head, yes(studio.includes(head)), yes(view.includes(head)))).join("\n")}

h5wasm holds the HDF5 library, compiled; its notice has HDF5's licence too. The kernels are compiled by AssemblyScript
(Apache-2.0), whose small stub of a runtime is in the binaries.

## For development
${row("package", "version", "licence")}
|---|---|---|
${Object.keys(devDependencies)
  .map((name) => licenceOf(join(root, "node_modules", name)))
  .map(({ name, version, licence }) => row(name, version, licence))
  .join("\n")}

## Known weaknesses
\`npm run audit\` asks the registry for known weaknesses of what is installed with the package, and says so where the registry does not answer.
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv.includes("--write")) writeFileSync(page, licencesPage());
  if (readFileSync(page, "utf8") !== licencesPage()) {
    console.error(
      "docs/licences.md does not list the packages as they are; run node scripts/notices.mjs --write after a build",
    );
    process.exitCode = 1;
  }
}

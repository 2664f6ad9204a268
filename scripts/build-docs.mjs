/** `npm run docs`: the documentation as static files in site/. It needs the built package (`npm run build`). */
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { apiPages } from "./docs/api.mjs";
import { commandPage } from "./docs/commands.mjs";
import { examplePages } from "./docs/examples.mjs";
import { framed } from "./docs/frame.mjs";
import { plainText, readPages } from "./docs/pages.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders of the package that browsers have no use for. */
const forNode = ["cli", "node", "executors", "studio", "cli.js", "node.js"];

/** All pages, made anew. */
export async function docsPages() {
  const { selectors } = await import("../dist/index.js");
  return [
    ...readPages(join(root, "docs"), Object.keys(selectors)),
    ...examplePages(join(root, "examples")),
    await commandPage(),
    ...apiPages(),
  ];
}

/** The search looks through sections. @param {readonly import("./docs/pages.mjs").Page[]} pages */
function searchIndex(pages) {
  return pages.flatMap((page) =>
    page.html.split(/(?=<h[1-4] id=)/).flatMap((part) => {
      const [, id, heading] = /^<h[1-4] id="([^"]*)">([\s\S]*?)<\/h/.exec(part) ?? [];
      if (id === undefined) return [];
      const title = plainText(heading).replace(/ #$/, "");
      const text = plainText(part.replace(/^[\s\S]*?<\/h[1-4]>/, "")).slice(0, 3000);
      const isFirst = page.headings[0]?.id === id;
      return [
        {
          address: `${page.name}.html${isFirst ? "" : `#${id}`}`,
          page: page.title,
          title: isFirst ? page.title : title,
          text,
        },
      ];
    }),
  );
}

/** Writes the site into a folder. @param {string} folder */
export async function buildDocs(folder) {
  const pages = await docsPages();
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of ["site.css", "site.js", "live.js"])
    cpSync(join(root, "scripts/docs", name), join(folder, name));
  for (const name of ["pictures", "data"])
    if (existsSync(join(root, "docs", name)))
      cpSync(join(root, "docs", name), join(folder, name), { recursive: true });
  const modules = join(root, "build");
  const left = forNode.map((name) => join(modules, name));
  cpSync(modules, join(folder, "lib"), {
    recursive: true,
    filter: (path) => !left.includes(path) && !/\.d\.ts$|\.map$/.test(path),
  });
  const { imports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  // Browsers take the file that is for them.
  const map = Object.fromEntries(
    Object.entries(imports ?? {}).map(([name, own]) => [name, own.default.replace("./dist/", "./lib/")]),
  );
  for (const page of pages) writeFileSync(join(folder, `${page.name}.html`), framed(page, pages, map));
  writeFileSync(
    join(folder, "search-index.js"),
    `window.salienceSearch = ${JSON.stringify(searchIndex(pages))};\n`,
  );
  return pages.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const count = await buildDocs(join(root, "site"));
  console.log(`site/: ${count} pages; to see it: npx serve site, or open site/index.html`);
}

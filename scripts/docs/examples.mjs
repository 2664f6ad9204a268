/** The pages of the examples: their list, which is examples/README.md, and each of them as code. */
import { readdirSync, readFileSync } from "node:fs";
import { escapeHtml, examplePage, pageFromMarkdown } from "./pages.mjs";

const part = "Examples";

/** @param {string} folder @returns {import("./pages.mjs").Page[]} */
export function examplePages(folder) {
  const list = readFileSync(`${folder}/README.md`, "utf8");
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== "README.md")
    .map(({ parentPath, name }) => `${parentPath}/${name}`.replaceAll("\\", "/").slice(folder.length + 1))
    .sort();
  return [
    pageFromMarkdown("examples", list, part, "../examples"),
    ...files.map((file) => {
      const code = escapeHtml(readFileSync(`${folder}/${file}`, "utf8"));
      return {
        name: examplePage(file),
        title: file,
        part,
        html: `<h1 id="code">${escapeHtml(file)}</h1>\n<pre class="code" tabindex="0"><code>${code}</code></pre>\n`,
        headings: [{ depth: 1, id: "code", text: file }],
      };
    }),
  ];
}

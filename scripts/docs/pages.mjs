/** The pages of the site: every file of docs/ is one, without being named anywhere; the menu only says in which part it stands. */
import { readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { Marked } from "marked";

/**
 * A page before it is put into its frame.
 * @typedef {{ name: string, title: string, part: string, html: string, headings: Heading[], method?: string }} Page
 * @typedef {{ depth: number, id: string, text: string }} Heading
 */

/** Parts of the menu in their order, with the pages that stand first in them. Others follow by title. */
export const parts = [
  {
    title: "Start",
    pages: ["index", "start-biologist", "start-engineer", "start-researcher", "start-teacher"],
  },
  {
    title: "Guides",
    pages: [
      "choosing",
      "honest-evaluation",
      "coming-from",
      "tables",
      "formats",
      "select",
      "studio",
      "report",
      "recipes",
      "export",
    ],
  },
  { title: "Methods", pages: ["dfs"] },
  {
    title: "Measuring",
    pages: ["evaluate", "compare", "tune", "stability", "evaluation-measures", "classifiers"],
  },
  { title: "Examples", pages: ["examples"] },
  { title: "Large and many", pages: ["scale", "scale-columns", "scale-sparse", "cluster"] },
  { title: "Reference", pages: ["command-line", "library", "plugins", "plans", "json"] },
];

const entities = new Map([
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&amp;", "&"],
  ["&quot;", '"'],
  ["&#39;", "'"],
]);

/** Text without marks, for titles and the search. @param {string} html */
export const plainText = (html) =>
  html
    .replace(/<[^>]+>/g, " ")
    .replace(/&(?:lt|gt|amp|quot|#39);/g, (entity) => entities.get(entity) ?? entity)
    .replace(/\s+/g, " ")
    .trim();

/** The address of a heading, as GitHub makes it: pages link to each other by it. @param {string} text */
export const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replace(/\s/g, "-");

/** @param {string} text */
export const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[sign] ?? "&quot;");

/**
 * A page from Markdown. Links to other pages of docs/ become links between pages of the site.
 * @param {string} name @param {string} markdown @param {string} part @param {string} [folder] below docs/, where its links start
 * @returns {Page}
 */
export function pageFromMarkdown(name, markdown, part, folder = "") {
  /** @type {Heading[]} */
  const headings = [];
  /** @type {Map<string, number>} */
  const used = new Map();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens);
        const text = plainText(html.replace(/<[^>]+>/g, ""));
        const base = slug(text);
        const count = used.get(base) ?? 0;
        used.set(base, count + 1);
        const id = count === 0 ? base : `${base}-${count}`;
        headings.push({ depth, id, text });
        return `<h${depth} id="${escapeHtml(id)}">${html}${depth > 1 ? ` <a class="anchor" href="#${escapeHtml(id)}" aria-label="Link to this section">#</a>` : ""}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${escapeHtml(siteLink(href, folder))}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang = "" }) {
        const language = lang.split(" ")[0];
        return `<pre class="code ${escapeHtml(language || "text")}" tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      table(token) {
        const cell = (/** @type {import("marked").Tokens.TableCell} */ own, /** @type {string} */ tag) =>
          `<${tag}${own.align ? ` style="text-align: ${own.align}"` : ""}>${this.parser.parseInline(own.tokens)}</${tag}>`;
        const head = `<tr>${token.header.map((own) => cell(own, "th")).join("")}</tr>`;
        const rows = token.rows
          .map((row) => `<tr>${row.map((own) => cell(own, "td")).join("")}</tr>`)
          .join("\n");
        return `<div class="table" tabindex="0"><table><thead>${head}</thead><tbody>\n${rows}\n</tbody></table></div>\n`;
      },
    },
  });
  const html = /** @type {string} */ (marked.parse(markdown));
  return { name, title: headings[0]?.text ?? name, part, html, headings };
}

/** Pages of folders lie beside the others, with the folder in their name. @param {string} href @param {string} folder */
function siteLink(href, folder) {
  if (/^[a-z]+:/i.test(href) || href.startsWith("#")) return href;
  const [, path, id = ""] = /^([^#]*)(#.*)?$/.exec(href) ?? [];
  const place = posix.join(folder, path.replace(/^docs\//, "")).replace(/^\.\.\/docs\//, "");
  const example = /^\.\.\/examples\/(.+)/.exec(place)?.[1];
  if (example) return `${example === "README.md" ? "examples" : examplePage(example)}.html${id}`;
  return (place.endsWith(".md") ? `${pageName(place)}.html` : place) + id;
}

/** The name of the page with an example's code. @param {string} file below examples/ */
export const examplePage = (file) => `example-${file.replaceAll("/", "-")}`;

/** @param {string} file below docs/ */
const pageName = (file) => file.replace(/\.md$/, "").replaceAll("/", "-");

/** All pages of a folder and the folders in it. @param {string} folder @param {readonly string[]} methods */
export function readPages(folder, methods) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".md"))
    .map((file) => file.replaceAll("\\", "/"))
    .sort()
    .map((file) => {
      const name = pageName(file);
      const part =
        parts.find(({ pages }) => pages.includes(name))?.title ??
        (methods.includes(name) ? "Methods" : "Reference");
      const page = pageFromMarkdown(
        name,
        readFileSync(join(folder, file), "utf8"),
        part,
        posix.dirname(file),
      );
      return methods.includes(name) ? { ...page, method: name } : page;
    });
}

/** Pages in the order of the menu, by part. @param {readonly Page[]} pages */
export const menuOf = (pages) =>
  parts.map(({ title, pages: first }) => ({
    title,
    pages: pages
      .filter(({ part }) => part === title)
      .sort((a, b) => {
        const [x, y] = [a, b].map(({ name }) => (first.includes(name) ? first.indexOf(name) : first.length));
        return x - y || (a.title < b.title ? -1 : 1);
      }),
  }));

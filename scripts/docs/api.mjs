/** The pages of the library, from the declarations and doc comments of the entry points. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { escapeHtml, pageFromMarkdown } from "./pages.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The entry points by what follows `import … from`. @returns {[string, string][]} */
export function entryPoints() {
  const { name, exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return Object.entries(exports).flatMap(([path, own]) => {
    const types = /** @type {{ types?: string }} */ (own).types;
    return types ? [[path.replace(/^\./, name), join(root, types)]] : [];
  });
}

/**
 * The names that a declaration file gives, each with the file and the name that it has there.
 * @param {string} file @returns {{ name: string, file: string, own: string }[]}
 */
function namesOf(file) {
  const text = readFileSync(file, "utf8").replace(/\/\*[\s\S]*?\*\//g, "");
  const found = [];
  for (const [, list, from] of text.matchAll(/export (?:type )?\{([^}]*)\}(?: from "([^"]+)")?/g))
    for (const part of list.split(",")) {
      const [own, name = own] = part
        .trim()
        .replace(/^type /, "")
        .split(" as ");
      if (own)
        found.push({ name, own, file: from ? join(dirname(file), from.replace(/\.js$/, ".d.ts")) : file });
    }
  for (const [, from] of text.matchAll(/export (?:type )?\* from "([^"]+)"/g))
    found.push(...namesOf(join(dirname(file), from.replace(/\.js$/, ".d.ts"))));
  for (const [, own] of text.matchAll(
    /^export (?:declare )?(?:abstract )?(?:async )?(?:function|const|class|interface|type) (\w+)/gm,
  ))
    found.push({ name: own, own, file });
  return found;
}

/**
 * Every declaration of a name in a file with its doc comment; functions may have several.
 * @param {string} file @param {string} name @returns {{ comment: string, code: string }[]}
 */
function declarationsOf(file, name) {
  const text = readFileSync(file, "utf8");
  const start = new RegExp(
    `((?:/\\*\\*(?:(?!\\*/)[\\s\\S])*\\*/\\s*)?)^(export (?:declare )?(?:abstract )?(?:function|const|class|interface|type) ${name}\\b)`,
    "gm",
  );
  const found = [...text.matchAll(start)].map((match) => {
    const from = match.index + match[1].length;
    return { comment: commentText(match[1]), code: text.slice(from, endOf(text, from)) };
  });
  if (found.length > 0) return found;
  // The file may take the name from another one.
  const elsewhere = namesOf(file).find((one) => one.name === name && one.file !== file);
  return elsewhere ? declarationsOf(elsewhere.file, elsewhere.own) : [];
}

/** Where a declaration ends: at a semicolon outside of brackets, or behind the bracket that closes its body. @param {string} text @param {number} from */
function endOf(text, from) {
  let depth = 0;
  const isBody = /^export (?:declare )?(?:abstract )?(?:class|interface) /.test(text.slice(from, from + 60));
  for (let at = from; at < text.length; at++) {
    if (text.startsWith("/*", at)) at = text.indexOf("*/", at) + 1;
    else if ("{([".includes(text[at])) depth++;
    else if ("})]".includes(text[at])) {
      depth--;
      if (depth === 0 && isBody && text[at] === "}") return at + 1;
    } else if (text[at] === ";" && depth === 0) return at + 1;
  }
  return text.length;
}

/** @param {string} comment */
const commentText = (comment) =>
  comment
    .replace(/^\/\*\*|\*\/\s*$/g, "")
    .replace(/^\s*\* ?/gm, "")
    .replace(/\{@link (\w+)\}/g, "`$1`")
    .trim();

/** A page for each entry point. */
export function apiPages() {
  return entryPoints().map(([entry, file]) => {
    const names = new Map(namesOf(file).map((own) => [own.name, own]));
    const sections = [...names.values()]
      .sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1))
      .map(({ name, file: where, own }) => {
        const found = declarationsOf(where, own);
        const comment = found.map((one) => one.comment).find((one) => one !== "") ?? "";
        const code = found.map((one) => one.code).join("\n");
        return `## ${name}\n\n${comment}\n\n\`\`\`ts\n${code.replaceAll("```", "")}\n\`\`\``;
      });
    const title = `API: ${entry}`;
    const page = pageFromMarkdown(
      `api-${entry.replace("/", "-")}`,
      `# ${title}\n\nMade from the doc comments of the sources. [library.md](library.md) lists the names of all entry points with one line each.\n\n${sections.join("\n\n")}\n`,
      "Reference",
    );
    return { ...page, title: escapeHtml(title) };
  });
}

/** What all pages of the site share: the menu, the search, the list of sections, and the live example of a method. */
import { escapeHtml, menuOf } from "./pages.mjs";

/** @typedef {import("./pages.mjs").Page} Page */

/**
 * A whole page.
 * @param {Page} page @param {readonly Page[]} pages @param {Readonly<Record<string, string>>} imports what the library's own short names stand for
 */
export function framed(page, pages, imports) {
  const menu = menuOf(pages)
    .map(
      ({ title, pages: own }) =>
        `<details${own.some(({ name }) => name === page.name) || title === "Start" ? " open" : ""}><summary>${title}</summary><ul>${own
          .map(
            (one) =>
              `<li><a href="${one.name}.html"${one.name === page.name ? ' aria-current="page"' : ""}>${escapeHtml(one.title)}</a></li>`,
          )
          .join("")}</ul></details>`,
    )
    .join("");
  const sections = page.headings.filter(({ depth }) => depth === 2);
  const contents =
    sections.length > 1 && page.name !== "index"
      ? `<aside class="contents" aria-label="On this page"><strong>On this page</strong><ul>${sections
          .map(({ id, text }) => `<li><a href="#${escapeHtml(id)}">${escapeHtml(text)}</a></li>`)
          .join("")}</ul></aside>`
      : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.name === "index" ? "Salience: feature selection" : `${escapeHtml(page.title)} · Salience`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="site.css">
${page.method ? `<script type="importmap">${JSON.stringify({ imports })}</script>\n<script type="module" src="live.js"></script>\n` : ""}<script src="site.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header>
<a class="brand" href="index.html">Salience</a>
<div class="search"><input id="search" type="search" placeholder="Search" aria-label="Search the documentation" autocomplete="off"><ol id="found" hidden></ol></div>
<button id="menu-button" aria-expanded="false" aria-controls="menu">Menu</button>
</header>
<div class="columns">
<nav id="menu" aria-label="Pages">${menu}</nav>
<main id="content">
${page.html}${page.method ? liveExample(page.method) : ""}</main>
${contents}
</div>
</body>
</html>
`;
}

/** Computed in the page by the library itself. @param {string} method */
const liveExample = (method) => `<section class="live" data-method="${method}">
<h2 id="live-example">Live example</h2>
<p>Computed in this page by the library itself. Nothing is sent anywhere.</p>
<form>
<label>Data <select name="data"><option value="planted">planted: 10 relevant of 200 features</option><option value="digits">digits: 8 × 8 pixels, ten classes</option></select></label>
<label>k <input name="k" type="number" min="1" max="64" value="10"></label>
<button>Select features</button>
</form>
<output aria-live="polite"><p>Press the button. The page must come from a web server, such as <code>npx serve site</code>: browsers load no modules from files.</p></output>
</section>
`;

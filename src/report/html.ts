import { Sha256 } from "../core/sha256.js";
import type { Report } from "./report.js";

/** The built result view, as text. */
export interface ViewAssets {
  readonly script: string;
  readonly style: string;
}

/**
 * A report as one HTML file that needs no network. Only the view's own script may run in it: the policy names its hash,
 * so that nothing in the data could run even if it got out of its place.
 */
export function reportHtml(report: Report, { script, style }: ViewAssets): string {
  if (/<\/script|<!--/i.test(script) || /<\/style/i.test(style))
    throw new Error("the built view holds a closing tag and cannot be put into a page");
  const policy = [
    "default-src 'none'",
    `script-src 'sha256-${sha256Base64(script)}'`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="Salience ${escapeHtml(report.version)}">
<title>${escapeHtml(report.title)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
<div id="salience-view"></div>
<noscript>${fallback(report)}</noscript>
<script type="application/json" id="salience-report">${embeddedJson(report)}</script>
<script>${script}</script>
</body>
</html>
`;
}

/** What a reader sees where scripts do not run. */
function fallback(report: Report): string {
  const lead = report.lead.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join("");
  return `<h1>${escapeHtml(report.title)}</h1>${lead}<p>The charts and tables of this report need JavaScript.</p>`;
}

/** The hash of a script as content security policies want it. */
function sha256Base64(text: string): string {
  const digits = new Sha256().update(new TextEncoder().encode(text)).digest();
  return btoa(digits.replace(/../g, (pair) => String.fromCharCode(Number.parseInt(pair, 16))));
}

/** JSON that cannot end the script element it stands in. Numbers that JSON does not have become null. */
function embeddedJson(report: Report): string {
  return JSON.stringify(report)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/**
 * The code blocks of a page. `sh run` and `js run` are run by the tests, one after another in one folder; `text output` behind one is what it
 * printed when `node scripts/docs/outputs.mjs` was last run. In other `sh` blocks files are the reader's own: the tests check command and flags.
 * @typedef {{ language: string, kind: string, text: string, from: number, to: number }} Block
 * @param {string} markdown @returns {Block[]}
 */
export function blocksOf(markdown) {
  return [...markdown.matchAll(/^```(\w*)(?: (\w+))?\n([\s\S]*?)^```$/gm)].map((match) => ({
    language: match[1],
    kind: match[2] ?? "",
    text: match[3],
    from: match.index,
    to: match.index + match[0].length,
  }));
}

/** The words of every `salience` line of a block of shell commands, comments left out. @param {string} text @returns {string[][]} */
export function commandLines(text) {
  return text
    .replaceAll("\\\n", " ")
    .split("\n")
    .flatMap((line) => line.split(/ \| | && /))
    .map((line) => line.replace(/\s+#.*$|\s{2,}\(.*\)$/, "").trim())
    .map((line) =>
      line.replace(/^(npx |node dist\/cli\.js )/, (start) => (start === "npx " ? "" : "salience ")),
    )
    .filter((line) => line.startsWith("salience "))
    .map((line) => wordsOf(line).slice(1));
}

/** Words as a shell divides them, as far as the pages need it. @param {string} line */
export const wordsOf = (line) =>
  [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"]+)+/g)].map(([word]) =>
    word.replace(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  );

/** Commands in backticks, as tables have them. @param {string} markdown */
export const inlineCommands = (markdown) =>
  [...markdown.replace(/^```[\s\S]*?^```$/gm, "").matchAll(/`(salience [^`]+)`/g)].map(([, line]) =>
    line.replaceAll("\\|", "|"),
  );

import { latexTables, type PaperTable } from "./latex-tables.js";
import { latexText, needsUnicodeFonts } from "./latex-text.js";
import type { Report } from "./report.js";

/** A table with more rows goes over several pages. */
const mostRows = 45;
/** Tables with more columns are set smaller. */
const mostColumns = 8;

/**
 * The tables of a report for a paper, as LaTeX: rankings, accuracies with their standard deviations, recall and precision with
 * their intervals, average ranks, and the report's own tables. Each has a caption, a label `tab:…`, and as a comment what the
 * report says of it.
 */
export function reportLatex(report: Report): string {
  const tables = report.sections.flatMap(latexTables);
  const long = tables.some(({ rows }) => rows.length > mostRows);
  const body = tables.map(tableText).join("\n");
  const head = [
    `Tables of the report “${report.title}”, made by Salience ${report.version}.`,
    ...(report.command === null ? [] : [`Command: ${report.command}`]),
    `Put \\usepackage{booktabs}${long ? " and \\usepackage{longtable}" : ""} into the preamble and this file where the tables are to be: \\input{…}.`,
    ...(needsUnicodeFonts(body)
      ? [
          "Some names have letters that pdfLaTeX does not know: use XeLaTeX or LuaLaTeX and a font that has them.",
        ]
      : []),
    ...(tables.length === 0 ? ["This report has no tables."] : []),
  ];
  return `${comment(head)}\n${body}`;
}

/** Lines that LaTeX passes over. */
const comment = (lines: readonly string[]): string =>
  lines.map((line) => `% ${line.replace(/\p{C}+/gu, " ")}\n`).join("");

function tableText({ id, caption, text, columns, rows }: PaperTable): string {
  const long = rows.length > mostRows;
  const layout = columns.map(({ isText }) => (isText ? "l" : "r")).join("");
  const heading = [
    ...groupsLine(columns),
    `${columns.map(({ title, isText }) => headingOf(title, isText)).join(" & ")} \\\\`,
  ];
  const lines = rows.map((row) => `${row.join(" & ")} \\\\`);
  const title = `\\caption{${latexText(caption)}}\\label{tab:${id}}`;
  const small = columns.length > mostColumns ? ["\\footnotesize\\setlength{\\tabcolsep}{3pt}"] : [];
  const parts = long
    ? [
        ...(small.length > 0 ? ["\\begingroup", ...small] : []),
        `\\begin{longtable}{${layout}}`,
        `${title}\\\\`,
        ...["\\toprule", ...heading, "\\midrule", "\\endhead"],
        ...["\\bottomrule", "\\endfoot", ...lines, "\\end{longtable}"],
        ...(small.length > 0 ? ["\\endgroup"] : []),
      ]
    : [
        ...["\\begin{table}", "\\centering", ...small, title, `\\begin{tabular}{${layout}}`],
        ...["\\toprule", ...heading, "\\midrule", ...lines, "\\bottomrule"],
        ...["\\end{tabular}", "\\end{table}"],
      ];
  return `${text ? comment([text]) : ""}${parts.join("\n")}\n`;
}

const headingOf = (title: string, isText: boolean): string =>
  isText || title === "" ? latexText(title) : `\\multicolumn{1}{c}{${latexText(title)}}`;

/** The line of headings above several columns each, with a rule below each; none where there are no groups. */
function groupsLine(columns: PaperTable["columns"]): string[] {
  if (columns.every(({ group }) => group === undefined)) return [];
  const groups: { name: string; from: number; to: number }[] = [];
  columns.forEach(({ group = "" }, at) => {
    const last = groups.at(-1);
    if (last && last.name === group) last.to = at + 1;
    else groups.push({ name: group, from: at + 1, to: at + 1 });
  });
  const named = groups.filter(({ name }) => name !== "");
  return [
    `${groups
      .map(({ name, from, to }) =>
        name === "" && from === to ? "" : `\\multicolumn{${to - from + 1}}{c}{${latexText(name)}}`,
      )
      .join(" & ")} \\\\`,
    named.map(({ from, to }) => `\\cmidrule(lr){${from}-${to}}`).join(" "),
  ];
}

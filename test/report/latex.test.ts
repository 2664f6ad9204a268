import { expect, test } from "vitest";
import { reportLatex } from "../../src/report/latex.js";
import { latexNumber, latexText } from "../../src/report/latex-text.js";
import type { Section } from "../../src/report/report.js";
import { hostileNames, sampleReport } from "./sample-report.js";

const tex = reportLatex(sampleReport);
const withSections = (sections: readonly Section[]) => reportLatex({ ...sampleReport, sections });

/** The lines of the table with this label, comments left out. */
function tableOf(text: string, id: string): string[] {
  const from = text.indexOf(`\\label{tab:${id}}`);
  return text.slice(from, text.indexOf("\\end{", from)).split("\n");
}

/** The rows between two rules, as cells. */
const rowsOf = (lines: readonly string[]): string[][] =>
  lines
    .slice(lines.indexOf("\\midrule") + 1, lines.indexOf("\\bottomrule"))
    .map((line) => line.replace(/ \\\\$/, "").split(/(?<!\\) & |(?<!\\) &$/));

test("every row has as many cells as the table has columns, and braces are closed", () => {
  const tables = [...tex.matchAll(/\\begin\{tabular\}\{([lr]+)\}\n([\s\S]*?)\\end\{tabular\}/g)];
  expect(tables.length).toBeGreaterThan(6);
  for (const [, layout, body] of tables)
    for (const line of body.split("\n").filter((one) => one.endsWith("\\\\"))) {
      const spans = [...line.matchAll(/\\multicolumn\{(\d+)\}/g)].reduce(
        (sum, [, n]) => sum + Number(n) - 1,
        0,
      );
      expect(line.split(/(?<!\\)&/).length + spans, line).toBe(layout.length);
    }
  const bare = tex.replace(/^%.*$/gm, "").replace(/\\[{}]/g, "");
  expect(bare.match(/\{/g)).toHaveLength(bare.match(/\}/g)!.length);
  expect(bare.match(/\\begin/g)).toHaveLength(bare.match(/\\end\{/g)!.length);
});

test("a ranking has the picked features with their figures, and names are only text", () => {
  const rows = rowsOf(tableOf(tex, "ranking"));
  expect(rows).toHaveLength(20);
  expect(rows.map(([, name]) => name).slice(0, hostileNames.length)).toEqual(hostileNames.map(latexText));
  // 3 / 1.5 + 0.02 and 0.3 / 2.
  expect(rows[0].slice(2, 4)).toEqual(["2.02 $\\pm$ 0.15", "=one"]);
});

test("accuracies are means with one standard deviation, the best of each k and protocol in bold", () => {
  const point = (k: number, mean: number, by: number) => ({
    k,
    mean,
    low: mean - by,
    high: Math.min(1, mean + by),
  });
  const section: Section = {
    kind: "accuracy",
    id: "accuracy",
    title: "Accuracy",
    metric: "accuracy (%)",
    series: [
      { label: "a_b", protocol: "nested", points: [point(5, 0.8, 0.05), point(10, 0.99, 0.03)] },
      { label: "c", protocol: "nested", points: [point(5, 0.85, 0.1), point(10, 0.9, 0.02)] },
    ],
    baselines: [{ label: "all features", level: 0.97 }],
  };
  expect(rowsOf(tableOf(withSections([section]), "accuracy"))).toEqual([
    // What reaches above 100 % is cut there, but the deviation is the one to the other side.
    ["a\\_b", "80.0 $\\pm$ 5.0", "\\textbf{99.0 $\\pm$ 3.0}"],
    ["c", "\\textbf{85.0 $\\pm$ 10.0}", "90.0 $\\pm$ 2.0"],
    ["all features", "97.0", "97.0"],
  ]);
  // More values of k than methods: a row for each k.
  const many = [1, 2, 3, 4, 5, 6].map((k) => point(k, k / 10, 0.01));
  const tall = rowsOf(
    tableOf(
      withSections([
        { ...section, baselines: [], series: [{ label: "a", protocol: "nested", points: many }] },
      ]),
      "accuracy",
    ),
  );
  expect(tall.map(([k, mean]) => [k, mean])).toEqual(many.map(({ k }) => [String(k), `${k}0.0 $\\pm$ 1.0`]));
});

test("average ranks have the critical difference and letters of those that do not differ", () => {
  const lines = tableOf(tex, "ranks");
  expect(lines[0]).toBe("\\label{tab:ranks}");
  expect(tex).toContain("if they are more than 1.6 apart (Nemenyi)");
  expect(rowsOf(lines).map(([name, rank]) => [name, rank])).toEqual([
    ["dfs", "1.50"],
    ["svm-rfe", "1.90"],
    ["mrmr", "2.80"],
    ["fisher", "3.80"],
  ]);
});

test("the best of each row is marked as in the report, differences have their sign, shares are percent", () => {
  expect(rowsOf(tableOf(tex, "table"))).toEqual([
    ["ORL", "89.25", "\\textbf{90.50}", "88.10", "+1.15"],
    ["COLON", "\\textbf{98.33}", "91.90", "98.30", "+0.03"],
    ["=SUM(A1)", "", "80.00", "81.25", "$-$1.25"],
  ]);
  expect(tex).toContain("\\multicolumn{2}{c}{ours (\\%)}");
});

test("long tables go over several pages, and the head says what they need", () => {
  const names = Array.from({ length: 60 }, (_, at) => `g${at}`);
  const text = withSections([
    {
      kind: "ranking",
      id: "ranking",
      title: "Ranking",
      names,
      indices: names.map((_, at) => at),
      scores: names.map((_, at) => 60 - at),
      direction: "larger",
      scoreTitle: "score",
      cut: 60,
      kept: [],
      excluded: [],
    },
  ]);
  expect(text).toContain("\\usepackage{longtable}");
  expect(text).toMatch(
    /\\begin\{longtable\}\{rlr\}[\s\S]*\\endhead[\s\S]*60 & g59 & 1 \\\\\n\\end\{longtable\}/,
  );
  expect(withSections([])).toContain("This report has no tables.");
});

test("text and numbers as LaTeX", () => {
  expect(latexText("a_b {50%} \\x $1 #2 ^ ~ <i>")).toBe(
    "a\\_b \\{50\\%\\} \\textbackslash{}x \\$1 \\#2 \\textasciicircum{} \\textasciitilde{} \\textless{}i\\textgreater{}",
  );
  expect(latexText("γ ± Ω − ä\u0000")).toBe("$\\gamma$ $\\pm$ $\\Omega$ $-$ ä ");
  expect(["-1.5", "1.2e-7", "-3e+20", "+0.4"].map(latexNumber)).toEqual([
    "$-$1.5",
    "$1.2 \\times 10^{-7}$",
    "$-3 \\times 10^{20}$",
    "+0.4",
  ]);
});

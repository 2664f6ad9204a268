import { readdir } from "node:fs/promises";
import { join } from "node:path";
import {
  type Plan,
  type Report,
  reportHtml,
  reportLatex,
  type Study,
  type StudyData,
  studyReport,
} from "../../internal.js";
import { drawFigures } from "../../node/draw-figures.js";
import { readViewAssets } from "../../node/view-assets.js";
import { makeFolder, writeFileWhole } from "../../node/write-file.js";
import type { Invocation } from "../command.js";
import { type Flags, flagWording, type ValuesOf } from "../flags/flag.js";
import { type RunValues, threadCount } from "../flags/shared-flags.js";
import type { Terminal } from "./terminal.js";

/** The flags of every command that can show its result as a page, or the parts of the page for a paper. */
export const reportFlags = {
  report: {
    value: "F.html",
    file: "output",
    endings: [".html", ".htm"],
    help: "write a report to this HTML file: charts, tables and explanations on one page that opens in any browser",
  },
  latex: {
    value: "F.tex",
    file: "output",
    endings: [".tex"],
    help: "write the tables of the report to this file, for a paper in LaTeX (needs the package booktabs)",
  },
  svg: {
    value: "DIR",
    file: "output",
    folderOf: ".svg",
    help: "write all figures of the report into this folder as SVG files for print",
  },
} as const satisfies Flags;

/** Which forms of the report were asked for. */
export type ReportValues = ValuesOf<typeof reportFlags>;

/** The first flag that asks for a report in any form; undefined if none does. */
export const reportAsked = (flags: ReportValues) =>
  (["report", "latex", "svg"] as const).find((name) => flags[name] !== undefined);

/** The report of a study, with a progress bar; null where no form of it was asked for. For a study that was stopped early the signal is no longer checked. */
export async function makeReport(
  { flags, terminal, signal }: Pick<Invocation<RunValues & ReportValues>, "flags" | "terminal" | "signal">,
  data: StudyData,
  plan: Plan,
  study: Study,
): Promise<Report | null> {
  if (!reportAsked(flags)) return null;
  const report = await studyReport(data, plan, study, {
    wording: flagWording,
    threads: threadCount(flags),
    onProgress: terminal.progress("creating the report"),
    ...(!signal.aborted && { signal }),
  });
  terminal.clearBar();
  return report;
}

/** Writes the report in all forms that were asked for, each file completely or not at all. */
export async function writeReport(
  { report: page, latex, svg }: ReportValues,
  report: Report | null,
  terminal: Terminal,
): Promise<void> {
  if (!report) return;
  const write = (file: string, text: string) => writeFileWhole(file, [new TextEncoder().encode(text)]);
  // All are made before the first is written: if one cannot be, none is there.
  const html = page === undefined ? "" : reportHtml(report, await readViewAssets());
  const tables = latex === undefined ? "" : reportLatex(report);
  const figures = svg === undefined ? [] : await drawFigures(report);
  if (page !== undefined) await write(page, html);
  if (latex !== undefined) await write(latex, tables);
  if (svg === undefined) return;
  await makeFolder(svg);
  for (const { name, text } of figures) await write(join(svg, name), text);
  const own = new Set(figures.map(({ name }) => name));
  const others = (await readdir(svg)).filter((name) => name.endsWith(".svg") && !own.has(name)).sort();
  if (others.length > 0)
    terminal.note(
      `note: ${svg} also holds figures that this run did not write: ${others.slice(0, 5).join(", ")}${others.length > 5 ? `, and ${others.length - 5} more` : ""}`,
    );
}

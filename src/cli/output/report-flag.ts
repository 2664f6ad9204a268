import {
  type Plan,
  type Report,
  reportHtml,
  type Study,
  type StudyData,
  studyReport,
} from "../../internal.js";
import { readViewAssets } from "../../node/view-assets.js";
import { writeFileWhole } from "../../node/write-file.js";
import type { Invocation } from "../command.js";
import { type Flags, flagWording } from "../flags/flag.js";
import { type RunValues, threadCount } from "../flags/shared-flags.js";

/** The flag of every command that can show its result as a page. */
export const reportFlag = {
  report: {
    value: "F.html",
    file: "output",
    endings: [".html", ".htm"],
    help: "write a report to this HTML file: charts, tables and explanations on one page that opens in any browser",
  },
} as const satisfies Flags;

/** The report of a study, with a progress bar. For a study that was stopped early the signal is no longer checked. */
export async function makeReport(
  { flags, terminal, signal }: Pick<Invocation<RunValues>, "flags" | "terminal" | "signal">,
  data: StudyData,
  plan: Plan,
  study: Study,
): Promise<Report> {
  const report = await studyReport(data, plan, study, {
    wording: flagWording,
    threads: threadCount(flags),
    onProgress: terminal.progress("creating the report"),
    ...(!signal.aborted && { signal }),
  });
  terminal.clearBar();
  return report;
}

/** Writes the report completely or not at all. */
export async function writeReport(file: string, report: Report): Promise<void> {
  const page = reportHtml(report, await readViewAssets());
  await writeFileWhole(file, [new TextEncoder().encode(page)]);
}

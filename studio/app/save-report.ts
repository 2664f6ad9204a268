import type { Report, TableSection } from "salience/internal";
import { figureOf } from "./figures.js";
import type { State } from "./state.js";

/** The sections of a report that stands beside another, under names of their own, without what only repeats it. */
export const sectionsBeside = ({ sections }: Report, name: string): Report["sections"] =>
  sections
    .filter(({ kind }) => kind !== "repeat")
    .map((section) => ({ ...section, id: `${name}-${section.id}` }));

/** The report that is saved: of the selection, then what else was computed, and all runs. */
export function wholeReport(state: State): Report | null {
  const { selected, measured, compared, path, runs } = state;
  if (!selected) return null;
  const report = measured?.report ?? selected.report;
  const last = report.sections.findIndex(({ kind }) => kind === "repeat");
  const at = last < 0 ? report.sections.length : last;
  return {
    ...report,
    sections: [
      ...report.sections.slice(0, at),
      ...(compared ? sectionsBeside(compared, "compared") : []),
      ...(path ? sectionsBeside(path.report, "path") : []),
      ...(runs.length > 1 ? [runsSection(state)] : []),
      ...report.sections.slice(at),
    ],
  };
}

/** All runs on the data, one a row. */
function runsSection({ runs, shown }: State): TableSection {
  return {
    kind: "table",
    id: "runs",
    title: "All runs on this data",
    text: "Every run that was kept when the report was saved. The report is about the one that is marked.",
    columns: [
      { title: "run", type: "text" },
      { title: "method", type: "text" },
      { title: "features", type: "number" },
      { title: "what was measured", type: "text" },
      { title: "redundancy", type: "number", digits: 3 },
    ],
    rows: runs.map((run) => [
      run.id === shown ? `${run.name} (this report)` : run.name,
      run.selected.selection.method,
      run.cut,
      figureOf(run),
      run.selected.redundancy[run.cut - 1] ?? null,
    ]),
  };
}

import type { TimingsSection } from "./report.js";

/** A piece of work and how long it took. */
export type Timing = TimingsSection["rows"][number];

/** What took how long, the only part of a report that differs from run to run; null where nothing was timed. */
export function timingsSection(rows: readonly Timing[]): TimingsSection | null {
  if (rows.length === 0) return null;
  return {
    kind: "timings",
    id: "timings",
    title: "Time spent",
    text: "On the machine that made this report; everything else is the same on every machine.",
    rows,
  };
}

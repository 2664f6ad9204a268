import { type Origin, type Report, reportHtml } from "../../internal.js";
import { readViewAssets } from "../../node/view-assets.js";
import { writeFileWhole } from "../../node/write-file.js";
import type { Invocation } from "../command.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import { readOptions } from "../flags/shared-flags.js";
import type { Terminal } from "./terminal.js";

/** The flag of every command that can show its result as a page. */
export const reportFlag = {
  report: {
    value: "F.html",
    file: "output",
    endings: [".html", ".htm"],
    help: "write a report to this file: charts, tables and what they mean, in one page that opens in any browser",
  },
} as const satisfies Flags;

/** Writes the report, whole or not at all, and says so where it is given a terminal. */
export async function writeReport(file: string, report: Report, terminal?: Terminal): Promise<void> {
  const page = reportHtml(report, await readViewAssets());
  await writeFileWhole(file, [new TextEncoder().encode(page)]);
  terminal?.note(`wrote ${file}`);
}

/**
 * How the result came about: the command, and the expression that opens its data. With one of the flags in `untold`, which
 * the result does not know of, no program could be shown that repeats it.
 */
export function originOf(
  { words, files, flags }: Invocation,
  untold: readonly string[] = [],
): Pick<Origin, "command" | "opening"> {
  const openings = files.map((file) => openingOf(file, flags));
  const known = untold.every((name) => flags[name] === undefined);
  return {
    command: ["salience", ...words].map(quoted).join(" "),
    ...(known && { opening: openings.length === 1 ? openings[0] : `[${openings.join(", ")}]` }),
  };
}

function openingOf(file: string, flags: FlagValues): string {
  if (file === "bundled:digits") return "await digits()";
  if (file === "bundled:planted") return "planted().data";
  const given = Object.entries(readOptions(flags));
  const options = given.map(([name, value]) => `${name}: ${JSON.stringify(value)}`).join(", ");
  return `await readDataset(${JSON.stringify(file)}${options ? `, { ${options} }` : ""})`;
}

/** A word as a shell takes it. */
function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

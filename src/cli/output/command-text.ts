import { basename } from "node:path";
import type { Flags, FlagValues } from "../flags/flag.js";

/** Flags that say where results go and how the work is done, not what comes out. */
const withoutEffect = new Set([
  ...["out", "json", "save", "threads", "quiet", "verbose", "help"],
  ...["report", "evaluation", "permutations", "image", "image-order"],
]);

/** The command line that gives the same result anywhere: files without their folders, and no flag without effect on it. */
export function commandText(
  command: string,
  files: readonly string[],
  values: FlagValues,
  known: Flags,
): string {
  const words = ["salience", command, ...files.map((file) => basename(file))];
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || withoutEffect.has(name)) continue;
    if (typeof value === "boolean") words.push(value ? `--${name}` : `--no-${name}`);
    else {
      const text = Array.isArray(value) ? value.join(",") : String(value);
      words.push(`--${name}`, known[name]?.value === "FILE" ? basename(text) : text);
    }
  }
  return words.map(quoted).join(" ");
}

/** As a shell wants it. */
export const quoted = (word: string): string =>
  /^[\w.,:/=+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

import type { Wording } from "../core/diagnostic.js";
import type { RepeatSection, Section, TimingsSection } from "./report.js";

/** A piece of work and how long it took. */
export type Timing = TimingsSection["rows"][number];

/** Few look at it: only its heading is shown until the reader opens it. */
export const folded = (section: Section | null | undefined): Section | null =>
  section ? { ...section, folded: true } : null;

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

/** What repeats a run. */
export interface Origin {
  /** How options are named in what the reader is told; as the library does if absent. */
  readonly wording?: Wording;
  /** The command line. */
  readonly command?: string | null;
  /** The program that calls the library. */
  readonly program?: string;
  /** The recipe, as plain data. */
  readonly recipe?: object;
}

/** The command, the program and the recipe that give the same result again; null where none is known. */
export function repeatSection({ command, program, recipe }: Origin): RepeatSection | null {
  const snippets: RepeatSection["snippets"][number][] = [];
  if (command) snippets.push({ title: "On the command line", language: "shell", code: command });
  if (program)
    snippets.push({ title: "In a program", language: "javascript", code: program, file: "repeat.mjs" });
  if (recipe)
    snippets.push({
      title: "As a recipe",
      language: "json",
      code: JSON.stringify(recipe, null, 2),
      file: "recipe.json",
    });
  if (snippets.length === 0) return null;
  return {
    kind: "repeat",
    id: "repeat",
    title: "Repeat this run",
    text: "The same data and the same seed give the same result, with any number of threads.",
    snippets,
  };
}

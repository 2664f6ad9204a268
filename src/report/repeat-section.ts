import type { RepeatSection } from "./report.js";

/** What is known of how a result came about. */
export interface Origin {
  /** The command as it was typed. */
  readonly command?: string;
  /** An expression of the library that opens the data, such as `await readDataset("data.csv")`. */
  readonly opening?: string;
  /** A recipe that repeats the run, as plain data. */
  readonly recipe?: object;
}

/** The command, the program and the recipe that give the same result again; null where none is known. */
export function repeatSection(
  { command, opening, recipe }: Origin,
  code: (opening: string) => string,
): RepeatSection | null {
  const snippets: RepeatSection["snippets"][number][] = [];
  if (command) snippets.push({ title: "On the command line", language: "shell", code: command });
  if (opening)
    snippets.push({
      title: "In a program",
      language: "javascript",
      code: code(opening),
      file: "repeat.mjs",
    });
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
    title: "Do it again",
    text: "The same data and the same seed give the same result, with any number of threads.",
    snippets,
  };
}

/** Options as the text of a JavaScript object; those that are not set are left out. */
export function optionsCode(options: Readonly<Record<string, unknown>>): string {
  const given = Object.entries(options).filter(
    ([, value]) => value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0),
  );
  const key = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
  return `{ ${given.map(([name, value]) => `${key(name)}: ${JSON.stringify(value)}`).join(", ")} }`;
}

/** The line of a program that imports names of the library, and those that open the data. */
export function importLine(names: readonly string[], opening: string): string {
  const library = JSON.stringify("salience/node");
  return `import { ${[...names, ...openersIn(opening)].join(", ")} } from ${library};`;
}

/** The names of the library that an opening expression uses. */
function openersIn(opening: string): string[] {
  return [
    ...new Set(
      [...opening.matchAll(/\bawait (readDataset|digits)\(|\b(planted)\(/g)].map(([, a, b]) => a ?? b),
    ),
  ];
}

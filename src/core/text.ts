/** Small helpers for the text of messages, tables and commands. */

/** `1 row`, `3 rows`. */
export const plural = (n: number, one: string, many = `${one}s`): string => `${n} ${n === 1 ? one : many}`;

/** Content of a file in a message: in quotes, short and on one line. */
export function quoted(text: string): string {
  const short = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return `"${short.replace(/[\n\r\t]/g, (control) => JSON.stringify(control).slice(1, -1))}"`;
}

/** The first names of a list, and how many more there are. */
export function shortList(names: readonly string[], most = 8): string {
  if (names.length <= most) return names.join(", ");
  return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
}

/** A word quoted for the shell. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

/** A list as one word of the command line, `a,b`; an entry with a comma stands in quotes, as in CSV. */
export const joinList = (entries: readonly unknown[]): string =>
  entries
    .map(String)
    .map((entry) => (/[",]/.test(entry) ? `"${entry.replaceAll('"', '""')}"` : entry))
    .join(",");

/** The entries of such a list, without blanks around them. */
export const splitList = (text: string): string[] =>
  Array.from(text.matchAll(/\s*("(?:[^"]|"")*"(?=\s*(?:,|$))|[^,]*)(?:,|$)/g), ([, entry]) =>
    entry.startsWith('"') && entry.endsWith('"') && entry.length > 1
      ? entry.slice(1, -1).replaceAll('""', '"')
      : entry.trim(),
  ).filter(Boolean);

/** `maxIterations` is written `--max-iterations` on the command line. */
export const kebabCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** What the command line calls an option, without the dashes; lists are named by one of their entries. */
export const flagName = (option: string): string =>
  option === "transforms" || option === "columns" ? option.slice(0, -1) : kebabCase(option);

/** An entry of a BibTeX file; its fields are written in this order. */
export const bibtexEntry = (kind: string, key: string, fields: Readonly<Record<string, string>>): string =>
  `@${kind}{${key},\n${Object.entries(fields)
    .map(([name, value]) => `  ${name} = {${value}}`)
    .join(",\n")}\n}`;

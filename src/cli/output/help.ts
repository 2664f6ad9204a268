import type { Command, CommandEntry } from "../command.js";
import type { Flag, Flags } from "../flags/flag.js";

/** The help page of a command; `words` are the other arguments. */
export function commandHelp(
  { name, positional, summary }: CommandEntry,
  { flags, examples }: Command,
  words: readonly string[],
): string {
  const groups = Object.entries(flags(words)).map(([heading, flags]) => `${heading}:\n${flagLines(flags)}`);
  return [
    `salience ${[name, positional].filter(Boolean).join(" ")} [flags]`,
    `  ${summary}`,
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
    groups.join("\n\n"),
    "",
  ].join("\n");
}

/** The help page of the program. */
export function programHelp(commands: readonly CommandEntry[], version: string): string {
  const width = Math.max(...commands.map(({ name, positional }) => name.length + positional.length + 1));
  return [
    `salience ${version}: finds the few features that separate classes`,
    "",
    "Commands:",
    ...commands.map(
      ({ name, positional, summary }) => `  ${`${name} ${positional}`.padEnd(width + 2)}${summary}`,
    ),
    "",
    "Examples:",
    "  salience demo",
    "  salience doctor data.csv",
    "  salience select data.csv --target class --k 20",
    "",
    "FILE is a path, an http or https address, or - for standard input.",
    "Run salience COMMAND --help for its flags and examples.",
    "",
  ].join("\n");
}

/** A flag with its value, and what it does; one for what is done anyway is shown as what leaves it out. */
export function flagEntry(name: string, flag: Flag): { readonly left: string; readonly help: string } {
  const off = `--no-${name}: `;
  if (flag.help.startsWith(off)) return { left: off.slice(0, -2), help: flag.help.slice(off.length) };
  const value = flag.value ? ` ${flag.choices ? flag.choices.join("|") : flag.value}` : "";
  return { left: `--${name}${value}`, help: flag.help };
}

function flagLines(flags: Flags): string {
  const entries = Object.entries(flags).map(([name, flag]) => flagEntry(name, flag));
  const width = Math.min(34, Math.max(...entries.map(({ left }) => left.length)));
  return entries
    .map(({ left, help }) =>
      left.length > width
        ? `  ${left}\n${" ".repeat(width + 4)}${help}`
        : `  ${left.padEnd(width + 2)}${help}`,
    )
    .join("\n");
}

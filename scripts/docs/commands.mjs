/** The page of the command line, from the definitions that the program itself reads. */
import { commands } from "../../build/cli/commands/index.js";
import { flagEntry } from "../../build/cli/output/help.js";
import { pageFromMarkdown } from "./pages.mjs";

/** Text in a cell of a table. @param {string} text */
const cell = (text) => text.replaceAll("|", "\\|").replaceAll("<", "&lt;");

/** Every command with its flags. */
export async function commandPage() {
  const sections = [];
  for (const entry of commands) {
    const { flags, examples } = await entry.load();
    const groups = Object.entries(flags()).map(([heading, own]) => {
      const rows = Object.entries(own).map(([name, flag]) => {
        const { left, help } = flagEntry(name, flag);
        return `| \`${left.replaceAll("|", "\\|")}\` | ${cell(help)} |`;
      });
      return `**${heading}**\n\n| flag | what |\n|---|---|\n${rows.join("\n")}`;
    });
    sections.push(
      `## salience ${entry.name} ${entry.positional}\n\n${cell(entry.summary)}.\n\n\`\`\`sh\n${examples.join("\n")}\n\`\`\`\n\n${groups.join("\n\n")}`,
    );
  }
  const list = commands.map(({ name, summary, positional }) => {
    const address = `salience-${name}-${positional.toLowerCase().replaceAll("…", "").replaceAll(" ", "-")}`;
    return `| [${name}](#${address.replace(/-$/, positional === "" ? "" : "")}) | ${cell(summary)} |`;
  });
  const text = `# The command line

Made from the definitions of the program. \`salience COMMAND --help\` prints the same, and with \`--method NAME\` also the flags of that method.

| command | what it does |
|---|---|
${list.join("\n")}

${sections.join("\n\n")}
`;
  return pageFromMarkdown("command-line", text, "Reference");
}

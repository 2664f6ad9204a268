import { extname } from "node:path";
import { type CodeLanguage, codeLanguages, InputError, recipeCode } from "../../internal.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand } from "../command.js";
import { talkFlags } from "../flags/shared-flags.js";
import { openRecipe } from "../input/open-recipe.js";

const languages = Object.keys(codeLanguages) as CodeLanguage[];

/** `salience export`: writes a recipe as source code that needs nothing else. */
export const exportRecipe = defineCommand({
  examples: [
    "salience export recipe.json --language python   (prints the code)",
    "salience export recipe.json --out model.mjs   (the extension sets the language)",
    "salience export recipe.json --out model.sql --table patients   (one query for SQLite, DuckDB or PostgreSQL)",
    "salience select data.csv --target class --k 20 --classifier lda --save recipe.json   (creates a recipe)",
  ],
  flags: () => ({
    Writing: {
      language: {
        value: "L",
        choices: languages,
        help: `${languages.join(", ")}; by default what the extension of --out says`,
      },
      out: {
        value: "F",
        file: "output",
        endings: [
          ...new Set(
            Object.values(codeLanguages)
              .flat()
              .map((ending) => ending.toLowerCase()),
          ),
        ],
        printable: true,
        help: "the file to write; without it the code is printed",
      },
      table: { value: "T", help: "the table that sql reads; samples by default" },
    },
    Talking: talkFlags,
  }),
  async run({ file, flags, terminal }) {
    const language = languageOf(flags.language, flags.out);
    if (flags.table !== undefined && language !== "sql")
      throw new InputError("command-line", `--table is for --language sql; ${language} takes rows`);
    if (flags.table === "") throw new InputError("command-line", "--table needs the name of a table");
    const code = recipeCode(await openRecipe(file), language, { table: flags.table });
    if (flags.out === undefined || flags.out === "-") terminal.printRaw(code);
    else {
      await writeFileWhole(flags.out, [new TextEncoder().encode(code)]);
      terminal.print(`${flags.out}: ${code.split("\n").length - 1} lines of ${language}`);
    }
  },
});

function languageOf(given: CodeLanguage | undefined, out = "-"): CodeLanguage {
  const told = languages.find((name) =>
    codeLanguages[name].some((ending) => ending.toLowerCase() === extname(out).toLowerCase()),
  );
  const language = given ?? told;
  if (!language) throw new InputError("command-line", `--language is needed: ${languages.join(", ")}`);
  if (told && told !== language)
    throw new InputError(
      "command-line",
      `--language ${language} and a file that ends in ${extname(out)} do not fit together`,
    );
  return language;
}

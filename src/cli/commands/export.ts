import { extname } from "node:path";
import { plural } from "../../core/text.js";
import { codeLanguages, InputError, onnxEndings, recipeCode, recipeOnnx } from "../../internal.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand } from "../command.js";
import { talkFlags } from "../flags/shared-flags.js";
import { openRecipe } from "../input/open-recipe.js";

/** The languages with the endings of their files; ONNX is one to whoever types it. */
const endings = { ...codeLanguages, onnx: onnxEndings };
type Language = keyof typeof endings;
const languages = Object.keys(endings) as Language[];

/** `salience export`: writes a recipe as source code that needs nothing else, or as a model of ONNX. */
export const exportRecipe = defineCommand({
  examples: [
    "salience export recipe.json --language python   (prints the code)",
    "salience export recipe.json --out model.mjs   (the extension sets the language)",
    "salience export recipe.json --out model.sql --table patients   (one query for SQLite, DuckDB or PostgreSQL)",
    "salience export recipe.json --out model.onnx   (a model for ONNX Runtime)",
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
            Object.values(endings)
              .flat()
              .map((ending) => ending.toLowerCase()),
          ),
        ],
        printable: true,
        help: "the file to write; without it the code is printed, which onnx cannot be",
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
    const out = flags.out === "-" ? undefined : flags.out;
    if (language === "onnx") {
      if (out === undefined)
        throw new InputError(
          "command-line",
          "a model of ONNX is no text and is not printed; name its file: --out model.onnx",
        );
      const { bytes, inputs, outputs } = recipeOnnx(await openRecipe(file));
      await writeFileWhole(out, [bytes]);
      terminal.print(`${out}: takes ${plural(inputs.length, "column")}, gives ${outputs.join(", ")}`);
      return;
    }
    const code = recipeCode(await openRecipe(file), language, { table: flags.table });
    if (out === undefined) terminal.printRaw(code);
    else {
      await writeFileWhole(out, [new TextEncoder().encode(code)]);
      terminal.print(`${out}: ${code.split("\n").length - 1} lines of ${language}`);
    }
  },
});

function languageOf(given: Language | undefined, out = "-"): Language {
  const told = languages.find((name) =>
    endings[name].some((ending) => ending.toLowerCase() === extname(out).toLowerCase()),
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

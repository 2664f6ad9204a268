import { InputError } from "../../internal.js";
import { datasetEndings, writeDataset } from "../../node/write-dataset.js";
import { defineCommand } from "../command.js";
import { readFlags, talkFlags } from "../flags/shared-flags.js";
import { forceFlag, openNewFiles, openRecipe } from "../input/open-recipe.js";

/** `salience apply`: takes the features of a recipe from new files. */
export const apply = defineCommand({
  examples: [
    "salience apply recipe.json new.csv --out selected.csv",
    "salience apply recipe.json monday.csv tuesday.csv --out week.parquet   (the rows of both files)",
    "salience select data.csv --target class --k 20 --save recipe.json   (creates a recipe)",
  ],
  flags: () => ({
    Applying: {
      out: {
        value: "F",
        file: "output",
        endings: datasetEndings,
        help: "the file to write: .csv, .parquet or .npz",
      },
      ...forceFlag,
    },
    "Reading (overrides the recipe)": readFlags,
    Talking: talkFlags,
  }),
  async run(invocation) {
    const { flags, files, terminal } = invocation;
    if (flags.out === undefined) throw new InputError("command-line", "--out is needed: the file to write");
    const recipe = await openRecipe(files[0]);
    const { data, notices } = await openNewFiles(invocation, recipe, files.slice(1));
    await writeDataset(flags.out, data);
    terminal.print(`${flags.out}: ${data.rows} rows × ${data.features} features`);
    for (const notice of notices) terminal.notice(notice);
  },
});

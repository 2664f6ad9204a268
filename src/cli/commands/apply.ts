import { InputError } from "../../internal.js";
import { requireWritable, writeDataset } from "../../node/write-dataset.js";
import { requireWritableFile } from "../../node/write-file.js";
import type { Command, Invocation } from "../command.js";
import { readFlags, talkFlags } from "../flags/shared-flags.js";
import { openNewFiles, openRecipe, strictFlag } from "../input/open-recipe.js";

/** `salience apply`: the features of a recipe, of new files. */
export const apply: Command = {
  name: "apply",
  summary: "takes the features that a recipe picked from new files, after checking names and scale",
  positional: "RECIPE FILE…",
  examples: [
    "salience apply recipe.json new.csv --out selected.csv",
    "salience apply recipe.json monday.csv tuesday.csv --out week.parquet   (their rows one after another)",
    "salience apply recipe.json new.csv --out selected.csv --strict",
    "salience select data.csv --target class --k 20 --save recipe.json   (makes a recipe)",
  ],
  flags: () => ({
    Applying: {
      out: { value: "F", help: "where the data goes: .csv, .parquet or .npz" },
      ...strictFlag,
    },
    "Reading, where it is other than the recipe says": readFlags,
    Talking: { quiet: talkFlags.quiet, verbose: talkFlags.verbose, help: talkFlags.help },
  }),
  run,
};

async function run(invocation: Invocation): Promise<void> {
  const { flags, files, terminal } = invocation;
  const out = flags.out as string | undefined;
  if (out === undefined)
    throw new InputError("command-line", "--out is needed: the file that the data is written to");
  requireWritable(out);
  await requireWritableFile(out);
  const recipe = await openRecipe(files[0]);
  const { data, warnings } = await openNewFiles(invocation, recipe, files.slice(1));
  await writeDataset(out, data);
  terminal.print(`${out}: ${data.rows} rows × ${data.features} features`);
  for (const warning of warnings) terminal.note(`warning: ${warning}`);
}

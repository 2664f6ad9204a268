import { resolve } from "node:path";
import { InputError } from "../../core/input-error.js";
import { plural, shellWord } from "../../core/text.js";
import { commandOfRun, openRun } from "../../executors/run-folder.js";
import { gatheringExecutor } from "../../executors/shards.js";
import { defineCommand } from "../command.js";
import type { Engine } from "../engine.js";
import { talkFlags } from "../flags/shared-flags.js";
import { findCommand, invoke, loadPlugins } from "../invoke.js";

/** `salience gather`: ends the command that planned a run, with the results of its shards. */
export const gather = defineCommand({
  examples: ["salience gather runs/genes", "salience gather runs/genes --quiet > result.txt"],
  flags: () => ({ Talking: talkFlags }),
  async run({ file, flags, terminal, signal }) {
    const folder = resolve(file);
    const command = await commandOfRun(folder);
    // The command names its files as they were typed, so it ends where it was typed.
    try {
      process.chdir(command.folder);
    } catch {
      throw new InputError("file-access", "the folder that the command was typed in is not there", {
        facts: { file: command.folder },
      });
    }
    await loadPlugins(command.words.slice(1));
    const run = await openRun(folder);
    const engine: Engine = {
      order: run.order,
      executor: gatheringExecutor(folder, run, (count) =>
        terminal.note(
          `${plural(count, "line")} of results in ${shellWord(file)} ${count === 1 ? "was" : "were"} cut off or changed and ${count === 1 ? "does" : "do"} not count`,
        ),
      ),
      stopped: () => null,
      forget() {},
    };
    const { words } = command;
    const quiet = flags.quiet && !words.includes("--quiet") ? ["--quiet"] : [];
    return invoke(findCommand(words[0]), [...words, ...quiet], terminal, signal, engine);
  },
});

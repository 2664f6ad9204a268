import { type CheckResult, runContract } from "../../core/contract.js";
import { plural } from "../../core/text.js";
import { classifierContract, InputError, selectorContract } from "../../internal.js";
import { loadPlugin } from "../../node/load-plugin.js";
import { defineCommand } from "../command.js";
import { talkFlags } from "../flags/shared-flags.js";

/** `salience check`: whether the methods and classifiers of a plug-in hold what the built-in ones do. */
export const check = defineCommand({
  examples: [
    "salience check ./mine.mjs",
    "salience select data.csv --target class --plugin ./mine.mjs --method my-method --k 20",
    "salience compare data.csv --target class --plugin ./mine.mjs --methods my-method,dfs --k 10,20",
  ],
  flags: () => ({ Talking: talkFlags }),
  async run({ file, terminal, signal }) {
    const { selectors, classifiers } = await loadPlugin(file);
    const results: CheckResult[] = [];
    const tell = (result: CheckResult) => {
      signal.throwIfAborted();
      results.push(result);
      terminal.print(
        `  ${result.ok ? "ok    " : "failed"}  ${result.name}${result.ok ? "" : `: ${result.reason}`}`,
      );
    };
    for (const selector of selectors) {
      terminal.print(terminal.bold(`method ${selector.name}`));
      await runContract(selectorContract, selector, tell);
    }
    for (const classifier of classifiers) {
      terminal.print(terminal.bold(`classifier ${classifier.name}`));
      await runContract(classifierContract, classifier, tell);
    }
    const failed = results.filter(({ ok }) => !ok).length;
    if (failed > 0)
      throw new InputError("plugin", `${failed} of ${plural(results.length, "check")} failed`, {
        facts: { file, count: failed },
      });
    terminal.print(`${plural(results.length, "check")} passed`);
  },
});

import { expect, test } from "vitest";
import { defineCommand } from "../../src/cli/command.js";
import type { FlagGroups, Flags } from "../../src/cli/flags/flag.js";
import { parseArguments } from "../../src/cli/flags/parse-arguments.js";
import { Terminal } from "../../src/cli/output/terminal.js";

const shared = {
  names: { value: "NAME,…", type: "list", help: "" },
  metric: { value: "NAME", choices: ["accuracy", "auc"], help: "" },
} as const satisfies Flags;

/** Flags that are only known when the program runs, such as those of methods. */
const found: FlagGroups = { Found: { gamma: { value: "X", type: "number", help: "" } } };

test("a command's flags have the types that their definitions say", async () => {
  let seen: unknown[] = [];
  const command = defineCommand({
    examples: [],
    flags: () => ({
      ...found,
      One: { ...shared, k: { value: "N", type: "number", help: "" }, quick: { help: "" } },
      Two: { out: { value: "F", file: "output", help: "" } },
    }),
    async run({ flags }) {
      const typed: {
        readonly names?: readonly string[];
        readonly metric?: "accuracy" | "auc";
        readonly k?: number;
        readonly quick?: boolean;
        readonly out?: string;
      } = flags;
      // @ts-expect-error a flag that the command does not have
      flags.other;
      // @ts-expect-error a number is no text
      const wrong: string | undefined = flags.k;
      seen = [typed.names, typed.metric, wrong, typed.quick, typed.out];
    },
  });
  const known = Object.assign({}, ...Object.values(command.flags()));
  const words = "d.csv --names a,b --metric auc --k 3 --no-quick --out o.csv --gamma 0.5 --names c".split(
    " ",
  );
  const { positionals, flags } = parseArguments(words, known);
  expect([positionals, flags.gamma]).toEqual([["d.csv"], 0.5]);
  const terminal = new Terminal(process.stdout, process.stderr, {});
  const { signal } = new AbortController();
  await command.run({ file: "d.csv", files: positionals, flags, words, terminal, signal });
  expect(seen).toEqual([["a", "b", "c"], "auc", 3, false, "o.csv"]);
});

import {
  type Dataset,
  defaultMethod,
  findSelector,
  type Selection,
  select as selectFeatures,
  selectors,
} from "../../index.js";
import { requireWritable, writeDataset } from "../../node.js";
import { anytimeFlag, checkAnytime, stopOptions } from "../anytime.js";
import type { Command, Invocation } from "../command.js";
import { type Flags, type FlagValues, optionFlag, toFlagName } from "../flag.js";
import { writeJson } from "../json.js";
import { describeDataset, openDataset } from "../open-dataset.js";
import { selectionJson } from "../selection-json.js";
import { kernelsName, readFlags, runFlags, talkFlags } from "../shared-flags.js";
import { seconds, type Terminal } from "../terminal.js";

/** `salience select`: rank the features of a file and pick the best. */
export const select: Command = {
  name: "select",
  summary: "ranks the features of a file by how well they tell the classes apart, and picks the best",
  positional: "FILE",
  examples: [
    "salience select data.csv --target class --k 20",
    "salience select data.csv --target class --k 20 --out selected.csv",
    "salience select genes.csv.gz --samples-in columns --labels samples.csv --json ranking.json",
    "salience select cells.h5ad --target cell_type --transform normalize-total,log1p --k 50",
    "salience select bundled:digits --k 10 --json -",
  ],
  flags: () => ({
    Selecting: {
      method: { value: "NAME", help: `the method: ${Object.keys(selectors).join(", ")} (${defaultMethod})` },
      k: { value: "N", type: "number", help: "how many features to pick (20)" },
      ...methodFlags(),
      ...anytimeFlag,
      out: { value: "F", help: "write the data with only the picked features: .csv, .parquet or .npz" },
    },
    Reading: readFlags,
    Running: runFlags,
    Talking: talkFlags,
  }),
  run,
};

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation;
  const method = (flags.method as string | undefined) ?? defaultMethod;
  const options = givenMethodOptions(method, flags);
  checkAnytime(invocation, method);
  const kernels = kernelsName(flags);
  if (flags.out !== undefined) requireWritable(flags.out as string);
  const data = await openDataset(invocation);
  const started = performance.now();
  const selection = await selectFeatures(data, {
    method,
    kernels,
    k: flags.k as number | undefined,
    seed: flags.seed as number | undefined,
    threads: flags.threads as number | undefined,
    onProgress: terminal.progress(findSelector(method).title),
    ...stopOptions(invocation, data),
    ...options,
  });
  const spent = (performance.now() - started) / 1000;
  terminal.clearBar();
  if (flags.out !== undefined) await writeDataset(flags.out as string, selection.transform(data));
  if (flags.json !== undefined) {
    const listed = flags.k === undefined ? data.features : selection.k;
    await writeJson(flags.json as string, selectionJson(data, selection, listed, spent), terminal);
  }
  printSelection(data, selection, terminal);
  for (const warning of selection.warnings ?? []) terminal.note(`warning: ${warning}`);
  for (const file of [flags.out, flags.json])
    if (file !== undefined && file !== "-") terminal.note(`wrote ${file}`);
  if (flags.verbose) terminal.note(`selected in ${seconds(spent)}`);
}

/** The table a person reads. */
export function printSelection(data: Dataset, selection: Selection, terminal: Terminal): void {
  const { title } = findSelector(selection.method);
  const picked = Array.from(selection.ranking.subarray(0, selection.k));
  const names = selection.features.map(onOneLine);
  const best = picked.reduce(
    (most, j) => (Number.isFinite(selection.scores[j]) ? Math.max(most, selection.scores[j]) : most),
    0,
  );
  const width = names.reduce((most, name) => Math.max(most, name.length), 7);
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  terminal.print(
    `${title}: the best ${selection.k} of ${data.features} features ${terminal.dim(`(a ${selection.direction} score is better)`)}`,
  );
  if (selection.definition) terminal.print(terminal.dim(selection.definition));
  terminal.print();
  terminal.print(terminal.dim(`rank  ${"feature".padEnd(width)}  ${"score".padStart(10)}`));
  picked.forEach((j, place) => {
    const score = selection.scores[j];
    const bar = "▪".repeat(Math.round(24 * (Number.isFinite(score) ? Math.max(0, score / best) : 1)) || 0);
    terminal.print(
      `${String(place + 1).padStart(4)}  ${names[place].padEnd(width)}  ${format(score).padStart(10)}  ${terminal.cyan(bar)}`.trimEnd(),
    );
  });
}

/** Names come from files; what would break the table is shown as a mark. */
const onOneLine = (name: string) => name.replace(/\p{Cc}/gu, "·");

const format = (score: number) =>
  Number.isFinite(score)
    ? score !== 0 && Math.abs(score) < 1e-4
      ? score.toExponential(3)
      : score.toPrecision(5)
    : "∞";

/** The options of all methods; those that the chosen one does not have are refused later, by name. */
function methodFlags(): Flags {
  const flags: Record<string, Flags[string]> = {};
  for (const { options } of Object.values(selectors))
    for (const [name, option] of Object.entries(options)) flags[toFlagName(name)] ??= optionFlag(option);
  return flags;
}

function givenMethodOptions(method: string, flags: FlagValues): Record<string, unknown> {
  findSelector(method);
  const given: Record<string, unknown> = {};
  for (const { options } of Object.values(selectors))
    for (const name of Object.keys(options))
      if (flags[toFlagName(name)] !== undefined) given[name] = flags[toFlagName(name)];
  return given;
}

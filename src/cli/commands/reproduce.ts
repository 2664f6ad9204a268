import { basename, resolve } from "node:path";
import { shellWord } from "../../core/text.js";
import type { ReproducePlan } from "../../executors/order.js";
import {
  type Dataset,
  type DatasetName,
  datasetNames,
  InputError,
  planSchema,
  reproduce as reproducePaper,
  reproductionReport,
} from "../../internal.js";
import { withoutFolder } from "../../node/file-source.js";
import { findPaperFiles } from "../../node/paper-folder.js";
import { readDataset } from "../../node/read-dataset.js";
import { defineCommand } from "../command.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import { given } from "../flags/plan-flags.js";
import { type RunValues, resultFlags, runFlags, threadCount } from "../flags/shared-flags.js";
import { writeJson } from "../output/json.js";
import { reportAsked, reportFlags, writeReport } from "../output/report-flag.js";
import { printReproduction } from "../output/reproduction-table.js";
import { seconds } from "../output/terminal.js";
import { firstFile, remaining, runResumable } from "../resumable.js";

/** `salience reproduce`: the paper's experiments, its figures next to ours, and what it left out. */
export const reproduce = defineCommand({
  examples: [
    "salience reproduce data/paper --report paper.html",
    "salience reproduce data/paper --json paper.json --threads 4",
    "salience reproduce data/paper --quick --report quick.html",
  ],
  flags: () => ({
    Reproducing: {
      quick: {
        help: "run every part with fewer seeds, settings and numbers of features, in a tenth of the time",
      },
      target: {
        value: "COL",
        help: "the label column of every table, by name or number, or first or last; for array files the label array (Y, y, gnd, labels)",
      },
      ...reportFlags,
    },
    Running: runFlags,
    "On other machines": elsewhereFlags,
    Talking: resultFlags,
  }),
  async run(invocation) {
    const { file: folder, flags, terminal, signal } = invocation;
    threadCount(flags);
    const files = await findPaperFiles(folder);
    const datasets = await readAll(files, flags.target);
    const absent = datasetNames.filter((name) => !datasets[name]);
    if (absent.length > 0) terminal.note(`not in ${folder}: ${absent.join(", ")}; continuing without them`);
    const plan = planOf(files, flags);
    const started = performance.now();
    const { result: reproduction, forget } = await runResumable(
      invocation,
      {
        beside: firstFile(flags.json, flags.report, flags.latex, flags.svg),
        order: { plan, files: plan.data.map(({ dataset }) => ({ path: files[dataset]! })) },
      },
      ({ executor, journal }) =>
        reproducePaper(datasets, {
          quick: flags.quick === true,
          seed: flags.seed,
          kernels: flags.kernels,
          executor,
          ...(journal && { journal: (stage) => journal(`reproduce-${stage}`) }),
          onProgress: remaining(terminal.progress("reproducing")),
          signal,
        }),
    );
    const spent = (performance.now() - started) / 1000;
    if (flags.json !== undefined)
      await writeJson(flags.json, { ...reproduction, totalSeconds: spent }, terminal);
    if (reportAsked(flags))
      await writeReport(
        flags,
        reproductionReport(reproduction, { command: commandOf(folder, flags) }),
        terminal,
      );
    printReproduction(reproduction, terminal);
    forget();
    terminal.wrote(flags.json, flags.report, flags.latex, flags.svg);
    if (flags.verbose) terminal.note(`reproduced in ${seconds(spent)}`);
  },
});

/** The files of the paper's data sets, by name. */
type PaperFiles = Partial<Record<DatasetName, string>>;

/** The command that repeats it, without the folders of this machine and without what only says where results go. */
function commandOf(
  folder: string,
  { quick, target, seed, kernels }: { quick?: boolean; target?: string } & RunValues,
): string {
  const words = [
    ...["salience", "reproduce", basename(resolve(folder))],
    ...(quick ? ["--quick"] : []),
    ...(target === undefined ? [] : ["--target", target]),
    ...(seed === undefined ? [] : ["--seed", String(seed)]),
    ...(kernels === undefined ? [] : ["--kernels", kernels]),
  ];
  return words.map(shellWord).join(" ");
}

/** What other machines are told to compute. */
function planOf(
  files: PaperFiles,
  { quick, seed, kernels, target }: { quick?: boolean; target?: string } & RunValues,
): ReproducePlan {
  return given({
    schema: planSchema,
    task: "reproduce",
    data: datasetNames.flatMap((dataset) => {
      const file = files[dataset];
      if (file === undefined) return [];
      const source = withoutFolder(file);
      return [{ dataset, source, ...(target !== undefined && { reading: { target } }) }];
    }),
    quick,
    seed,
    kernels,
  });
}

async function readAll(
  files: PaperFiles,
  target: string | undefined,
): Promise<Partial<Record<DatasetName, Dataset>>> {
  const datasets: Partial<Record<DatasetName, Dataset>> = {};
  for (const name of datasetNames) {
    const file = files[name];
    if (file === undefined) continue;
    const data = await readDataset(file, { target });
    if (!data.labels)
      throw new InputError(
        "command-line",
        "it has no labels; a .mat file needs them in the array Y; for a table, name the column with --target",
        { facts: { file } },
      );
    datasets[name] = data;
  }
  return datasets;
}

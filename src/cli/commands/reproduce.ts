import { shellWord } from "../../core/text.js";
import {
  type Dataset,
  type DatasetName,
  datasetNames,
  InputError,
  reproduce as reproducePaper,
  reproductionReport,
} from "../../internal.js";
import { FileJournal, journalFolder } from "../../node/file-journal.js";
import { findPaperFiles } from "../../node/paper-folder.js";
import { readDataset } from "../../node/read-dataset.js";
import { threadExecutor } from "../../node/thread-executor.js";
import { defineCommand } from "../command.js";
import { resultFlags, runFlags, threadCount } from "../flags/shared-flags.js";
import { writeJson } from "../output/json.js";
import { reportFlag, writeReport } from "../output/report-flag.js";
import { printReproduction } from "../output/reproduction-table.js";
import { seconds } from "../output/terminal.js";
import { firstFile, remaining } from "../resumable.js";

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
      ...reportFlag,
    },
    Running: runFlags,
    Talking: resultFlags,
  }),
  async run(invocation) {
    const { file: folder, flags, terminal, signal } = invocation;
    const threads = threadCount(flags);
    const datasets = await readAll(folder, flags.target);
    const absent = datasetNames.filter((name) => !datasets[name]);
    if (absent.length > 0) terminal.note(`not in ${folder}: ${absent.join(", ")}; continuing without them`);
    const journals: FileJournal[] = [];
    const kept = journalFolder(firstFile(flags.json, flags.report));
    const started = performance.now();
    const reproduction = await reproducePaper(datasets, {
      quick: flags.quick === true,
      seed: flags.seed,
      kernels: flags.kernels,
      executor: threadExecutor(threads),
      journal: (stage) => {
        const journal = new FileJournal(kept, `reproduce-${stage}`, (notice) => terminal.notice(notice));
        journals.push(journal);
        return journal;
      },
      onProgress: remaining(terminal.progress("reproducing")),
      signal,
    }).catch((error) => {
      if (signal.aborted && journals.length > 0)
        terminal.note(`finished work is kept in ${kept}; run the same command again to continue`);
      throw error;
    });
    terminal.clearBar();
    const spent = (performance.now() - started) / 1000;
    if (flags.json !== undefined)
      await writeJson(flags.json, { ...reproduction, totalSeconds: spent }, terminal);
    const command = ["salience", ...invocation.words].map(shellWord).join(" ");
    if (flags.report !== undefined)
      await writeReport(flags.report, reproductionReport(reproduction, { command }));
    printReproduction(reproduction, terminal);
    terminal.afterPrinting(() => {
      for (const journal of journals) journal.remove();
    });
    terminal.wrote(flags.json, flags.report);
    if (flags.verbose) terminal.note(`reproduced in ${seconds(spent)}`);
  },
});

async function readAll(
  folder: string,
  target: string | undefined,
): Promise<Partial<Record<DatasetName, Dataset>>> {
  const files = await findPaperFiles(folder);
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

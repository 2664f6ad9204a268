import { wordNotice } from "../../core/notice.js";
import { type Examination, estimateRuns, examine, type Survey, surveyFile } from "../../internal.js";
import { openFile } from "../../node/read-dataset.js";
import { defineCommand, type Invocation } from "../command.js";
import { flagWording } from "../flags/flag.js";
import { readFlags, readOptions, resultFlags } from "../flags/shared-flags.js";
import { describeDataset, openBundled } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { seconds, type Terminal } from "../output/terminal.js";

/** `salience doctor`: what is in a file, and what to watch for before a run. */
export const doctor = defineCommand({
  examples: [
    "salience doctor data.csv",
    "salience doctor data.csv --target class",
    "salience doctor bundled:digits --json -",
  ],
  flags: () => ({ Reading: readFlags, Talking: resultFlags }),
  async run(invocation) {
    const { file, flags, terminal, signal } = invocation;
    const survey = await surveyWithProgress(invocation);
    if (flags.verbose) terminal.note(`examining ${file}`);
    const examination = await examine(survey.data, {
      onProgress: terminal.progress(`examining ${file}`),
      signal,
    });
    terminal.clearBar();
    const estimates = await estimateRuns(survey.data);
    if (flags.json !== undefined) {
      const { data, columns, leftOut, guessed } = survey;
      const target = data.labels && { name: data.labelName, guessed };
      const json = { ...examination.toJSON(), target, columns, leftOut, estimates };
      await writeJson(flags.json, json, terminal);
    }
    print(file, survey, examination, terminal);
    terminal.print();
    terminal.print("Estimates on this machine:");
    for (const { method, title, seconds: time, megabytes } of estimates)
      terminal.print(`  ${method.padEnd(12)} ${title}: ${seconds(time)}, ${Math.ceil(megabytes)} MB`);
  },
});

async function surveyWithProgress({ file, flags, terminal, signal }: Invocation): Promise<Survey> {
  const bundled = await openBundled(file, flags);
  if (bundled) return { data: bundled, columns: null, guessed: null, leftOut: [] };
  const { source, readOptions: options, close } = await openFile(file, readOptions(flags));
  try {
    return await surveyFile(source, { ...options, onProgress: terminal.progress(`reading ${file}`), signal });
  } finally {
    terminal.clearBar();
    await close();
  }
}

function print(file: string, survey: Survey, examination: Examination, terminal: Terminal): void {
  const { data, columns } = survey;
  terminal.print(terminal.bold(file) + terminal.dim(`  ${data.source.format}`));
  terminal.print(`  ${describeDataset(data)}`);
  if (data.labels) terminal.print(`  target "${data.labelName}"`);
  if (columns)
    terminal.print(
      `  columns: ${columns.number} numeric, ${columns.nominal} categorical, ${columns.text} of text`,
    );
  if (examination.sparse) terminal.print(`  stored sparse, ${(100 * examination.zeros).toFixed(1)} % zeros`);
  if (examination.spread)
    terminal.print(
      `  standard deviations from ${brief(examination.spread.smallest)} to ${brief(examination.spread.largest)}`,
    );
  terminal.print();
  const told = [...data.notices, ...examination.findings];
  if (told.length === 0) terminal.print("No problems found.");
  const colours = { problem: terminal.red, warning: terminal.yellow, note: terminal.dim };
  for (const one of told)
    terminal.print(
      `${colours[one.level](one.level.padEnd(8))} ${wordNotice({ ...one, file: undefined }, flagWording)}`,
    );
}

const brief = (x: number) => String(Number(x.toPrecision(3)));

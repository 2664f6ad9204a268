import { bytesText } from "../../core/memory.js";
import { type Notice, wordNotice } from "../../core/notice.js";
import { shellWord } from "../../core/text.js";
import {
  allSelectors,
  type Dataset,
  type DescribedColumn,
  type Examination,
  estimateRuns,
  examine,
  kindCounts,
  misfit,
  type Reading,
  remarkableColumns,
  type Survey,
  surveyFile,
} from "../../internal.js";
import { availableMemory } from "../../node/available-memory.js";
import { openFile } from "../../node/read-dataset.js";
import { defineCommand, type Invocation } from "../command.js";
import { type FlagValues, flagWording } from "../flags/flag.js";
import { readFlags, readOptions, resultFlags, runFlags, threadCount } from "../flags/shared-flags.js";
import { openStreamed as openInBlocks, streamFlag } from "../input/open-data.js";
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
  flags: () => ({
    Reading: { ...readFlags, ...streamFlag, memory: runFlags.memory },
    Talking: resultFlags,
  }),
  async run(invocation) {
    const { file, flags, terminal, signal } = invocation;
    const survey = await surveyWithProgress(invocation);
    const room = availableMemory(flags.memory);
    const streamed = survey.streamed ?? null;
    if (flags.verbose) terminal.note(`examining ${file}`);
    const examination = await examine(survey.data, {
      onProgress: terminal.progress(`examining ${file}`),
      signal,
    });
    terminal.clearBar();
    const isEmpty = survey.data.rows === 0 || survey.data.features === 0;
    const estimates = isEmpty ? [] : await estimateRuns(survey.data, threadCount({}));
    if (flags.json !== undefined) {
      const { data, columns, guessed } = survey;
      const target = data.labels && { name: data.labelName, guessed };
      const json = { ...examination.toJSON(), target, columns, estimates };
      await writeJson(flags.json, json, terminal);
    }
    print(file, survey, examination, terminal);
    if (estimates.length > 0) {
      terminal.print();
      terminal.print("Estimates on this machine:");
    }
    if (streamed) printStreamed(streamed, terminal);
    for (const { method, title, seconds: time, megabytes } of streamed ? [] : estimates) {
      const wrong = misfit(method, survey.data, room);
      terminal.print(
        `  ${method.padEnd(12)} ${title}: ${wrong ?? `${seconds(time)}, ${Math.ceil(megabytes)} MB`}`,
      );
    }
    const next = nextCommand(invocation, survey, examination);
    if (next !== null) {
      terminal.print();
      terminal.print(`Next: ${next}`);
    }
  },
});

/**
 * The command that selects features of the data as it was read here, without columns that give the classes away and without what
 * would stop it; where there are no labels, the one that looks again in the way that is proposed, or null.
 */
function nextCommand(
  { file, flags }: Invocation,
  { data, guessed }: Survey,
  { findings }: Examination,
): string | null {
  const proposed = (found: Notice | undefined) => found?.remedies?.find(({ value }) => value !== undefined);
  const say = (command: string, reading: object) =>
    [
      `salience ${command}`,
      shellWord(file),
      ...Object.entries(reading).map(([name, value]) => flagWording.set(name, value)),
    ].join(" ");
  if (!data.labels) {
    const find = (wanted: Notice["code"]) => data.notices.find(({ code }) => code === wanted);
    const again = proposed(find("samples-in-columns") ?? find("no-labels"));
    return again ? say("doctor", { ...readOptions(flags), [again.option]: again.value }) : null;
  }
  const problem = findings.find(({ level }) => level === "problem");
  const remedy = proposed(problem);
  if (problem && !remedy) return null;
  const { drop = [], ...given } = readOptions(flags);
  const told = data.notices.find(({ code }) => code === "target-copy")?.columns ?? [];
  const copies = told.filter((name) => !isMeasurement(data, name));
  const reading: Reading = {
    ...given,
    ...(guessed !== null && { target: data.labelName }),
    ...(drop.length + copies.length > 0 && { drop: [...drop, ...copies] }),
    ...(remedy && { [remedy.option]: remedy.value }),
  };
  return say("select", reading);
}

/** Numbers with many different values may be a good marker of the classes, and are not left out unasked. */
function isMeasurement({ values, featureNames, categories }: Dataset, name: string): boolean {
  const column = featureNames.indexOf(name);
  const own = values.selectColumns([column]);
  return !categories?.[column] && new Set("data" in own ? own.data : own.values).size > 20;
}

/** What a file holds; of one that is read in blocks, what its first rows hold and how large it is. */
interface DoctorSurvey extends Survey {
  readonly streamed?: StreamedShape;
}

interface StreamedShape {
  readonly rows: number;
  readonly features: number;
  readonly bytes: number;
  readonly looked: number;
}

/** Which methods can work on rows in blocks, and which cannot. */
function printStreamed({ rows, features, bytes, looked }: StreamedShape, terminal: Terminal): void {
  terminal.print(
    `  The file has about ${rows} rows × ${features} features, ${bytesText(bytes)} in memory; above are its first ${looked} rows.`,
  );
  const able = allSelectors().filter(({ fromMoments }) => fromMoments);
  const others = allSelectors().filter(({ fromMoments }) => !fromMoments);
  const names = (selectors: typeof able) => selectors.map(({ name }) => name).join(", ");
  terminal.print(`  in blocks    ${names(able)}`);
  terminal.print("               select, path, and compare with a test file (--test FILE)");
  terminal.print(`  with a sample of the rows (--sample 20000)  ${names(others)}`);
}

async function surveyWithProgress(invocation: Invocation<FlagValues>): Promise<DoctorSurvey> {
  const { file, flags, terminal, signal } = invocation;
  const bundled = await openBundled(file, flags);
  if (bundled) return { data: bundled, columns: null, guessed: null };
  const opened = await openInBlocks(invocation);
  if (opened) {
    const { source, close } = opened;
    await close();
    const { head, size, featureNames } = source;
    const streamed = {
      rows: size?.rows ?? head.rows,
      features: featureNames.length,
      bytes: size?.bytes ?? 0,
      looked: head.rows,
    };
    const told = [
      ...source.notices().filter(({ text }) => !text.includes(" were read in blocks")),
      ...head.notices,
    ];
    const notices = told.filter(({ text }, at) => told.findIndex((other) => other.text === text) === at);
    return { data: head.with({ notices }), columns: null, guessed: null, streamed };
  }
  const { source, readOptions: options, close } = await openFile(file, { ...readOptions(flags), signal });
  try {
    return await surveyFile(source, { ...options, onProgress: terminal.progress(`reading ${file}`) });
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
  if (examination.sparse) terminal.print(`  stored sparse, ${(100 * examination.zeros).toFixed(1)} % zeros`);
  if (examination.spread)
    terminal.print(
      `  standard deviations from ${brief(examination.spread.smallest)} to ${brief(examination.spread.largest)}`,
    );
  if (columns) printColumns(columns, terminal);
  terminal.print();
  const told = [...data.notices, ...examination.findings];
  if (told.length === 0) terminal.print("No problems found.");
  const colours = { problem: terminal.red, warning: terminal.yellow, note: terminal.dim };
  for (const one of told)
    terminal.print(
      `${colours[one.level](one.level.padEnd(8))} ${wordNotice({ ...one, file: undefined }, flagWording)}`,
    );
}

/** At most this many columns are listed; of more, those that are more than numbers used as features. */
const mostColumns = 30;

const uses = { feature: "", target: "target", ids: "names the rows", groups: "row groups", none: "not used" };

/** What each column is, and why. */
function printColumns(columns: readonly DescribedColumn[], terminal: Terminal): void {
  terminal.print();
  const isLong = columns.length > mostColumns;
  terminal.print(isLong ? `Columns: ${kindCounts(columns)}` : "Columns:");
  const remarkable = remarkableColumns(columns);
  const shown = isLong ? remarkable.slice(0, mostColumns) : columns;
  const lines = shown.map(({ name, kind, why, use, missing, levels }) => [
    name,
    kind,
    [
      why,
      ...(levels === undefined || why.includes("level") ? [] : [`${levels} levels`]),
      ...(missing > 0 ? [`${missing} missing`] : []),
      ...(uses[use] ? [uses[use]] : []),
    ].join(", "),
  ]);
  const width = (at: number) => Math.max(0, ...lines.map((line) => line[at].length));
  const widths = [width(0), width(1)];
  for (const [name, kind, about] of lines)
    terminal.print(`  ${name.padEnd(widths[0])}  ${kind.padEnd(widths[1])}  ${about}`);
  const left = columns.length - shown.length;
  if (isLong && left > 0)
    terminal.print(
      shown.length === 0
        ? "  all of them features"
        : `  and ${left} more${remarkable.length > shown.length ? "" : ", all of them numbers used as features"}`,
    );
}

const brief = (x: number) => String(Number(x.toPrecision(3)));

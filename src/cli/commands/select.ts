import {
  type Dataset,
  defaultMethod,
  type FeatureGroups,
  findSelector,
  InputError,
  imageShape,
  readFeatureGroups,
  type Selection,
  select as selectFeatures,
  selectionJson,
  selectors,
} from "../../internal.js";
import { fileSource } from "../../node/file-source.js";
import { requireWritable, writeDataset } from "../../node/write-dataset.js";
import { requireWritableFile } from "../../node/write-file.js";
import type { Command, Invocation } from "../command.js";
import { anytimeFlag, checkAnytime, stopOptions } from "../flags/anytime.js";
import { classifierFlags, type GivenClassifier, readClassifier } from "../flags/classifier-flags.js";
import { constraintFlags, givenNames } from "../flags/constraint-flags.js";
import type { Flags, FlagValues } from "../flags/flag.js";
import { givenMethodOptions, methodFlags } from "../flags/method-flags.js";
import { kernelsName, readFlags, runFlags, talkFlags } from "../flags/shared-flags.js";
import { describeDataset, openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { reportFile, writeReport } from "../output/report-flag.js";
import { saveRecipe } from "../output/save-recipe.js";
import { reportOfSelection, reportWishes, selectionReportFlags } from "../output/selection-report.js";
import { onOneLine, seconds, type Terminal } from "../output/terminal.js";
import { autoFlags, checkAuto, givenK, printReasons, selectAuto } from "./select-auto.js";

/** `salience select`: rank the features of a file and pick the best. */
export const select: Command = {
  name: "select",
  summary: "ranks the features of a file by how well they tell the classes apart, and picks the best",
  positional: "FILE",
  examples: [
    "salience select data.csv --target class --k 20",
    "salience select data.csv --target class --k 20 --out selected.csv",
    "salience select data.csv --target class --k 20 --report selection.html",
    "salience select genes.csv.gz --samples-in columns --labels samples.csv --json ranking.json",
    "salience select cells.h5ad --target cell_type --transform normalize-total,log1p --k 50",
    "salience select patients.csv --target class --k 20 --keep age,sex --exclude 'batch_*'",
    "salience select probes.csv --target class --k 20 --feature-groups genes.csv",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json",
    "salience select bundled:digits --k 10 --json -",
    "salience select data.csv --target class --k auto",
    "salience select scans.csv --target tumour --k auto --row-groups patient --metric balanced-accuracy",
    "salience select --method relieff --help   (the options of a method)",
  ],
  flags: (words) => ({
    Selecting: {
      method: { value: "NAME", help: `the method: ${Object.keys(selectors).join(", ")} (${defaultMethod})` },
      k: { value: "N", help: "how many features to pick, or auto: found by tuning, with the options (20)" },
      ...constraintFlags,
      ...groupFlag,
      ...autoFlags,
      ...anytimeFlag,
      out: { value: "F", help: "write the data with only the picked features: .csv, .parquet or .npz" },
    },
    ...methodFlags(words),
    Reporting: selectionReportFlags,
    "Keeping it for new data": {
      save: { value: "F", help: "write a recipe for salience apply, predict and repeat" },
      ...classifierFlags("with --save: also a model of this kind, fitted on the picked features"),
    },
    Reading: readFlags,
    Running: runFlags,
    Talking: talkFlags,
  }),
  run,
};

const groupFlag: Flags = {
  "feature-groups": {
    value: "FILE",
    help: "features that are picked or left together: a table of feature and group; a group counts as one in k",
  },
};

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal } = invocation;
  const method = (flags.method as string | undefined) ?? defaultMethod;
  const options = givenMethodOptions(method, flags);
  checkAnytime(invocation, method);
  const k = givenK(flags);
  checkAuto(flags);
  const kernels = kernelsName(flags);
  const keep = givenNames(flags, "keep");
  const exclude = givenNames(flags, "exclude");
  const wishes = reportWishes(flags);
  const report = await reportFile(flags);
  const judge = givenClassifier(flags);
  if (flags.out !== undefined) requireWritable(flags.out as string);
  for (const file of [flags.out, flags.json, flags.save])
    if (file !== undefined && file !== "-") await requireWritableFile(file as string);
  const data = await openDataset(invocation);
  if (report !== null) imageShape(data, wishes.image);
  if (judge.classifier !== undefined && !data.labels)
    throw new InputError(
      "command-line",
      "--classifier needs classes to learn; name the label column with --target",
    );
  const groups = await givenGroups(flags, data);
  const started = performance.now();
  const shared = { method, kernels, keep, exclude, seed: flags.seed as number | undefined, ...options };
  const { selection, tuning } =
    k === "auto"
      ? await selectAuto(invocation, data, { ...shared, ...(judge.classifier && judge) })
      : {
          tuning: null,
          selection: await selectFeatures(data, {
            k,
            groups,
            threads: flags.threads as number | undefined,
            onProgress: terminal.progress(findSelector(method).title),
            ...stopOptions(invocation, data),
            ...shared,
          }),
        };
  const spent = (performance.now() - started) / 1000;
  terminal.clearBar();
  // Before anything is written: stopped here, the run leaves nothing behind, as it says.
  const selected = { data, selection, tuning, keep, exclude, seconds: spent };
  const page = report === null ? null : await reportOfSelection(invocation, selected, wishes);
  if (flags.out !== undefined) await writeDataset(flags.out as string, selection.transform(data));
  if (flags.json !== undefined) {
    const listed = flags.k === undefined ? data.features : selection.features.length;
    await writeJson(flags.json as string, selectionJson(data, selection, listed, spent, tuning), terminal);
  }
  const saved = flags.save !== undefined && (await saveRecipe(invocation, data, selection, judge));
  printSelection(data, selection, terminal);
  if (tuning) printReasons(tuning, terminal);
  if (report !== null && page) await writeReport(report, page, terminal);
  for (const warning of selection.warnings ?? []) terminal.note(`warning: ${warning}`);
  for (const file of [flags.out, flags.json, saved ? flags.save : undefined])
    if (file !== undefined && file !== "-") terminal.note(`wrote ${file}`);
  if (flags.verbose) terminal.note(`selected in ${seconds(spent)}`);
}

/** The table a person reads. */
export function printSelection(data: Dataset, selection: Selection, terminal: Terminal): void {
  const picked = Array.from(selection.ranking.subarray(0, selection.features.length));
  const names = selection.features.map(onOneLine);
  const bar = bars(
    picked.map((j) => selection.scores[j]),
    selection.direction,
  );
  const width = widest(names, 7);
  const kept = new Set(selection.kept);
  const groups = groupColumn(selection);
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  terminal.print(
    `${headline(data, selection)} ${terminal.dim(`(a ${selection.direction} score is better)`)}`,
  );
  if (selection.definition) terminal.print(terminal.dim(selection.definition));
  terminal.print();
  terminal.print(
    terminal.dim(`rank  ${"feature".padEnd(width)}  ${groups.heading}${"score".padStart(10)}`.trimEnd()),
  );
  picked.forEach((j, place) => {
    const score = selection.scores[j];
    const mark = kept.has(selection.features[place]) ? "+" : " ";
    terminal.print(
      `${String(place + 1).padStart(4)} ${mark}${names[place].padEnd(width)}  ${groups.cells[place]}${format(score).padStart(10)}  ${terminal.cyan(bar(score))}`.trimEnd(),
    );
  });
  if (kept.size > 0) terminal.print(terminal.dim("+ kept"));
}

/** `Fisher score: the best 5 of 64 features`, or what was picked where the user had a say. */
function headline(data: Dataset, { method, k, features, kept, excluded, groups }: Selection): string {
  const { title } = findSelector(method);
  const grouped = Object.keys(groups).length > 0;
  if (!grouped && kept.length + excluded.length === 0)
    return `${title}: the best ${k} of ${data.features} features`;
  const parts = [`${features.length} of ${data.features} features`];
  if (grouped) parts.push(`${k} counting a group as one`);
  if (kept.length > 0) parts.push(`${kept.length} of them kept`);
  if (excluded.length > 0) parts.push(`${excluded.length} others excluded`);
  return `${title}: ${parts.join(", ")}`;
}

/** The group of every picked feature, as a column of the table; nothing where there are no groups. */
function groupColumn({ groups, features }: Selection): { heading: string; cells: readonly string[] } {
  const groupOf = new Map(
    Object.entries(groups).flatMap(([group, members]) => members.map((name) => [name, onOneLine(group)])),
  );
  if (groupOf.size === 0) return { heading: "", cells: features.map(() => "") };
  const cells = features.map((name) => groupOf.get(name) ?? "");
  const width = widest(cells, 5);
  return { heading: `${"group".padEnd(width)}  `, cells: cells.map((cell) => `${cell.padEnd(width)}  `) };
}

/** The longest bar is that of the best score; a score that is far from it, or on the other side of zero, has none. */
function bars(scores: readonly number[], direction: Selection["direction"]): (score: number) => string {
  const finite = scores.filter(Number.isFinite);
  const most = finite.reduce((a, b) => Math.max(a, b), 0);
  const least = finite.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  const share = (score: number) => (direction === "larger" ? score / most : least / score);
  return (score) => {
    const part = Number.isFinite(score) ? share(score) : direction === "larger" ? 1 : 0;
    return "▪".repeat(part > 0 ? Math.round(24 * Math.min(1, part)) : 0);
  };
}

const widest = (texts: readonly string[], least: number) =>
  texts.reduce((most, text) => Math.max(most, text.length), least);

const format = (score: number) =>
  Number.isFinite(score)
    ? score !== 0 && Math.abs(score) < 1e-4
      ? score.toExponential(3)
      : score.toPrecision(5)
    : "∞";

function givenClassifier(flags: FlagValues): GivenClassifier {
  const judge = readClassifier(flags);
  if (judge.classifier !== undefined && flags.save === undefined)
    throw new InputError(
      "command-line",
      "--classifier fits a model for new data; say with --save FILE.json where it goes",
    );
  if (flags.save === "-")
    throw new InputError("command-line", "--save needs the name of a file; --json - prints the selection");
  return judge;
}

async function givenGroups(flags: FlagValues, data: Dataset): Promise<FeatureGroups | undefined> {
  if (flags["feature-groups"] === undefined) return undefined;
  const source = await fileSource(flags["feature-groups"] as string);
  try {
    return await readFeatureGroups(source, data.featureNames);
  } finally {
    await source.close();
  }
}

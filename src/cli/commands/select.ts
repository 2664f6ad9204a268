import {
  completeOptions,
  type Dataset,
  defaultMethod,
  findSelector,
  InputError,
  imageShape,
  type Kernels,
  measureStudy,
  planBriefMeasuring,
  prepareKernels,
  requireMoments,
  requireStreamable,
  runStudy,
  type Selection,
  type Selector,
  type SelectPlan,
  type SelectStudy,
  type StudyContext,
  type Tuning,
  workingBytes,
} from "../../internal.js";
import { defineCommand, type Outcome } from "../command.js";
import { asTyped } from "../flags/plan-flags.js";
import { threadCount } from "../flags/shared-flags.js";
import { isStreamed, isWide, openData } from "../input/open-data.js";
import { openElsewhere } from "../input/open-elsewhere.js";
import { withCosts } from "../input/with-costs.js";
import { makeReport, reportAsked, writeReport } from "../output/report-flag.js";
import { saveRecipe } from "../output/save-recipe.js";
import { printSelection } from "../output/selection-table.js";
import { printNext, printWorth } from "../output/selection-worth.js";
import { noticeText, type Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";
import { printEnd, writeSelection } from "../select/give-selection.js";
import { type SelectInvocation, selectFlags, selectPlanOf, withGroups } from "../select/select-flags.js";
import {
  refuseWithoutRows,
  refuseWithoutValues,
  selectStreamed,
  selectWide,
} from "../select/select-in-blocks.js";

/** `salience select`: ranks the features of a file and selects the best. */
export const select = defineCommand({
  examples: [
    "salience select data.csv --target class --k 20",
    "salience select data.csv --target class --k 20 --out selected.csv",
    "salience select data.csv --target class --k 20 --report selection.html",
    "salience select genes.csv.gz --samples-in columns --labels samples.csv --json ranking.json",
    "salience select cells.h5ad --target cell_type --transform normalize-total,log1p --k 50",
    "salience select genes.csv --target class --k 20 --log-base 2 --feature-test kruskal --csv ranking.csv",
    "salience select patients.csv --target class --k 20 --keep age,sex --exclude 'batch_*'",
    "salience select probes.csv --target class --k 20 --feature-groups genes.csv",
    "salience select assays.csv --target class --k 10 --costs prices.csv",
    "salience select data.csv --target class --k 20 --classifier svm --save recipe.json",
    "salience select bundled:digits --k 10 --json -",
    "salience select data.csv --target class --k auto",
    "salience select 'part-*.parquet' --target class --k 20 --stream --shards 20 --run runs/parts   (on many machines)",
    "salience select scans.csv --target tumour --k auto --row-groups patient --metric balanced-accuracy",
    "salience select --method relieff --help   (the options of a method)",
  ],
  flags: selectFlags,
  run,
});

type Given = SelectInvocation;

/** From so many bytes on, threads are likely to pay, and start in less time than the file takes to be read. */
const worthPreparing = 2 ** 20;

async function run(invocation: Given): Promise<Outcome> {
  const { flags } = invocation;
  const plan = await withCosts(selectPlanOf(invocation), flags.costs);
  const { method = defaultMethod, options = {} } = plan.select;
  const selector = findSelector(method);
  const complete = completeOptions(selector.name, selector.options, options);
  const elsewhere = await openElsewhere(invocation, plan, () => {
    refuseWithoutRows(flags);
    requireStreamable(plan);
    return requireMoments(selector, complete, { name: invocation.file, size: null });
  });
  if (elsewhere)
    return selectStreamed(invocation, plan, elsewhere.source, elsewhere).finally(elsewhere.close);
  let prepared: Promise<Kernels> | undefined;
  try {
    const { data, close } = await openData(invocation, {
      onReading(bytes) {
        if (bytes >= worthPreparing) prepared = kernelsFor(plan, selector, flags);
      },
      working: ({ rows, columns: features }) => workingBytes(method, options, { rows, features }),
      mayStream: (source) => {
        refuseWithoutRows(flags);
        requireMoments(selector, complete, source);
      },
      // Methods that take only rows in blocks do not want columns in blocks.
      ...((selector.scoreWide || !selector.fromMoments) && { mayBeWide: () => refuseWithoutValues(flags) }),
    });
    try {
      if (isStreamed(data)) return await selectStreamed(invocation, plan, data);
      if (isWide(data)) return await selectWide(invocation, plan, data);
      return await selectInMemory(invocation, plan, data, prepared);
    } finally {
      await close();
    }
  } finally {
    await prepared?.then(
      (kernels) => kernels.dispose(),
      () => {},
    );
  }
}

/** Kernels for the selection, where it will want threads, which start while the file is read: its first fit then meets compiled code. */
function kernelsFor(
  { select: { k }, kernels }: SelectPlan,
  selector: Selector,
  flags: Given["flags"],
): Promise<Kernels> | undefined {
  const threads = threadCount(flags);
  if (threads === 1 || !selector.countsSharing || k === "auto") return undefined;
  const made = prepareKernels({ kernels, threads });
  // The selection says what is wrong with them; a file that cannot be read comes first.
  made.catch(() => {});
  return made;
}

/** Selects from data that is in memory, with all that can be said of it. */
async function selectInMemory(
  invocation: Given,
  read: SelectPlan,
  data: Dataset,
  prepared: Promise<Kernels> | undefined,
): Promise<Outcome> {
  const { flags, terminal } = invocation;
  const asked = reportAsked(flags);
  if (asked && read.report?.image !== "none") imageShape(data, read.report?.image);
  if (flags.classifier !== undefined && !data.labels)
    throw new InputError(
      "command-line",
      "--classifier needs class labels; name the label column with --target",
    );
  const plan = await withGroups(read, flags["feature-groups"], data);
  const outputs = [flags.json, flags.csv, flags.out, flags.save, flags.report, flags.latex, flags.svg];
  const { study, forget } = await runPlan(invocation, plan, outputs, (context) =>
    runMeasured(invocation, data, plan, { ...context, prepared, ...interimOptions(invocation, data) }),
  );
  const { selection, tuning, evaluation, stopped } = study;
  // Before anything is written: if the run stops here, it leaves nothing behind, as it says.
  const page = await makeReport(invocation, data, plan, study);
  const picked = () => selection.transform(data);
  await writeSelection(invocation, plan, { selection, tuning, evaluation, picked });
  if (flags.save !== undefined && !stopped) await saveRecipe(invocation, data, plan, flags.save, study);
  await writeReport(flags, page, terminal);
  forget();
  printSelection(data, selection, terminal);
  if (tuning) printReasons(tuning, selection, terminal);
  printWorth(data, study, terminal);
  if (!flags.quiet && !stopped)
    printNext(data, asTyped(plan, invocation.files, flags), study, terminal, flags.report !== undefined);
  printEnd(invocation, study);
  return stopped ? "interrupted" : undefined;
}

/** Runs the plan; what the features are worth is measured too where that takes a moment, unless it is asked for anyway. */
async function runMeasured(
  { flags, terminal }: Given,
  data: Dataset,
  plan: SelectPlan,
  context: StudyContext,
): Promise<SelectStudy> {
  const study = await runStudy(data, plan, context);
  const shown = !terminal.outputIsJson && !flags.quiet;
  const unwanted = flags.measure === false || flags.evaluation === false;
  if (plan.measure || study.stopped || unwanted || !shown || !data.labels) return study;
  const brief = planBriefMeasuring(data, plan, study);
  if (!brief.plan) return { ...study, notices: brief.notices };
  // Row by row only JSON has them, and probabilities take longer.
  return measureStudy(data, brief.plan, study, context, { keepHeldOut: flags.json !== undefined });
}

/** With `--anytime`, Ctrl-C keeps the ranking so far. */
function interimOptions({ flags, terminal }: Given, data: Dataset): StudyContext {
  if (!flags.anytime) return {};
  return {
    anytime: true,
    onInterim({ done, total, settled, k, confidence, ranking }) {
      const leading = Array.from(ranking.subarray(0, 3), (j) => data.featureNames[j]).join(", ");
      if (flags.verbose)
        terminal.note(
          `${done} of ${total} samples: ${settled} of the best ${k} are certain at ${confidence}; leading: ${leading}`,
        );
    },
  };
}

/** Why this k, under a selection. */
function printReasons({ k, reasons, notices }: Tuning, selection: Selection, terminal: Terminal): void {
  const own = notices.filter((one) => !selection.notices.includes(one));
  terminal.print();
  terminal.print(`k = ${k} was chosen by cross-validation:`);
  for (const line of [...reasons, ...own.map(noticeText)]) terminal.print(`  ${line}`);
}

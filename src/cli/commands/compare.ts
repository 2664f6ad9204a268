import {
  type ComparePlan,
  type Dataset,
  findSelector,
  type RowSource,
  rankStreamed,
  runRanked,
  runStudy,
  suits,
} from "../../internal.js";
import { availableMemory } from "../../node/available-memory.js";
import { writeFileWhole } from "../../node/write-file.js";
import { defineCommand } from "../command.js";
import { type CompareInvocation, compareFlags, comparePlanOf, isAll } from "../compare/compare-flags.js";
import { openCompared, streamedMethods } from "../compare/open-compared.js";
import { threadCount } from "../flags/shared-flags.js";
import { withCosts } from "../input/with-costs.js";
import { comparisonCsv, printComparison } from "../output/comparison-table.js";
import { writeJson } from "../output/json.js";
import { makeReport, writeReport } from "../output/report-flag.js";
import { seconds, type Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

/** `salience compare`: compares methods on the same folds. */
export const compare = defineCommand({
  examples: [
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 10:100:5",
    "salience compare a.csv b.csv --target class --methods dfs,fisher --k 20 --json result.json --csv result.csv",
    "salience compare data.csv --target class --methods dfs,relieff --k 10,20 --permutations 20",
    "salience compare data.csv --target class --methods dfs,mrmr --k 5:50:5 --baselines all,random",
    "salience compare data.csv --target class --methods dfs,mrmr,fisher --k 5:50:5 --report comparison.html",
    "salience compare scans.csv --target tumour --row-groups patient --methods dfs,mrmr --metric balanced-accuracy",
    "salience compare train.csv --test test.csv --target class --methods dfs,fisher --classifier knn --nearest 3",
    "salience compare long.parquet --test held.parquet --target class --methods dfs,fisher --k 10:50:10 --classifier lda --stream",
    "salience compare bundled:digits --methods fisher,mrmr --k 5:30:5 --protocol paper",
    "salience compare data.csv --target class --methods dfs,mrmr --k 10,20 --tune",
    "salience compare data.csv --target class --methods all --k 10",
    "salience compare data.csv --target class --methods dfs,mrmr --cluster redis://host:6379   (workers: salience worker --help)",
    "salience compare data.csv --target class --methods dfs,mrmr --submit slurm --run runs/a --sbatch time=2:00:00",
    "salience compare data.csv --target class --methods dfs,mrmr --shards 20 --run runs/a   (then: salience work, salience gather)",
  ],
  flags: compareFlags,
  run,
});

async function run(invocation: CompareInvocation): Promise<void> {
  const { flags, terminal } = invocation;
  const given = await withCosts(comparePlanOf(invocation), flags.costs);
  const opened = await openCompared(invocation, given);
  const { data, plan, study, forget } =
    "datasets" in opened
      ? await compareInMemory(invocation, given, opened.datasets)
      : await compareInBlocks(invocation, given, opened).finally(opened.close);
  const { comparison, seconds: spent } = study;
  if (flags.json !== undefined) await writeJson(flags.json, { ...comparison.toJSON(), plan }, terminal);
  if (flags.csv !== undefined)
    await writeFileWhole(flags.csv, [new TextEncoder().encode(comparisonCsv(comparison))]);
  await writeReport(flags, await makeReport(invocation, data, plan, study), terminal);
  forget();
  printComparison(comparison, terminal);
  terminal.wrote(...outputsOf(invocation));
  if (flags.verbose) terminal.note(`compared in ${seconds(spent)}`);
}

const outputsOf = ({ flags }: CompareInvocation) => [
  flags.json,
  flags.csv,
  flags.report,
  flags.latex,
  flags.svg,
];

async function compareInMemory(invocation: CompareInvocation, given: ComparePlan, data: readonly Dataset[]) {
  const plan = isAll(invocation.flags.methods)
    ? withSuited(
        given,
        data.filter((_, place) => given.data[place].role !== "test"),
        invocation.terminal,
      )
    : given;
  const run = await runPlan(
    invocation,
    plan,
    outputsOf(invocation),
    (context) => runStudy(data, plan, context),
    data,
  );
  return { ...run, data, plan };
}

/** Ranks features from rows in blocks, then judges the selected columns as tasks of their own. */
async function compareInBlocks(
  invocation: CompareInvocation,
  given: ComparePlan,
  { train, test }: { readonly train: RowSource; readonly test: RowSource },
) {
  const { flags, terminal, signal } = invocation;
  const plan = isAll(flags.methods) ? withStreamed(given, train, terminal) : given;
  const ranked = await rankStreamed(train, test, plan, {
    threads: threadCount(flags),
    memory: availableMemory(flags.memory),
    onProgress: terminal.progress("ranking the features of rows in blocks"),
    signal,
  });
  terminal.clearBar();
  const data = [ranked.train, ranked.test];
  const run = await runPlan(
    invocation,
    plan,
    outputsOf(invocation),
    (context) => runRanked(ranked, plan, context),
    data,
  );
  return { ...run, data, plan };
}

/** Of all methods those that rows in blocks are enough for. */
function withStreamed(plan: ComparePlan, train: RowSource, terminal: Terminal): ComparePlan {
  const { able, left } = streamedMethods(plan, train);
  if (left.length > 0)
    terminal.note(
      `note: left out, because they need all rows in memory: ${left.map(({ method }) => method).join(", ")}`,
    );
  return { ...plan, select: { ...plan.select, methods: able } };
}

/** Of all methods those that can be used with every data set; the user is told which ones cannot. */
function withSuited(plan: ComparePlan, datasets: readonly Dataset[], terminal: Terminal): ComparePlan {
  const { methods } = plan.select;
  const fits = methods.filter(({ method }) => datasets.every((data) => suits(findSelector(method!), data)));
  const left = methods.filter((one) => !fits.includes(one)).map(({ method }) => method);
  if (left.length > 0) terminal.note(`note: left out, because the target is a number: ${left.join(", ")}`);
  return { ...plan, select: { ...plan.select, methods: fits } };
}

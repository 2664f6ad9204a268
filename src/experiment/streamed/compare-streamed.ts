import type { RowSource } from "../../data/stream/row-source.js";
import { baselineExperiment, baselineLabels } from "../baselines.js";
import { type ComparedRow, runComparison } from "../compare.js";
import type { Comparison } from "../comparison.js";
import { judgeNotices, judgeOf } from "../judge.js";
import { type Experiment, type Protocol, planExperiment } from "../plan-experiment.js";
import { prepareExperiment } from "../prepare-experiment.js";
import { testNotices } from "../test-notices.js";
import { type StreamedCompareOptions, selectionsOf } from "./plan-streamed.js";
import { type RankedFor, type RankedRows, rankRows } from "./rank-rows.js";

/** The part of the bar that is for ranking; judging takes the rest. */
const rankingShare = 0.8;

/**
 * Methods side by side on a training and a test file whose rows are read in blocks: features are selected from the moments of the rows,
 * and the selected columns alone are judged in memory. The result is that of `compare` with both files in memory.
 */
export async function compareStreamed(
  train: RowSource,
  test: RowSource,
  given: StreamedCompareOptions,
): Promise<Comparison> {
  const { onProgress } = given;
  const ranked = await rankRows(train, test, {
    ...given,
    onProgress: onProgress && ((done) => onProgress(rankingShare * done)),
  });
  return compareRanked(ranked, {
    ...given,
    onProgress: onProgress && ((done) => onProgress(rankingShare + (1 - rankingShare) * done)),
  });
}

/** Judges selections that were made from rows in blocks. */
export async function compareRanked(
  { plan, train, test, featureNames, ks, selections, notices }: RankedRows,
  given: StreamedCompareOptions,
): Promise<Comparison> {
  const started = performance.now();
  const { keep: _keep, exclude: _exclude, adjust: _adjust, costs: _costs, tune: _tune, ...judged } = given;
  const judge = judgeOf(train, given);
  const { costs } = selectionsOf(featureNames, given, plan.baselines);
  const placeOf = new Map(featureNames.map((name, j) => [name, j]));
  // Of rows in blocks the data holds the selected columns alone.
  const featureAt = (column: number) => placeOf.get(train.featureNames[column])!;
  const rows = plan.methods.map(({ label, selector, own }, at): ComparedRow => {
    const options = { ...judged, k: ks, method: selector, options: own, test };
    const { experiment: prepared, protocol } = prepareExperiment(train, options, 0);
    const experiment: Experiment = {
      ...prepared,
      features: featureNames.length,
      notices: [
        ...testNotices(test),
        ...notices,
        ...(costs?.notices ?? []),
        ...judgeNotices(prepared.split.data, judge),
      ],
      costs: costs && {
        given: costs.given,
        total: (columns) => costs.total(Array.from(columns, featureAt)),
      },
    };
    return rowOf(label, protocol, experiment, selections[at]);
  });
  const held = plan.baselines.map((name, at) => {
    const experiment = baselineExperiment(rows[0].experiment, name);
    return rowOf(baselineLabels[name], "nested", experiment, selections[plan.methods.length + at]);
  });
  return runComparison([train], [[...rows, ...held]], { ...given, test: [test] }, started);
}

/** The tasks of an experiment whose selections are known. */
function rowOf(
  label: string,
  protocol: Protocol,
  experiment: Experiment,
  selections: readonly RankedFor[],
): ComparedRow {
  const planned = planExperiment(experiment).map(({ role, task }) => {
    const { columns, seconds } = selections.find(
      (one) => one.protocol === role && task.ks.every((k) => one.ks.includes(k)),
    )!;
    return { role, task: { ...task, selection: { ...task.selection, ranked: { columns, seconds } } } };
  });
  return { label, protocol, experiment, planned };
}

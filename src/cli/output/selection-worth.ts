import {
  type ComparePlan,
  commandOf,
  type Dataset,
  defaultMethod,
  findSelector,
  type SelectPlan,
  type SelectStudy,
  suits,
  worthInWords,
} from "../../internal.js";
import type { Terminal } from "./terminal.js";
import { confusionLines, curveLines } from "./worth-charts.js";

/** Methods that are worth a comparison with any other: quick, and each of another kind. */
const rivals = ["dfs", "svm-rfe", "mrmr", "fisher"] as const;

/** What the selected features are worth on rows that were held out, under the table of a selection. */
export function printWorth(data: Dataset, { selection, evaluation }: SelectStudy, terminal: Terminal): void {
  const figures = evaluation?.results.find(({ k, chosen }) => chosen || k === selection.features.length);
  if (!evaluation || !figures) return;
  terminal.print();
  for (const line of worthInWords(data, evaluation, figures)) terminal.print(line);
  const { classes } = evaluation;
  const charts = [
    curveLines(evaluation, selection.features.length, terminal.columns),
    figures.confusion ? confusionLines(classes, figures.confusion, terminal.columns) : [],
  ];
  for (const lines of charts) {
    if (lines.length > 0) terminal.print();
    for (const line of lines) terminal.print(line);
  }
}

/**
 * What to do next: look at a report, unless there is one; compare with other methods. The plan has its files as they were
 * typed, so that the commands work as they stand.
 */
export function printNext(
  data: Dataset,
  plan: SelectPlan,
  study: SelectStudy,
  terminal: Terminal,
  isReported: boolean,
): void {
  if (!data.labels) return;
  const steps = [
    ...(isReported
      ? []
      : [{ command: reportCommand(plan), why: "charts, the level of chance, similar features" }]),
    ...(plan.select.featureGroups
      ? []
      : [{ command: commandOf(comparisonOf(data, plan, study)), why: "is another method better here?" }]),
  ].filter(({ command }) => command !== null);
  if (steps.length === 0) return;
  terminal.print();
  terminal.print(terminal.dim("next:"));
  for (const { command, why } of steps) terminal.print(`  ${command}   ${terminal.dim(`# ${why}`)}`);
}

/** The same selection with a report. */
function reportCommand(plan: SelectPlan): string | null {
  const command = commandOf({ ...plan, measure: undefined, model: undefined, report: undefined });
  return command && `${command} --report report.html`;
}

/** The selected method beside its rivals, with the same number of features. */
function comparisonOf(data: Dataset, plan: SelectPlan, { selection }: SelectStudy): ComparePlan {
  const { schema, seed, kernels, select, judge } = plan;
  const { method = defaultMethod, options, keep, exclude, adjust } = select;
  const others = rivals.filter((name) => name !== method && suits(findSelector(name), data)).slice(0, 3);
  return {
    schema,
    task: "compare",
    data: plan.data,
    ...(seed !== undefined && { seed }),
    ...(kernels !== undefined && { kernels }),
    select: {
      methods: [{ method, ...(options && { options }) }, ...others.map((name) => ({ method: name }))],
      k: [selection.features.length],
      ...(keep && { keep }),
      ...(exclude && { exclude }),
      ...(adjust && { adjust }),
    },
    ...(judge && { judge }),
  };
}

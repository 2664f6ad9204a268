import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { innerFolds } from "../evaluation/rare-classes.js";
import { rowGroupCodes } from "../experiment/plan-splits.js";
import { findSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";

/** How much is measured for a report. */
export interface EvaluationPlan {
  /** Numbers of features, rising; the picked number is among them. */
  readonly k: readonly number[];
  readonly folds: number;
  readonly permutations: number;
}

/** What to measure, or null where nothing can be, and in either case what to tell the reader about it. */
export interface PlannedEvaluation {
  readonly plan: EvaluationPlan | null;
  readonly notes: readonly string[];
}

/** Operations a second on a slow machine; fixed, so that the same data always has the same report. */
const rates = { scalar: 2e8, matrix: 2e9 };
/** What the evaluation may take there. */
const budgetSeconds = 60;

/**
 * A modest evaluation around the picked number of features: fewer shuffles, then fewer k, where the counts of operations
 * say that all would take longer than about a minute. It depends on the data's shape alone, never on a clock.
 */
export function planEvaluation(
  data: Dataset,
  selection: Pick<Selection, "method" | "options" | "features" | "kept" | "excluded" | "groups">,
  { permutations }: { readonly permutations?: number } = {},
): PlannedEvaluation {
  const none = (why: string) => ({ plan: null, notes: [`accuracy was not measured: ${why}`] });
  const { labels } = data;
  if (!labels) return none("the data has no labels");
  if (Object.keys(selection.groups).length > 0)
    return none("features were picked by groups, which an evaluation cannot do yet");
  const sizes = Array.from(classCounts(labels)).filter((size) => size > 0);
  const smallest = Math.min(...sizes);
  if (sizes.length < 2) return none("all rows are of one class");
  if (smallest < 2) return none("some class has a single row");
  const folds = innerFolds(labels.codes, rowGroupCodes(data, undefined));
  const picked = selection.features.length;
  const most = data.features - selection.excluded.length;
  const again = findSelector(selection.method).dependsOnK?.(selection.options) ?? false;
  const range = [Math.max(1, selection.kept.length), most] as const;
  const wide = around(picked, again ? [0.25, 0.5, 1, 2] : [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2], range);
  const narrow = around(picked, [0.5, 1, 2], range);
  const shuffles = permutations ?? 20;
  const plans: EvaluationPlan[] = [
    { k: wide, folds, permutations: shuffles },
    { k: narrow, folds, permutations: shuffles },
    ...(permutations === undefined
      ? [
          { k: narrow, folds, permutations: 10 },
          { k: wide, folds, permutations: 0 },
        ]
      : []),
    { k: narrow, folds, permutations: permutations ?? 0 },
    { k: [picked], folds, permutations: permutations ?? 0 },
  ];
  const seconds = (plan: EvaluationPlan) => secondsOf(data, selection.method, plan, again);
  const fits = plans.find((plan) => seconds(plan) <= budgetSeconds);
  // What was asked for is done, however long it takes.
  const plan = fits ?? (permutations === undefined ? null : plans[plans.length - 1]);
  if (!plan)
    return none(
      "it would take too long on data of this size; ask for it with --permutations 0, or use salience compare",
    );
  const notes =
    plan.permutations === 0 && permutations === undefined
      ? [
          "labels were not shuffled to show what chance gives, since that would take long here; --permutations 20 does it",
        ]
      : [];
  return { plan, notes };
}

/** Parts and multiples of k that are possible. */
function around(k: number, factors: readonly number[], [least, most]: readonly [number, number]): number[] {
  const ks = factors.map((factor) => Math.max(least, Math.min(most, Math.round(factor * k))));
  return [...new Set([...ks, k])].sort((a, b) => a - b);
}

function secondsOf(data: Dataset, method: string, plan: EvaluationPlan, again: boolean): number {
  const { rows, features, labels } = data;
  const classes = labels!.classes.length;
  const { scalar, matrix } = findSelector(method).cost({ rows, features, classes });
  const fit = scalar / rates.scalar + matrix / rates.matrix;
  const fits = (1 + plan.folds * (1 + plan.permutations)) * (again ? plan.k.length : 1);
  const largest = plan.k[plan.k.length - 1];
  // A Gram matrix for each selection, and support vector machines on it, two classes at a time; as measured on digits,
  // where shuffled labels take them several times as long as real ones.
  const gram = (rows * rows * largest) / rates.matrix;
  const machines = (plan.k.length * (rows * rows * Math.max(1, classes - 1) * 30)) / rates.scalar / classes;
  return (
    fits * fit +
    (plan.permutations + 2) * plan.folds * (gram + machines + (4 * rows * features) / rates.scalar)
  );
}

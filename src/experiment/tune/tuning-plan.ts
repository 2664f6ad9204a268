import { InputError } from "../../core/input-error.js";
import type { PlainOptions } from "../../core/option.js";
import { type Fold, repeatedFolds, scarceClasses, stratifiedFolds } from "../../evaluation/folds.js";
import { groupedFolds } from "../../evaluation/grouped-folds.js";
import type { MetricName } from "../../evaluation/metrics.js";
import { innerFolds } from "../../evaluation/rare-classes.js";
import { Random } from "../../numeric/random.js";

/** Options by name that are set beside a method's other ones. */
export type OptionSet = PlainOptions;

/** How a setting is chosen from scores: the simplest within one standard error of the best, or the best. */
export type TuningRule = "one-se" | "best";

/** What is chosen by folds inside the rows of a task, and how: plain data that can be sent. */
export interface TuningPlan {
  /** Sets of options to choose from; of equally good ones the first is taken. */
  readonly candidates: readonly OptionSet[];
  /** Numbers of features to choose from, rising; null where options are chosen for each k on its own. */
  readonly ks: readonly number[] | null;
  /** Folds at most; there are as many as the smallest class has rows, where that is fewer. */
  readonly folds: number;
  readonly repeats: number;
  readonly metric: MetricName;
  readonly rule: TuningRule;
  /** One group per row of the data: a group is never split between training and test. */
  readonly rowGroups?: Int32Array;
}

/** Folds of some rows, given by their class codes and groups; refuses what cannot be learned from. Slices have no classes. */
export function foldsInside(
  codes: Int32Array,
  groups: Int32Array | null,
  { folds, repeats }: Pick<TuningPlan, "folds" | "repeats">,
  seed: number,
  classes: readonly string[] | null,
): Fold[] {
  const count = classes
    ? innerFolds(codes, groups, folds)
    : Math.min(folds, new Set(groups ?? codes.keys()).size);
  const made = repeatedFolds(repeats, new Random(seed).fork("folds"), (random) =>
    groups ? groupedFolds(codes, groups, count, random) : stratifiedFolds(codes, count, random),
  ).flat();
  const scarce = classes ? scarceClasses(codes, made, 2) : [];
  if (scarce.length > 0)
    throw new InputError(
      "small-classes",
      `class "${classes![scarce[0].code]}" is too small to tune inside training rows: ${scarce[0].rows} of its rows would be left to learn from; two are needed`,
      {
        facts: { classes: [classes![scarce[0].code]], count: scarce[0].rows },
        remedies: [
          { action: "use fewer folds", option: "folds" },
          { action: "leave out such classes", option: "rareClasses", value: "drop" },
        ],
      },
    );
  return made;
}

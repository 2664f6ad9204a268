import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { innerFolds } from "../evaluation/rare-classes.js";
import { type Evaluation, evaluateWith } from "../experiment/evaluate.js";
import { judgingCost } from "../experiment/judging-cost.js";
import { rowGroupCodes } from "../experiment/plan-splits.js";
import type { Tuning } from "../experiment/tune.js";
import { calibrationFolds } from "../models/svm/calibrate.js";
import { shapeOf } from "../selectors/estimate.js";
import { type Rates, secondsOf } from "../selectors/rates.js";
import { findSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import type { DataShape } from "../selectors/selector.js";
import { planDefaults, type SelectPlan } from "./plan.js";
import type { StudyContext } from "./study.js";

/** What the selection of a plan was found to be worth. */
export interface Measured {
  /** Null where it was not measured; the notices say why. */
  readonly evaluation: Evaluation | null;
  readonly notices: readonly Notice[];
  readonly seconds: number;
}

/** A selection, and how its k and options were chosen where they were. */
export interface Selected {
  readonly selection: Selection;
  readonly tuning: Tuning | null;
}

/** What is kept of measuring. */
export interface MeasureOptions {
  /** Whether the predictions of held-out rows are kept, with probabilities, which take longer; yes if absent. */
  readonly keepHeldOut?: boolean;
}

/**
 * Measures what the selection of a plan predicts on held-out rows. The method sees the data as it did for the selection. Where
 * k and options were chosen by cross-validation, they are chosen anew inside every training fold: options that were chosen on
 * all rows would flatter the figures. How much is measured depends on the plan and on the data's shape, never on a clock.
 */
export async function measureSelection(
  data: Dataset,
  plan: SelectPlan,
  selected: Selected,
  { executor, threads, onProgress, signal }: StudyContext = {},
  { keepHeldOut = true }: MeasureOptions = {},
): Promise<Measured> {
  const started = performance.now();
  const { extent, notices } = planMeasuring(data, plan, selected, { keepHeldOut });
  if (!extent) return { evaluation: null, notices, seconds: 0 };
  const { select, tune, judge = {}, measure = {}, seed, kernels } = plan;
  const { method, options } = selected.selection;
  const { rareClasses, metric, classifier, classifierOptions, repeats } = judge;
  const chosenInside = selected.tuning && {
    tune: { ...tune, k: ksOf(selected.tuning), folds: selected.tuning.folds, repeats, metric },
  };
  try {
    const evaluation = await evaluateWith(data, {
      method,
      options: chosenInside ? select.options : options,
      keep: select.keep,
      exclude: select.exclude,
      adjust: select.adjust,
      costs: select.costs,
      selectOn: "raw",
      keepHeldOut,
      protocol: measure.protocol,
      rareClasses,
      metric,
      classifier,
      classifierOptions,
      seed,
      kernels,
      ...extent,
      ...(chosenInside ? { ...chosenInside, k: "auto" } : { repeats }),
      executor,
      threads,
      onProgress: onProgress && ((fraction) => onProgress(fraction, "measuring")),
      signal,
    });
    return { evaluation, notices, seconds: (performance.now() - started) / 1000 };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return {
      evaluation: null,
      notices: [...notices, notMeasured(data, error.sentence, error.remedies)],
      seconds: 0,
    };
  }
}

/** What the extent depends on. */
interface Described {
  readonly selection: Pick<
    Selection,
    "method" | "options" | "features" | "kept" | "excluded" | "featureGroups"
  >;
  readonly tuning: Tuning | null;
}

/** How much is measured. */
interface Extent {
  /** Numbers of features, rising; the selected number is among them. */
  readonly k: readonly number[];
  readonly folds: NonNullable<SelectPlan["judge"]>["folds"];
  readonly permutations: number;
}

/** A slow machine; fixed, so that the same data always has the same report. */
const slowMachine: Rates = { scalar: 2e8, matrix: 2e9, moved: 4e8, calls: 1e5 };
/** What measuring may take there, unless the plan says how much is measured. */
const budgetSeconds = 60;

/** What measuring may take there where nobody asked for it. */
const momentSeconds = 5;

/**
 * The plan with the least that is worth measuring: the selected number of features, no shuffles. Null where even that takes
 * more than a moment, or cannot be done; the notices then say why.
 */
export function planBriefMeasuring(
  data: Dataset,
  plan: SelectPlan,
  selected: Described,
): { readonly plan: SelectPlan | null; readonly notices: readonly Notice[] } {
  const brief = { ...plan, measure: { k: [selected.selection.features.length], permutations: 0 } };
  const { extent, notices } = planMeasuring(data, brief, selected, { keepHeldOut: false });
  if (!extent) return { plan: null, notices };
  return measuringSeconds(shapeOf(data, selected.selection.features.length), selected, extent, false) <=
    momentSeconds
    ? { plan: brief, notices }
    : {
        plan: null,
        notices: [
          notMeasured(data, "it may take more than a few seconds here; a report or a comparison measures it"),
        ],
      };
}

/** Says why accuracy or R² was not measured, and how it could be. */
export const notMeasured = ({ targets }: Dataset, why: string, remedies: Notice["remedies"] = []) =>
  notice("note", "evaluation", `${targets ? "R²" : "accuracy"} was not measured: ${why}`, {}, remedies);

/**
 * What to measure, or null where nothing can be measured; in either case with what to tell the reader. What the plan asks
 * for is done. Where it leaves the extent open, there are fewer shuffles, then fewer k, where the counts of operations say
 * that all would take longer than about a minute.
 */
export function planMeasuring(
  data: Dataset,
  { judge = {}, measure = {} }: SelectPlan,
  selected: Described,
  { keepHeldOut = true }: MeasureOptions = {},
): { readonly extent: Extent | null; readonly notices: readonly Notice[] } {
  const none = (why: string, remedies: Notice["remedies"] = []) => ({
    extent: null,
    notices: [notMeasured(data, why, remedies)],
  });
  const { selection, tuning } = selected;
  const { labels } = data;
  if (!labels) return none("the data has no labels");
  if (Object.keys(selection.featureGroups).length > 0)
    return none("features were selected by groups, which an evaluation cannot do yet");
  const sizes = Array.from(classCounts(labels)).filter((size) => size > 0);
  if (sizes.length < 2 && !data.targets) return none("all rows belong to one class");
  if (!data.targets && Math.min(...sizes) < 2 && (judge.rareClasses ?? "error") === "error")
    return none("a class has a single row", [
      { action: "leave out such classes", option: "rareClasses", value: "drop" },
    ]);
  const settled = data.targets !== null || (judge.rareClasses ?? "error") !== "error";
  const folds =
    judge.folds ?? (settled ? planDefaults.folds : innerFolds(labels.codes, rowGroupCodes(data, undefined)));
  const { permutations } = measure;
  const extents = measure.k
    ? [{ k: measure.k, folds, permutations: permutations ?? 0 }]
    : candidateExtents(data, selected, folds, permutations);
  const asked = measure.k !== undefined || permutations !== undefined;
  const shape = shapeOf(data, selection.features.length);
  const fits = extents.find(
    (extent) => measuringSeconds(shape, selected, extent, keepHeldOut) <= budgetSeconds,
  );
  const extent = fits ?? (asked ? extents[extents.length - 1] : null);
  if (!extent)
    return none(
      tuning
        ? "choosing k and options again inside every training fold would take too long on data of this size, and with options chosen on all rows it would be too high"
        : "it would take too long on data of this size",
      [{ action: "measure it however long it takes", option: "permutations", value: 0 }],
    );
  const notices: Notice[] = [];
  if (judge.folds === undefined && typeof folds === "number" && folds < planDefaults.folds)
    notices.push(
      notice(
        "note",
        "evaluation",
        `there are ${folds} folds in place of the usual ${planDefaults.folds}, since the smallest class has too few ${data.rowGroups ? "groups of rows" : "rows"} for more`,
      ),
    );
  if (extent.permutations === 0 && !asked)
    notices.push(
      notice(
        "note",
        "evaluation",
        `${data.targets ? "targets" : "labels"} were not permuted to show the level of chance, since that would take long here`,
        {},
        [{ action: "permute them", option: "permutations", value: 20 }],
      ),
    );
  return { extent, notices };
}

/** What is worth measuring, the most first. */
function candidateExtents(
  data: Dataset,
  { selection, tuning }: Described,
  folds: Extent["folds"],
  permutations: number | undefined,
): Extent[] {
  const picked = selection.features.length;
  const range = [Math.max(1, selection.kept.length), data.features - selection.excluded.length] as const;
  const wide = around(
    picked,
    fitsAnew(selection) ? [0.25, 0.5, 1, 2] : [0.1, 0.25, 0.5, 0.75, 1, 1.5, 2],
    range,
  );
  const narrow = around(picked, [0.5, 1, 2], range);
  const least = { k: [picked], folds, permutations: permutations ?? 0 };
  const shuffles = permutations ?? 20;
  // Where k is chosen inside the training folds, there is one figure for the whole procedure.
  if (tuning)
    return permutations === undefined
      ? [{ ...least, permutations: shuffles }, { ...least, permutations: 10 }, least]
      : [least];
  return [
    { k: wide, folds, permutations: shuffles },
    { k: narrow, folds, permutations: shuffles },
    ...(permutations === undefined
      ? [
          { k: narrow, folds, permutations: 10 },
          { k: wide, folds, permutations: 0 },
        ]
      : []),
    { ...least, k: narrow },
    least,
  ];
}

/** Parts and multiples of k that are possible. */
function around(k: number, factors: readonly number[], [least, most]: readonly [number, number]): number[] {
  const ks = factors.map((factor) => Math.max(least, Math.min(most, Math.round(factor * k))));
  return [...new Set([...ks, k])].sort((a, b) => a - b);
}

/** Whether the method is fitted anew for every k. */
const fitsAnew = ({ method, options }: Described["selection"]): boolean =>
  findSelector(method).dependsOnK?.(options) ?? false;

const ksOf = ({ results }: Tuning): number[] => [...new Set(results.map(({ k }) => k))].sort((a, b) => a - b);

/** What measuring takes on a slow machine, roughly. */
function measuringSeconds(
  shape: DataShape,
  { selection, tuning }: Described,
  { k, folds, permutations }: Extent,
  keepHeldOut: boolean,
): number {
  const { rows } = shape;
  const fit = secondsOf(findSelector(selection.method).cost(shape, selection.options), slowMachine);
  const fitsFor = (ks: readonly number[]) => (fitsAnew(selection) ? ks.length : 1);
  const foldCount = folds === "leave-one-out" || folds === undefined ? rows : folds;
  const judgingFor = (ks: readonly number[]) => secondsOf(judgingCost(shape, ks), slowMachine);
  const selections = 1 + foldCount * (1 + permutations);
  const tried = tuning ? ksOf(tuning) : [];
  const inside = tuning
    ? tuning.candidates.length * tuning.folds * tuning.repeats * (fitsFor(tried) * fit + judgingFor(tried))
    : 0;
  // Probabilities of held-out rows rest on machines that are trained again on parts of the training rows.
  const judgings = permutations + 2 + (keepHeldOut ? calibrationFolds : 0);
  return selections * (fitsFor(k) * fit + inside) + judgings * foldCount * judgingFor(k);
}

import { columnBlocks } from "../data/column-entries.js";
import type { Dataset } from "../data/dataset.js";
import { classCounts } from "../data/labels.js";
import { type Fold, stratifiedFolds } from "../evaluation/folds.js";
import {
  associations,
  clampCorrelation,
  type FeatureColumns,
  numericColumns,
  partCounts,
  unitColumns,
} from "../evaluation/unit-columns.js";
import type { Kernels } from "../kernels/kernels.js";
import { needsPreparation } from "../models/preparation.js";
import { predictOnGram, trainOnGramAsync } from "../models/svm/on-gram.js";
import { Matrix } from "../numeric/matrix.js";
import { Random } from "../numeric/random.js";
import { upTo } from "../numeric/up-to.js";

/** A feature that could stand in for another. */
export interface Twin {
  /** A column of the data. */
  readonly column: number;
  readonly correlation: number;
}

/** Columns whose correlations are computed at a time. */
const width = 256;

/**
 * For each of the chosen columns those others with the largest |correlation| to it, closest first; equal ones by their
 * place. Columns of `without` do not count, nor do constant ones. It goes through the data in blocks, so that it needs
 * little memory whatever the number of features.
 */
export async function findTwins(
  data: Dataset,
  chosen: readonly number[],
  kernels: Kernels,
  {
    count = 3,
    without = [],
    progress,
  }: {
    readonly count?: number;
    readonly without?: readonly number[];
    readonly progress?: (fraction: number) => Promise<void>;
  } = {},
): Promise<Twin[][]> {
  const closest: Twin[][] = chosen.map(() => []);
  const closed = new Set([...chosen, ...without]);
  if (chosen.length === 0) return closest;
  const chosenColumns = numericColumns(data, chosen);
  const own = unitColumns(chosenColumns.values).transposed();
  const rows = { featureOf: chosenColumns.featureOf, features: chosen.length };
  for (const { start, features, values, featureOf } of numericBlocks(data)) {
    const products = Matrix.zeros(own.rows, values.columns);
    kernels.gemm(1, own, unitColumns(values), 0, products);
    const alike = associations(products, rows, { featureOf, features });
    for (let j = 0; j < features; j++)
      if (!closed.has(start + j))
        for (let i = 0; i < chosen.length; i++) {
          const correlation = clampCorrelation(alike.get(i, j));
          if (correlation !== 0) keep(closest[i], { column: start + j, correlation }, count);
        }
    await progress?.((start + features) / data.features);
  }
  return closest;
}

/** The features block by block, as numbers. */
function* numericBlocks(
  data: Dataset,
): Generator<FeatureColumns & { readonly start: number; readonly features: number }> {
  if (!needsPreparation(data)) {
    for (const { start, values } of columnBlocks(data.values, width)) {
      const featureOf = upTo(values.columns);
      yield { start, features: values.columns, values, featureOf };
    }
    return;
  }
  for (let start = 0; start < data.features; start += width) {
    const features = Math.min(width, data.features - start);
    const places = Int32Array.from({ length: features }, (_, j) => start + j);
    yield { start, features, ...numericColumns(data, places) };
  }
}

/** Puts a twin in its place if it is among the closest. */
function keep(list: Twin[], twin: Twin, count: number): void {
  const size = Math.abs(twin.correlation);
  if (list.length === count && Math.abs(list[count - 1].correlation) >= size) return;
  const place = list.findIndex(({ correlation }) => Math.abs(correlation) < size);
  list.splice(place < 0 ? list.length : place, 0, twin);
  if (list.length > count) list.pop();
}

/** Rows that swaps are measured on at most; a difference of a few points shows on so many. */
export const swapRows = 600;

/** What {@link swapCosts} gives. */
export interface SwapCosts {
  /** Accuracy of the whole panel, on the same folds as the swaps. */
  readonly accuracy: number;
  /** For each chosen column and each of its twins, how much accuracy is lost; negative is a gain. */
  readonly costs: readonly (readonly number[])[];
  /** How many rows it was measured on, in how many folds. */
  readonly rows: number;
  readonly folds: number;
}

/**
 * What it costs to put a twin in the place of a chosen feature, the others staying: accuracies of a linear support vector
 * machine over the same folds, with the Gram matrix changed by two columns only. The chosen features have seen these rows,
 * so this compares; it is no estimate of accuracy. Null where there are no classes, or none that allow folds.
 */
export async function swapCosts(
  data: Dataset,
  chosen: readonly number[],
  twins: readonly (readonly Twin[])[],
  kernels: Kernels,
  { seed, progress }: { readonly seed: number; readonly progress?: (fraction: number) => Promise<void> },
): Promise<SwapCosts | null> {
  if (data.targets) return null;
  const part = sampled(data, seed);
  const folds = foldsOf(part, seed);
  if (!folds || chosen.length === 0) return null;
  const { codes } = part.labels!;
  const { values: own, featureOf } = scaled(part, chosen);
  const workspace = kernels.workspace();
  const total = 1 + twins.reduce((sum, list) => sum + list.length, 0);
  let done = 0;
  try {
    const gram = workspace.matrix(part.rows, part.rows);
    const measure = async () => {
      let right = 0;
      for (const { train, test } of folds) {
        const models = await trainOnGramAsync(gram, codes, train, {}, async () => progress?.(done / total));
        const predicted = predictOnGram(models, gram, test);
        test.forEach((row, place) => {
          if (predicted[place] === codes[row]) right++;
        });
      }
      done++;
      await progress?.(done / total);
      return right / part.rows;
    };
    kernels.syrk(1, own, 0, gram);
    const accuracy = await measure();
    const costs: number[][] = [];
    for (const [place, list] of twins.entries()) {
      const first = featureOf.indexOf(place);
      const parts = featureOf.lastIndexOf(place) - first + 1;
      const out = own.block(0, Math.max(0, first), part.rows, first < 0 ? 0 : parts);
      const row: number[] = [];
      for (const { column } of list) {
        // Begun anew each time, so that rounding does not pile up.
        kernels.syrk(1, own, 0, gram);
        kernels.syrk(-1, out, 1, gram);
        kernels.syrk(1, scaled(part, [column]).values, 1, gram);
        row.push(accuracy - (await measure()));
      }
      costs.push(row);
    }
    return { accuracy, costs, rows: part.rows, folds: folds.length };
  } finally {
    workspace.release();
  }
}

/** Of large data some rows of every class, in proportion. */
function sampled(data: Dataset, seed: number): Dataset {
  if (data.rows <= swapRows || !data.labels) return data;
  const random = new Random(seed).fork("swaps");
  const order = random.shuffle(upTo(data.rows));
  const share = swapRows / data.rows;
  const members = data.labels.classes.map(() => [] as number[]);
  for (const row of order) members[data.labels.codes[row]].push(row);
  const rows = members.flatMap((list) => list.slice(0, Math.max(2, Math.round(share * list.length))));
  return data.selectRows(rows.sort((a, b) => a - b));
}

/** Five folds, or fewer where a class is small; null where there is nothing to tell apart. */
function foldsOf({ labels, rows }: Dataset, seed: number): readonly Fold[] | null {
  const sizes = labels ? Array.from(classCounts(labels)).filter((size) => size > 0) : [];
  if (sizes.length < 2 || rows < 4) return null;
  const folds = Math.max(2, Math.min(5, ...sizes));
  return stratifiedFolds(labels!.codes, folds, new Random(seed).fork("swap folds"));
}

/** Features of mean 0 and standard deviation 1; the columns of a category have that together. */
function scaled(data: Dataset, columns: readonly number[]): FeatureColumns {
  const { values, featureOf } = numericColumns(data, columns);
  const unit = unitColumns(values);
  const parts = partCounts({ featureOf, features: columns.length });
  const factors = Float64Array.from(featureOf, (feature) => Math.sqrt((data.rows - 1) / parts[feature]));
  const scaledValues = unit.data.map((x, at) => x * factors[at % unit.columns]);
  return { values: new Matrix(scaledValues, unit.rows, unit.columns), featureOf };
}

import { requireThat } from "../../core/contract.js";
import { planted } from "../../data/bundled/planted.js";
import { Dataset } from "../../data/dataset.js";
import { Matrix } from "../../numeric/matrix.js";
import { Random } from "../../numeric/random.js";
import { upTo } from "../../numeric/up-to.js";
import { type Selection, type SelectSettings, selectWith } from "../select.js";
import type { Selector } from "../selector.js";

/** Small data that every method must handle: three classes, with relevant, redundant and noise features. */
function makeSample() {
  const { data, truth } = planted({
    rows: 90,
    classes: 3,
    relevant: 6,
    copies: 3,
    combinations: 3,
    noise: 18,
    separation: 2,
    seed: 7,
  });
  const values = data.values instanceof Matrix ? data.values : data.values.toDense();
  const { codes, classes } = data.labels!;
  return { data, truth, values, labels: Array.from(codes, (code) => classes[code]) };
}

let made: ReturnType<typeof makeSample> | null = null;
/** The same data for all checks, made when it is first needed. */
export const sample = () => {
  made ??= makeSample();
  return made;
};

/** Data that takes long enough to report on the way. */
export const middling = () => planted({ noise: 2000 }).data;
/** Data that takes long. */
export const wide = () => planted({ rows: 400, noise: 20_000 }).data;

/** All numbers below n in a random order. */
export function permutation(n: number, seed: number): Int32Array {
  const order = upTo(n);
  new Random(seed).shuffle(order);
  return order;
}

/** The sample with columns at its end. */
export function withColumns(columns: readonly ((row: number) => number)[]): Dataset {
  const { values, labels } = sample();
  const rows = Array.from({ length: values.rows }, (_, i) => [
    ...values.data.subarray(i * values.columns, (i + 1) * values.columns),
    ...columns.map((column) => column(i)),
  ]);
  return Dataset.fromRows(rows, labels);
}

/** The sample with this value in one place. */
export function withValue(value: number): Dataset {
  const { data, values } = sample();
  const changed = values.copy();
  changed.set(4, 2, value);
  return data.with({ values: changed });
}

/** Selects with a definition. */
export const run = (
  selector: Selector,
  data: Dataset,
  settings: SelectSettings = {},
  options: Readonly<Record<string, unknown>> = {},
): Promise<Selection> => selectWith(data, { method: selector, options, ...settings });

/** The ranking as a plain list. */
export const ranked = ({ ranking }: Selection) => Array.from(ranking);
/** Fails where a score is not a number. */
export const requireNumbers = ({ scores }: Selection) =>
  requireThat(!scores.some(Number.isNaN), "a score is not a number");

import { completeOptions, type PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { Matrix } from "../numeric/matrix.js";
import { classOverlap } from "./class-overlap.js";
import { CountedWork } from "./counted-work.js";
import { measureRates } from "./measure-rates.js";
import { type Rates, secondsOf } from "./rates.js";
import { selectors, suits } from "./registry.js";
import type { Cost, DataShape, Selector } from "./selector.js";

/** What one run of a method may take on this machine. */
export interface Estimate {
  readonly method: string;
  readonly title: string;
  readonly seconds: number;
  readonly megabytes: number;
}

/** For every method that suits the target, with its defaults: its own count of operations at the rates of this machine. */
export async function estimateRuns(data: Dataset, threads = 1): Promise<Estimate[]> {
  const rates = await measureRates();
  const shape = shapeOf(data);
  const suited = Object.values<Selector>(selectors).filter((selector) => suits(selector, data));
  return suited.map((selector) => ({
    method: selector.name,
    title: selector.title,
    ...estimateRun(selector, {}, shape, rates, threads),
  }));
}

/** What one run of a method under these options may take; the data itself counts as held. */
export function estimateRun(
  selector: Selector,
  options: PlainOptions,
  shape: DataShape,
  rates: Rates,
  threads = 1,
): Pick<Estimate, "seconds" | "megabytes"> {
  const cost = selector.cost(shape, completeOptions(selector.name, selector.options, options));
  const { rows, features, entries } = shape;
  return {
    seconds: secondsOf(cost, rates, threads) + secondsOf(selectingCost(shape), rates, threads),
    megabytes:
      (notYetCollected * cost.bytes + startBytes + storedBytes(entries, entries < rows * features)) / 1e6,
  };
}

/** The shape of data for a method that is to pick so many features. */
export function shapeOf(data: Dataset, k = 20): DataShape {
  const { rows, features, labels, values } = data;
  return {
    rows,
    features,
    classes: labels?.classes.length ?? 2,
    entries: values instanceof Matrix ? rows * features : values.values.length,
    k: Math.min(k, features),
    overlap: classOverlap(data),
  };
}

/** Memory grows by this factor more than is held at once, since what was let go is collected later. */
const notYetCollected = 1.5;
/** What the kernels and compiled code take. */
const startBytes = 5e6;

/** What every selection does around the method: constant features, ranking, names; and starting, in code not yet optimised. */
function selectingCost({ entries, features }: DataShape): Cost {
  return new CountedWork().loops(2e6 + 6 * entries + 1000 * features).cost(0);
}

/** What the data itself takes: sparse data is held twice while a method runs, by rows and by columns. */
function storedBytes(entries: number, isSparse: boolean): number {
  const perEntry = Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT;
  return isSparse ? 2 * perEntry * entries : Float64Array.BYTES_PER_ELEMENT * entries;
}

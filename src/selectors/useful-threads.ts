import type { PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { secondsOf, usualRates } from "./rates.js";
import { shapeOfRun } from "./row-limit.js";
import type { Cost, Selector } from "./selector.js";

/** What starting a thread takes, in seconds. */
const startingThread = 0.03;
/** Threads that make a run less than so many times as fast are not worth having: what they wait costs others time. */
const worthHaving = 1.1;

/** So many threads, or one where counted work says that the others would not pay. */
export function threadsThatPay(cost: Cost, threads: number): number {
  const alone = secondsOf(cost, usualRates);
  const together = secondsOf(cost, usualRates, threads) + startingThread * (threads - 1);
  return alone >= worthHaving * together ? threads : 1;
}

/** How many of these threads a run of the method should use: all, unless its count says what threads can share. */
export function usefulThreads(
  selector: Selector,
  options: PlainOptions,
  data: Dataset,
  k: number,
  threads: number,
): number {
  if (threads === 1 || !selector.countsSharing) return threads;
  return threadsThatPay(selector.cost(shapeOfRun(data, k), options), threads);
}

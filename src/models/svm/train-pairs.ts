import { classWeights } from "../class-weight.js";
import type { KernelRows } from "./kernel-rows.js";
import type { PairModels } from "./pair-models.js";
import { Smo } from "./smo.js";
import type { SvmOptions } from "./svm-options.js";

/** Pairs of multipliers that the solver moves before it lets others speak. */
const movesPerTurn = 2000;
/** Where LIBSVM, too, gives up. */
const leastMostMoves = 10_000_000;

/** Opens the kernel values of two classes; `rows` and `samples` go together, those of the first class come first. */
export type OpenPair = (first: Int32Array, second: Int32Array) => OpenedPair;

/** The kernel values of two classes, to be closed. */
export interface OpenedPair {
  readonly rows: KernelRows;
  readonly samples: Int32Array;
  close?(): void;
}

/**
 * Trains a machine for every two classes of these samples (one against one), yielding the part done between 0 and 1. The
 * classes and the samples inside them stand in the order given, as in LIBSVM.
 */
export function* trainPairs(
  codes: Int32Array,
  train: Int32Array,
  openPair: OpenPair,
  options: SvmOptions,
): Generator<number, PairModels> {
  const members = groupByClass(codes, train);
  const order = Int32Array.from(members.keys());
  const groups = [...members.values()];
  const weights = classWeights(
    groups.map(({ length }) => length),
    options.classWeight,
  );
  const pairs = (order.length * (order.length - 1)) / 2;
  const rho = new Float64Array(pairs);
  const starts = new Int32Array(pairs + 1);
  const samples: number[] = [];
  const coefficients: number[] = [];
  const smo = new Smo();
  let converged = true;
  for (let a = 0, pair = 0; a < groups.length; a++)
    for (let b = a + 1; b < groups.length; b++, pair++) {
      const opened = openPair(groups[a], groups[b]);
      smo.begin({
        rows: opened.rows,
        samples: opened.samples,
        positives: groups[a].length,
        upper: [options.svmC * weights[a], options.svmC * weights[b]],
        tolerance: options.svmTolerance,
        shrinking: options.svmShrinking,
      });
      try {
        const most = Math.max(leastMostMoves, 100 * opened.samples.length);
        while (!smo.run(movesPerTurn)) {
          if (smo.iterations >= most) {
            converged = false;
            break;
          }
          yield pair / pairs;
        }
        const solved = smo.result();
        rho[pair] = solved.rho;
        const [first, second] = [groups[a], groups[b]];
        solved.coefficients.forEach((coefficient, t) => {
          if (coefficient === 0) return;
          samples.push(t < first.length ? first[t] : second[t - first.length]);
          coefficients.push(coefficient);
        });
      } finally {
        opened.close?.();
      }
      starts[pair + 1] = samples.length;
      yield (pair + 1) / pairs;
    }
  return {
    order,
    starts,
    samples: Int32Array.from(samples),
    coefficients: Float64Array.from(coefficients),
    rho,
    converged,
  };
}

/** One list after the other. */
export function joined(first: Int32Array, second: Int32Array): Int32Array {
  const result = new Int32Array(first.length + second.length);
  result.set(first);
  result.set(second, first.length);
  return result;
}

/** The samples of each class, classes in order of their first sample. */
function groupByClass(codes: Int32Array, train: Int32Array): Map<number, Int32Array> {
  const lists = new Map<number, number[]>();
  for (const row of train) {
    const list = lists.get(codes[row]);
    if (list) list.push(row);
    else lists.set(codes[row], [row]);
  }
  return new Map(Array.from(lists, ([code, list]) => [code, Int32Array.from(list)]));
}

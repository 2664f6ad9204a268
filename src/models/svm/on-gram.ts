import { InputError } from "../../core/input-error.js";
import { completeOptions } from "../../core/option.js";
import type { Matrix } from "../../numeric/matrix.js";
import { finish, finishAsync, type Progress } from "../steps.js";
import { fitSigmoids } from "./calibrate.js";
import { GramRows } from "./kernel-rows.js";
import { type PairModels, predictByVotes, scoreByVotes } from "./pair-models.js";
import { probabilitiesOfPairs, type Sigmoid } from "./probabilities.js";
import { type SvmOptions, svmOptions } from "./svm-options.js";
import { joined, type OpenPair, trainPairs } from "./train-pairs.js";

/**
 * Trains a support vector machine on some samples of a Gram matrix, which is read in place: folds share one matrix. The
 * matrix decides the kernel; `svmKernel` and `svmGamma` are not looked at.
 */
export function trainOnGram(
  gram: Matrix,
  codes: Int32Array,
  train: Int32Array,
  options: Partial<SvmOptions> = {},
): PairModels {
  return finish(gramSteps(gram, codes, train, options));
}

/** {@link trainOnGram} with pauses: `progress` is awaited between steps and may throw to end the work. */
export function trainOnGramAsync(
  gram: Matrix,
  codes: Int32Array,
  train: Int32Array,
  options: Partial<SvmOptions>,
  progress: Progress,
): Promise<PairModels> {
  return finishAsync(gramSteps(gram, codes, train, options), progress);
}

function gramSteps(gram: Matrix, codes: Int32Array, train: Int32Array, options: Partial<SvmOptions>) {
  const rows = new GramRows(gram);
  if (codes.length !== gram.rows)
    throw new InputError(
      "unusable-data",
      `there are ${codes.length} labels for a Gram matrix of ${gram.rows} rows; the numbers must be equal`,
    );
  if (train.length === 0)
    throw new InputError("unusable-data", "there are no rows to train on; give at least one");
  const open: OpenPair = (first, second) => ({ rows, samples: joined(first, second) });
  return trainPairs(codes, train, open, completeOptions("svm", svmOptions, options));
}

/**
 * The sigmoids of machines that were trained on some samples of a Gram matrix: they turn decisions into probabilities. Takes
 * five more trainings. `groups` says which of the training samples belong together.
 */
export function calibrateOnGramAsync(
  gram: Matrix,
  { codes, train, order, groups }: GramTraining,
  options: Partial<SvmOptions>,
  progress: Progress,
): Promise<Sigmoid[]> {
  const complete = completeOptions("svm", svmOptions, options);
  const places = (rows: Int32Array) => rows.map((row) => train[row]);
  return finishAsync(
    fitSigmoids(
      { codes: Int32Array.from(train, (sample) => codes[sample]), groups },
      order,
      complete.classWeight,
      function* (rows) {
        const models = yield* gramSteps(gram, codes, places(rows), complete);
        return { order: models.order, decisions: (held) => decisionsOnGram(models, gram, places(held)) };
      },
    ),
    progress,
  );
}

/** What machines on a Gram matrix were trained on. */
interface GramTraining {
  /** The class of every sample of the matrix. */
  readonly codes: Int32Array;
  readonly train: Int32Array;
  /** The codes of the classes in the order of the machines' pairs. */
  readonly order: Int32Array;
  /** The group of each training sample; null where there are none. */
  readonly groups: readonly string[] | null;
}

/** Probabilities of some samples of the Gram matrix: samples × classes. */
export function probabilitiesOnGram(
  models: PairModels,
  sigmoids: readonly Sigmoid[],
  gram: Matrix,
  test: Int32Array,
  classes: number,
): Matrix {
  const decide = decisionsOnGram(models, gram, test);
  return probabilitiesOfPairs(models.order, sigmoids, classes, test.length, decide);
}

/** Class codes of some samples of the Gram matrix. */
export function predictOnGram(models: PairModels, gram: Matrix, test: Int32Array): Int32Array {
  return predictByVotes(models.order, test.length, decisionsOnGram(models, gram, test));
}

/** Scores of some samples of the Gram matrix: samples × classes, larger is more likely. */
export function decideOnGram(models: PairModels, gram: Matrix, test: Int32Array, classes: number): Matrix {
  return scoreByVotes(models.order, classes, test.length, decisionsOnGram(models, gram, test));
}

/** The decisions of all pairs, given sample by sample: pairs × test samples are computed at once. */
export function decisionsOnGram(models: PairModels, gram: Matrix, test: Int32Array) {
  const { starts, samples, coefficients, rho } = models;
  const count = test.length;
  const { data, rowOf } = gatherKernel(gram, samples, test);
  const all = new Float64Array(rho.length * count);
  for (let pair = 0; pair < rho.length; pair++) {
    const out = all.subarray(pair * count, (pair + 1) * count);
    const end = starts[pair + 1];
    let at = starts[pair];
    // Four support vectors at a time spare most of the loads; each sum is still made in their order.
    for (; at + 3 < end; at += 4) {
      const a = rowOf[samples[at]] * count;
      const b = rowOf[samples[at + 1]] * count;
      const c = rowOf[samples[at + 2]] * count;
      const d = rowOf[samples[at + 3]] * count;
      const [wa, wb, wc, wd] = coefficients.subarray(at, at + 4);
      for (let t = 0; t < count; t++)
        out[t] = out[t] + wa * data[a + t] + wb * data[b + t] + wc * data[c + t] + wd * data[d + t];
    }
    for (; at < end; at++) {
      const from = rowOf[samples[at]] * count;
      const weight = coefficients[at];
      for (let t = 0; t < count; t++) out[t] += weight * data[from + t];
    }
    for (let t = 0; t < count; t++) out[t] -= rho[pair];
  }
  return (row: number, decisions: Float64Array): void => {
    for (let pair = 0; pair < rho.length; pair++) decisions[pair] = all[pair * count + row];
  };
}

/** Kernel values of each support vector, once, against the test samples. */
function gatherKernel(gram: Matrix, samples: Int32Array, test: Int32Array) {
  const rowOf = new Int32Array(gram.columns).fill(-1);
  let rows = 0;
  for (const sample of samples) if (rowOf[sample] < 0) rowOf[sample] = rows++;
  const data = new Float64Array(rows * test.length);
  for (let sample = 0; sample < gram.columns; sample++) {
    if (rowOf[sample] < 0) continue;
    const out = rowOf[sample] * test.length;
    const start = gram.offset + sample * gram.rowStride;
    for (let t = 0; t < test.length; t++) data[out + t] = gram.data[start + test[t]];
  }
  return { data, rowOf };
}

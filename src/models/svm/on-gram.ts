import { completeOptions } from "../../data/option.js";
import { InputError } from "../../numeric/input-error.js";
import type { Matrix } from "../../numeric/matrix.js";
import { finish, finishAsync, type Progress } from "../steps.js";
import { GramRows } from "./kernel-rows.js";
import { type PairModels, predictByVotes, scoreByVotes } from "./pair-models.js";
import { type SvmOptions, svmOptions } from "./svm-options.js";
import { trainPairs } from "./train-pairs.js";

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
      `there are ${codes.length} labels for a Gram matrix of ${gram.rows} samples; they must be as many`,
    );
  if (train.length === 0) throw new InputError("there are no samples to train on; give one at least");
  const open = (first: Int32Array, second: Int32Array) => {
    const samples = new Int32Array(first.length + second.length);
    samples.set(first);
    samples.set(second, first.length);
    return { rows, samples };
  };
  return trainPairs(codes, train, open, completeOptions("svm", svmOptions, options));
}

/** Class codes of some samples of the Gram matrix, or of rows of kernel values against its samples. */
export function predictOnGram(models: PairModels, gram: Matrix, test: Int32Array): Int32Array {
  return predictByVotes(models.order, test.length, decisionsOnGram(models, gram, test));
}

/** Scores of some samples of the Gram matrix: samples × classes, larger is more likely. */
export function decideOnGram(models: PairModels, gram: Matrix, test: Int32Array, classes: number): Matrix {
  return scoreByVotes(models.order, classes, test.length, decisionsOnGram(models, gram, test));
}

/** The decisions of all pairs, sample by sample. */
export function decisionsOnGram(models: PairModels, gram: Matrix, test: Int32Array) {
  const { starts, samples, coefficients, rho } = models;
  const { data, offset, rowStride, columnStride } = gram;
  return (row: number, decisions: Float64Array): void => {
    const start = offset + test[row] * rowStride;
    for (let pair = 0, at = 0; pair < rho.length; pair++) {
      const end = starts[pair + 1];
      let sum = 0;
      for (; at < end; at++) sum += coefficients[at] * data[start + samples[at] * columnStride];
      decisions[pair] = sum - rho[pair];
    }
  };
}

import type { Kernels } from "../kernels/kernels.js";
import { defineClassifier, type FittedClassifier, type TrainingData } from "./classifier.js";
import { damaged, type ModelJson } from "./model-json.js";
import { partOf } from "./steps.js";
import { calibrationFolds, fitSigmoids, type TrainToDecide } from "./svm/calibrate.js";
import { largestGram, rbfGram } from "./svm/gram.js";
import { ComputedRows, GramRows } from "./svm/kernel-rows.js";
import { LinearSvm } from "./svm/linear-svm.js";
import type { PairSvm } from "./svm/pair-svm.js";
import { RbfSvm } from "./svm/rbf-svm.js";
import { type SvmKernel, svmKernel, svmOptions } from "./svm/svm-options.js";
import { joined, type OpenPair, trainPairs } from "./svm/train-pairs.js";

/** C-SVC, one against one, with LIBSVM's results. Probabilities take five more trainings, so only where they are asked for. */
export const svm = defineClassifier({
  name: "svm",
  title: "Support vector machine",
  options: svmOptions,

  *fit(data, options, kernels): Generator<number, FittedClassifier> {
    const kernel = svmKernel(options, data.values.columns);
    const source = openKernel(data, kernel, kernels);
    const train = function* (rows: Int32Array): Generator<number, PairSvm> {
      const pairs = yield* trainPairs(data.codes, rows, source.open, options);
      return kernel.name === "linear"
        ? LinearSvm.fromPairs(pairs, data)
        : RbfSvm.fromPairs(pairs, data, kernel.gamma);
    };
    try {
      const all = Int32Array.from(data.codes.keys());
      if (!data.probabilities) return yield* train(all);
      const model = yield* partOf(train(all), 0, 1 / (calibrationFolds + 1));
      const trainToDecide: TrainToDecide = function* (rows) {
        const inside = yield* train(rows);
        return { order: inside.order, decisions: (held) => inside.decisions(data.values.selectRows(held)) };
      };
      return model.calibrated(yield* fitSigmoids(data, model.order, options.classWeight, trainToDecide));
    } finally {
      source.close();
    }
  },

  restore(json: ModelJson): FittedClassifier {
    if (json.kernel === "linear") return LinearSvm.restore(json);
    if (json.kernel === "rbf") return RbfSvm.restore(json);
    throw damaged("kernel", `"linear" or "rbf"`);
  },
});

/** Where kernel values come from: a Gram matrix of all rows, or, of many, two classes at a time and only as they are asked for. */
function openKernel(
  { values }: TrainingData,
  kernel: SvmKernel,
  kernels: Kernels,
): { readonly open: OpenPair; close(): void } {
  if (values.rows > largestGram)
    return {
      open(first, second) {
        const members = joined(first, second);
        const rows = new ComputedRows(kernels, values.selectRows(members), kernel);
        return { rows, samples: Int32Array.from(members.keys()), close: () => rows.release() };
      },
      close() {},
    };
  const workspace = kernels.workspace();
  const gram = workspace.matrix(values.rows, values.rows);
  kernels.syrk(1, values, 0, gram);
  if (kernel.name === "rbf") rbfGram(kernels, gram, kernel.gamma, gram);
  const rows = new GramRows(gram);
  return {
    open: (first, second) => ({ rows, samples: joined(first, second) }),
    close: () => workspace.release(),
  };
}

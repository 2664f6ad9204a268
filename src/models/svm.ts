import type { Kernels } from "../kernels/kernels.js";
import { defineClassifier, type FittedClassifier, type TrainingData } from "./classifier.js";
import { damaged, type ModelJson } from "./model-json.js";
import { largestGram, rbfGram } from "./svm/gram.js";
import { ComputedRows, GramRows } from "./svm/kernel-rows.js";
import { LinearSvm } from "./svm/linear-svm.js";
import type { PairModels } from "./svm/pair-models.js";
import { RbfSvm } from "./svm/rbf-svm.js";
import { type SvmKernel, type SvmOptions, svmKernel, svmOptions } from "./svm/svm-options.js";
import { joined, type OpenPair, trainPairs } from "./svm/train-pairs.js";

/** C-SVC, one against one, with LIBSVM's results. */
export const svm = defineClassifier({
  name: "svm",
  title: "Support vector machine",
  options: svmOptions,

  *fit(data, options, kernels): Generator<number, FittedClassifier> {
    const kernel = svmKernel(options, data.values.columns);
    const pairs =
      data.values.rows <= largestGram
        ? yield* trainOnWhole(data, kernel, options, kernels)
        : yield* trainByRows(data, kernel, options, kernels);
    return kernel.name === "linear"
      ? LinearSvm.fromPairs(pairs, data)
      : RbfSvm.fromPairs(pairs, data, kernel.gamma);
  },

  restore(json: ModelJson): FittedClassifier {
    if (json.kernel === "linear") return LinearSvm.restore(json);
    if (json.kernel === "rbf") return RbfSvm.restore(json);
    throw damaged("kernel", `"linear" or "rbf"`);
  },
});

function* trainOnWhole(
  { values, codes }: TrainingData,
  kernel: SvmKernel,
  options: SvmOptions,
  kernels: Kernels,
): Generator<number, PairModels> {
  const workspace = kernels.workspace();
  try {
    const gram = workspace.matrix(values.rows, values.rows);
    kernels.syrk(1, values, 0, gram);
    if (kernel.name === "rbf") rbfGram(kernels, gram, kernel.gamma, gram);
    const rows = new GramRows(gram);
    const open: OpenPair = (first, second) => ({ rows, samples: joined(first, second) });
    return yield* trainPairs(codes, Int32Array.from(codes.keys()), open, options);
  } finally {
    workspace.release();
  }
}

/** For many samples: two classes at a time, and only the kernel rows that the solver asks for. */
function trainByRows(
  { values, codes }: TrainingData,
  kernel: SvmKernel,
  options: SvmOptions,
  kernels: Kernels,
): Generator<number, PairModels> {
  const open: OpenPair = (first, second) => {
    const members = joined(first, second);
    const rows = new ComputedRows(kernels, values.selectRows(members), kernel);
    return { rows, samples: Int32Array.from(members.keys()), close: () => rows.release() };
  };
  return trainPairs(codes, Int32Array.from(codes.keys()), open, options);
}

import type { Kernels } from "../kernels/kernels.js";
import { Random } from "../numeric/random.js";
import { type ClassWeight, classWeights } from "./class-weight.js";
import { defineClassifier, type FittedClassifier, type TrainingData } from "./classifier.js";
import { damaged, type ModelJson } from "./model-json.js";
import { partOf } from "./steps.js";
import { largestGram, rbfGram } from "./svm/gram.js";
import { ComputedRows, GramRows } from "./svm/kernel-rows.js";
import { LinearSvm } from "./svm/linear-svm.js";
import type { PairSvm } from "./svm/pair-svm.js";
import { fitSigmoid, type Sigmoid } from "./svm/probabilities.js";
import { RbfSvm } from "./svm/rbf-svm.js";
import { type SvmKernel, svmKernel, svmOptions } from "./svm/svm-options.js";
import { joined, type OpenPair, trainPairs } from "./svm/train-pairs.js";

/** The folds inside the training rows that give the decisions for the probabilities, as in LIBSVM. */
const calibrationFolds = 5;
/** Of the order in which rows are dealt to them. */
const calibrationSeed = 1;

/** C-SVC, one against one, with LIBSVM's results. Probabilities take five more trainings, so only where they are asked for. */
export const svm = defineClassifier({
  name: "svm",
  title: "Support vector machine",
  options: svmOptions,

  *fit(data, options, kernels): Generator<number, FittedClassifier> {
    const kernel = svmKernel(options, data.values.columns);
    const source = openKernel(data, kernel, kernels);
    const train: Train = function* (rows) {
      const pairs = yield* trainPairs(data.codes, rows, source.open, options);
      return kernel.name === "linear"
        ? LinearSvm.fromPairs(pairs, data)
        : RbfSvm.fromPairs(pairs, data, kernel.gamma);
    };
    try {
      const all = Int32Array.from(data.codes.keys());
      if (!data.probabilities) return yield* train(all);
      const model = yield* partOf(train(all), 0, 1 / (calibrationFolds + 1));
      return model.calibrated(yield* fitSigmoids(data, model.order, options.classWeight, train));
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

/** Trains machines on some rows of the training data. */
type Train = (rows: Int32Array) => Generator<number, PairSvm>;

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

/**
 * A sigmoid for each pair of classes, from decisions about rows that the machines were not trained on. Where the training
 * rows of a fold have only one class of a pair, they decide for that one, as in LIBSVM. With balanced classes the
 * probabilities, too, are those of classes of the same size.
 */
function* fitSigmoids(
  { values, codes, groups = null }: TrainingData,
  order: Int32Array,
  classWeight: ClassWeight,
  train: Train,
): Generator<number, Sigmoid[]> {
  // Class after class in the order of the pairs, so that the machines of every fold have the same pairs.
  const members = Array.from(order, (code) => Array.from(codes.keys()).filter((row) => codes[row] === code));
  const pairs = members.flatMap((_, a) => members.slice(a + 1).map((_, next) => [a, a + 1 + next] as const));
  if (pairs.length === 0) return [];
  const foldOf = dealFolds(members, codes.length, groups);
  const decisions = pairs.map(() => new Float64Array(codes.length));
  for (let fold = 0; fold < calibrationFolds; fold++) {
    const held = Int32Array.from(codes.keys()).filter((row) => foldOf[row] === fold);
    const others = Int32Array.from(members.flat().filter((row) => foldOf[row] !== fold));
    // Without rows to test there is nothing to do, without rows to learn from nothing to know: decisions stay 0.
    if (held.length === 0 || others.length === 0) continue;
    const model = yield* partOf(
      train(others),
      (fold + 1) / (calibrationFolds + 1),
      (fold + 2) / (calibrationFolds + 1),
    );
    const places = order.map((code) => model.order.indexOf(code));
    const seen = model.order.length;
    const decide = model.decisions(values.selectRows(held));
    const out = new Float64Array((seen * (seen - 1)) / 2);
    held.forEach((row, i) => {
      decide(i, out);
      pairs.forEach(([a, b], pair) => {
        const [first, second] = [places[a], places[b]];
        decisions[pair][row] =
          first >= 0 && second >= 0
            ? out[first * seen - (first * (first + 1)) / 2 + second - first - 1]
            : Number(first >= 0) - Number(second >= 0);
      });
    });
  }
  return pairs.map(([a, b], pair) => {
    const rows = [...members[a], ...members[b]];
    return fitSigmoid(
      Float64Array.from(rows, (row) => decisions[pair][row]),
      rows.map((_, i) => i < members[a].length),
      classWeights([members[a].length, members[b].length], classWeight),
    );
  });
}

/**
 * The fold of every row: the rows of each class in random order, dealt out in turn over all classes. Rows of a group go where
 * the first of them goes.
 */
function dealFolds(
  members: readonly (readonly number[])[],
  rows: number,
  groups: readonly string[] | null,
): Int32Array {
  const random = new Random(calibrationSeed);
  const foldOf = new Int32Array(rows);
  const foldOfGroup = new Map<string | number, number>();
  for (const row of members.flatMap((rowsOfClass) => random.shuffle([...rowsOfClass]))) {
    const group = groups?.[row] ?? row;
    if (!foldOfGroup.has(group)) foldOfGroup.set(group, foldOfGroup.size % calibrationFolds);
    foldOf[row] = foldOfGroup.get(group)!;
  }
  return foldOf;
}

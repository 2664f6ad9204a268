import { Random } from "../../numeric/random.js";
import { type ClassWeight, classWeights } from "../class-weight.js";
import type { TrainingData } from "../classifier.js";
import { partOf } from "../steps.js";
import { fitSigmoid, type Sigmoid } from "./probabilities.js";

/** The folds inside the training rows that give the decisions for the probabilities, as in LIBSVM. */
export const calibrationFolds = 5;
/** Of the order in which rows are dealt to them. */
const calibrationSeed = 1;

/** Trains machines on some of the training rows and says how they decide about others. */
export type TrainToDecide = (rows: Int32Array) => Generator<number, Deciding>;

/** Machines for every two classes, as far as their decisions go. */
interface Deciding {
  /** The codes of the classes that were seen, in the order of the pairs. */
  readonly order: Int32Array;
  /** Fills in the decisions of all pairs for one of these rows, by its place among them. */
  decisions(rows: Int32Array): (place: number, out: Float64Array) => void;
}

/**
 * A sigmoid for each pair of classes, from decisions about rows that the machines were not trained on. Where the training
 * rows of a fold have only one class of a pair, they decide for that one, as in LIBSVM. With balanced classes the
 * probabilities, too, are those of classes of the same size.
 */
export function* fitSigmoids(
  { codes, groups = null }: Pick<TrainingData, "codes" | "groups">,
  order: Int32Array,
  classWeight: ClassWeight,
  train: TrainToDecide,
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
    const decide = model.decisions(held);
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

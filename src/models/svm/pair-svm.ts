import type { Matrix } from "../../numeric/matrix.js";
import type { FittedClassifier } from "../classifier.js";
import { type ModelJson, matrixIn } from "../model-json.js";
import { predictByVotes, scoreByVotes } from "./pair-models.js";
import { probabilitiesOfPairs, type Sigmoid } from "./probabilities.js";

/** Machines for every two classes, whatever their kernel: the votes and the probabilities of their decisions. */
export abstract class PairSvm implements FittedClassifier {
  protected constructor(
    readonly classes: readonly string[],
    /** The codes of the classes that were seen, in the order of the pairs. */
    readonly order: Int32Array,
    /** One per pair; null where the model was fitted without probabilities. */
    readonly sigmoids: readonly Sigmoid[] | null,
  ) {}

  /** Fills in the decisions of all pairs for a row of the values. */
  abstract decisions(values: Matrix): (row: number, out: Float64Array) => void;

  /** The same machines with their sigmoids. */
  abstract calibrated(sigmoids: readonly Sigmoid[]): PairSvm;

  abstract toJSON(): ModelJson;

  predict(values: Matrix): Int32Array {
    return predictByVotes(this.order, values.rows, this.decisions(values));
  }

  decide(values: Matrix): Matrix {
    return scoreByVotes(this.order, this.classes.length, values.rows, this.decisions(values));
  }

  probabilities(values: Matrix): Matrix | null {
    const { order, sigmoids, classes } = this;
    if (sigmoids === null) return null;
    return probabilitiesOfPairs(order, sigmoids, classes.length, values.rows, this.decisions(values));
  }
}

/** The sigmoids of all pairs in JSON. */
export const sigmoidsToJson = (sigmoids: readonly Sigmoid[] | null) =>
  sigmoids?.map(({ slope, offset }) => [slope, offset]) ?? null;

/** The sigmoids of this many pairs; null where the model was fitted without them. */
export function sigmoidsIn(json: ModelJson, pairs: number): readonly Sigmoid[] | null {
  if (json.sigmoids === null) return null;
  const rows = matrixIn(json, "sigmoids", 2, pairs);
  return Array.from({ length: pairs }, (_, pair) => ({
    slope: rows.get(pair, 0),
    offset: rows.get(pair, 1),
  }));
}

import { Matrix } from "../../numeric/matrix.js";
import type { FittedClassifier, TrainingData } from "../classifier.js";
import { linearDecisions } from "../linear-decisions.js";
import {
  classesIn,
  damaged,
  indicesIn,
  type ModelJson,
  matrixIn,
  matrixToJson,
  numberIn,
  numbersIn,
} from "../model-json.js";
import { type PairModels, predictByVotes, scoreByVotes } from "./pair-models.js";

/** Machines with planes: a pair's support vectors are summed up into one vector of weights. */
export class LinearSvm implements FittedClassifier {
  private constructor(
    readonly classes: readonly string[],
    private readonly order: Int32Array,
    /** Pairs × features. */
    private readonly weights: Matrix,
    private readonly rho: Float64Array,
  ) {}

  static fromPairs(pairs: PairModels, { values, classes }: TrainingData): LinearSvm {
    const weights = Matrix.zeros(pairs.rho.length, values.columns);
    for (let pair = 0; pair < pairs.rho.length; pair++)
      for (let at = pairs.starts[pair]; at < pairs.starts[pair + 1]; at++)
        for (let f = 0; f < values.columns; f++)
          weights.data[pair * values.columns + f] +=
            pairs.coefficients[at] * values.get(pairs.samples[at], f);
    return new LinearSvm(classes, pairs.order, weights, pairs.rho);
  }

  static restore(json: ModelJson): LinearSvm {
    const classes = classesIn(json);
    const order = indicesIn(json, "order", classes.length);
    const rho = Float64Array.from(numbersIn(json, "rho", (order.length * (order.length - 1)) / 2));
    const weights = matrixIn(json, "weights", numberIn(json, "features", 1));
    if (weights.rows !== rho.length) throw damaged("weights", `${rho.length} rows`);
    return new LinearSvm(classes, order, weights, rho);
  }

  predict(values: Matrix): Int32Array {
    return predictByVotes(this.order, values.rows, this.decisions(values));
  }

  decide(values: Matrix): Matrix {
    return scoreByVotes(this.order, this.classes.length, values.rows, this.decisions(values));
  }

  toJSON(): ModelJson {
    return {
      classifier: "svm",
      kernel: "linear",
      classes: [...this.classes],
      features: this.weights.columns,
      order: Array.from(this.order),
      rho: Array.from(this.rho),
      weights: matrixToJson(this.weights),
    };
  }

  private decisions(values: Matrix): (row: number, out: Float64Array) => void {
    const offsets = this.rho.map((rho) => -rho);
    const { data, columns } = linearDecisions(values, this.weights, offsets);
    return (row, out) => out.set(data.subarray(row * columns, (row + 1) * columns));
  }
}

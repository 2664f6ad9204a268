import { Matrix } from "../../numeric/matrix.js";
import type { TrainingData } from "../classifier.js";
import { linearDecisions } from "../linear-decisions.js";
import {
  classesIn,
  indicesIn,
  type ModelJson,
  matrixIn,
  matrixToJson,
  numberIn,
  numbersIn,
} from "../model-json.js";
import type { PairModels } from "./pair-models.js";
import { PairSvm, sigmoidsIn, sigmoidsToJson } from "./pair-svm.js";
import type { Sigmoid } from "./probabilities.js";

/** Machines with planes: a pair's support vectors are summed up into one vector of weights. */
export class LinearSvm extends PairSvm {
  private constructor(
    classes: readonly string[],
    order: Int32Array,
    /** Pairs × features. */
    private readonly weights: Matrix,
    private readonly rho: Float64Array,
    sigmoids: readonly Sigmoid[] | null = null,
  ) {
    super(classes, order, sigmoids);
  }

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
    const weights = matrixIn(json, "weights", numberIn(json, "features", 1), rho.length);
    return new LinearSvm(classes, order, weights, rho, sigmoidsIn(json, rho.length));
  }

  calibrated(sigmoids: readonly Sigmoid[]): LinearSvm {
    return new LinearSvm(this.classes, this.order, this.weights, this.rho, sigmoids);
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
      sigmoids: sigmoidsToJson(this.sigmoids),
    };
  }

  decisions(values: Matrix): (row: number, out: Float64Array) => void {
    const offsets = this.rho.map((rho) => -rho);
    const { data, columns } = linearDecisions(values, this.weights, offsets);
    return (row, out) => out.set(data.subarray(row * columns, (row + 1) * columns));
  }
}

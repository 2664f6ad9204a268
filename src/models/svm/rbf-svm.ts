import { exp } from "../../numeric/math.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { TrainingData } from "../classifier.js";
import { checkFeatures } from "../linear-decisions.js";
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
import { type PairModels, supportVectors } from "./pair-models.js";
import { PairSvm, sigmoidsIn, sigmoidsToJson } from "./pair-svm.js";
import type { Sigmoid } from "./probabilities.js";

/** Machines with the kernel exp(−γ·|x − y|²): they keep their support vectors. */
export class RbfSvm extends PairSvm {
  private constructor(
    classes: readonly string[],
    private readonly gamma: number,
    private readonly vectors: Matrix,
    /** Its samples are rows of `vectors`. */
    private readonly pairs: PairModels,
    sigmoids: readonly Sigmoid[] | null = null,
  ) {
    super(classes, pairs.order, sigmoids);
  }

  static fromPairs(pairs: PairModels, { values, classes }: TrainingData, gamma: number): RbfSvm {
    const support = supportVectors(pairs);
    const placeOf = new Map(Array.from(support, (sample, place) => [sample, place]));
    const samples = pairs.samples.map((sample) => placeOf.get(sample)!);
    return new RbfSvm(classes, gamma, values.selectRows(support), { ...pairs, samples });
  }

  static restore(json: ModelJson): RbfSvm {
    const classes = classesIn(json);
    const order = indicesIn(json, "order", classes.length);
    const count = (order.length * (order.length - 1)) / 2;
    const vectors = matrixIn(json, "vectors", numberIn(json, "features", 1));
    const samples = indicesIn(json, "samples", vectors.rows);
    const starts = indicesIn(json, "starts", samples.length + 1, count + 1);
    if (
      starts[0] !== 0 ||
      starts[count] !== samples.length ||
      starts.some((at, p) => p > 0 && at < starts[p - 1])
    )
      throw damaged("starts", "rising, from 0 to the number of samples");
    const coefficients = Float64Array.from(numbersIn(json, "coefficients", samples.length));
    const rho = Float64Array.from(numbersIn(json, "rho", count));
    const gamma = numberIn(json, "gamma");
    const pairs = { order, starts, samples, coefficients, rho, converged: true };
    return new RbfSvm(classes, gamma, vectors, pairs, sigmoidsIn(json, count));
  }

  calibrated(sigmoids: readonly Sigmoid[]): RbfSvm {
    return new RbfSvm(this.classes, this.gamma, this.vectors, this.pairs, sigmoids);
  }

  toJSON(): ModelJson {
    const { order, rho, starts, samples, coefficients } = this.pairs;
    return {
      classifier: "svm",
      kernel: "rbf",
      gamma: this.gamma,
      classes: [...this.classes],
      features: this.vectors.columns,
      order: Array.from(order),
      rho: Array.from(rho),
      starts: Array.from(starts),
      samples: Array.from(samples),
      coefficients: Array.from(coefficients),
      vectors: matrixToJson(this.vectors),
      sigmoids: sigmoidsToJson(this.sigmoids),
    };
  }

  decisions(values: Matrix): (row: number, out: Float64Array) => void {
    const { vectors, gamma, pairs } = this;
    checkFeatures(values, vectors.columns);
    const kernel = new Float64Array(vectors.rows);
    return (row, out) => {
      for (let v = 0; v < vectors.rows; v++) {
        let distance = 0;
        for (let f = 0; f < vectors.columns; f++) {
          const apart = values.get(row, f) - vectors.get(v, f);
          distance += apart * apart;
        }
        kernel[v] = exp(-gamma * distance);
      }
      for (let pair = 0, at = 0; pair < pairs.rho.length; pair++) {
        let sum = 0;
        for (; at < pairs.starts[pair + 1]; at++) sum += pairs.coefficients[at] * kernel[pairs.samples[at]];
        out[pair] = sum - pairs.rho[pair];
      }
    };
  }
}

import type { Kernels } from "../kernels/kernels.js";
import { log } from "../numeric/math.js";
import { Matrix } from "../numeric/matrix.js";
import { type ClassWeight, classWeightOption } from "./class-weight.js";
import { defineClassifier, type FittedClassifier, type TrainingData } from "./classifier.js";
import { discriminants } from "./lda.js";
import { type Groups, groupsOf, shrinkageOf, shrunken } from "./lda-shrinkage.js";
import { largestColumns, linearDecisions, softmax } from "./linear-decisions.js";
import {
  classesIn,
  damaged,
  indicesIn,
  type ModelJson,
  matrixIn,
  matrixToJson,
  numberIn,
  numbersIn,
} from "./model-json.js";

/** Where the classes are apart without error, the part of the scatter inside them counts as this much. */
const leastWithin = 1e-8;

const options = {
  ldaShrinkage: {
    type: "number",
    default: null,
    min: 0,
    max: 1,
    help: "shrinkage of the covariance inside the classes towards a multiple of the identity, 0 to 1; unset: by Ledoit and Wolf's formula, class by class",
  },
  classWeight: {
    ...classWeightOption,
    help: "balanced: all classes are as likely and count the same, however many rows they have",
  },
} as const;

/**
 * Normal classes with one covariance: the most likely class, with shares of the classes as in training or equal ones. The
 * covariance is shrunken by Ledoit and Wolf's formula, or as far as is said; without shrinkage it works in the range of
 * the total scatter. So more features than samples are allowed in any case.
 */
export const ldaClassifier = defineClassifier({
  name: "lda",
  title: "Linear discriminant analysis",
  options,

  *fit(data, { ldaShrinkage, classWeight }, kernels): Generator<number, FittedClassifier> {
    yield 0;
    const groups = groupsOf(data, classWeight);
    // Rows of W with W·x the classes' log likelihoods, up to what all classes share.
    const shrinkage = ldaShrinkage === 0 ? null : shrinkageOf(data, groups, ldaShrinkage, kernels);
    const directions = shrinkage
      ? shrunken(groups, shrinkage, kernels)
      : pooled(data, groups, classWeight, kernels);
    const offsets = Float64Array.from(groups.order, (_, g) => {
      let sum = log((groups.weights[g] * groups.counts[g]) / data.values.rows);
      for (let f = 0; f < data.values.columns; f++)
        sum -= directions.get(g, f) * (groups.overall[f] + groups.centred.get(g, f) / 2);
      return sum;
    });
    return new LinearDiscriminant(data.classes, groups.order, directions, offsets);
  },

  restore(json: ModelJson): FittedClassifier {
    const classes = classesIn(json);
    const order = indicesIn(json, "order", classes.length);
    const weights = matrixIn(json, "weights", numberIn(json, "features", 1));
    if (weights.rows !== order.length) throw damaged("weights", `${order.length} rows`);
    const offsets = Float64Array.from(numbersIn(json, "offsets", order.length));
    return new LinearDiscriminant(classes, order, weights, offsets);
  },
});

class LinearDiscriminant implements FittedClassifier {
  constructor(
    readonly classes: readonly string[],
    /** The codes of the classes that have samples; the weights have a row for each. */
    private readonly order: Int32Array,
    private readonly weights: Matrix,
    private readonly offsets: Float64Array,
  ) {}

  predict(values: Matrix): Int32Array {
    return largestColumns(linearDecisions(values, this.weights, this.offsets)).map((g) => this.order[g]);
  }

  /** Log likelihoods, up to what all classes of a row share. */
  decide(values: Matrix): Matrix {
    const scores = linearDecisions(values, this.weights, this.offsets);
    const result = Matrix.zeros(values.rows, this.classes.length);
    result.data.fill(Number.NEGATIVE_INFINITY);
    for (let i = 0; i < scores.rows; i++)
      this.order.forEach((code, g) => {
        result.set(i, code, scores.get(i, g));
      });
    return result;
  }

  /** The posterior of the normal classes with shares of the classes as in training. */
  probabilities(values: Matrix): Matrix {
    return softmax(this.decide(values));
  }

  toJSON(): ModelJson {
    return {
      classifier: "lda",
      classes: [...this.classes],
      features: this.weights.columns,
      order: Array.from(this.order),
      offsets: Array.from(this.offsets),
      weights: matrixToJson(this.weights),
    };
  }
}

/**
 * Σ⁻¹ of the class means with Σ = Sw/(n − c), along the discriminant directions: AᵀStA = I and AᵀSbA = diag θ, so
 * AᵀSwA = diag(1 − θ), and the means do not leave the span of A.
 */
function pooled(
  { values, codes, classes }: TrainingData,
  groups: Groups,
  classWeight: ClassWeight,
  kernels: Kernels,
): Matrix {
  const { order, centred } = groups;
  const [n, d] = [values.rows, values.columns];
  const result = Matrix.zeros(order.length, d);
  const varies = kernels.columnMoments(values).variances.some((variance) => variance > 0);
  if (order.length < 2 || !varies) return result;
  const { weights, scales, discrimination } = discriminants(values.copy(), { codes, classes }, kernels, {
    classWeight,
  });
  const l = weights.columns;
  const along = Matrix.zeros(order.length, l);
  for (let g = 0; g < order.length; g++)
    for (let f = 0; f < d; f++)
      for (let j = 0; j < l; j++)
        along.data[g * l + j] += (centred.get(g, f) / scales[f]) * weights.get(f, j);
  const freedom = Math.max(1, n - order.length);
  for (let g = 0; g < order.length; g++)
    for (let f = 0; f < d; f++) {
      let sum = 0;
      for (let j = 0; j < l; j++)
        sum += (weights.get(f, j) * along.get(g, j) * freedom) / Math.max(leastWithin, 1 - discrimination[j]);
      result.data[g * d + f] = sum / scales[f];
    }
  return result;
}

import type { OptionValues } from "../data/option.js";
import type { Kernels } from "../kernels/kernels.js";
import { InputError } from "../numeric/input-error.js";
import { log } from "../numeric/math.js";
import { Matrix } from "../numeric/matrix.js";
import type { ClassifierDefinition, FittedClassifier, TrainingData } from "./classifier.js";
import { discriminants } from "./lda.js";
import { largestColumns, linearDecisions } from "./linear-decisions.js";
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
    default: 0,
    min: 0,
    max: 1,
    help: "How far the covariance inside the classes is drawn towards a multiple of the identity, 0 to 1; helps where there are few samples",
  },
} as const;

/**
 * Normal classes with one covariance: the most likely class, with shares of the classes as in training. Without
 * shrinkage it works in the range of the total scatter, so more features than samples are allowed.
 */
export const ldaClassifier: ClassifierDefinition<OptionValues<typeof options>> = {
  name: "lda",
  title: "Linear discriminant analysis",
  options,

  *fit(data, { ldaShrinkage }, kernels): Generator<number, FittedClassifier> {
    yield 0;
    const groups = groupsOf(data);
    // Rows of W with W·x the classes' log likelihoods, up to what all classes share.
    const directions =
      ldaShrinkage > 0 ? shrunken(data, groups, ldaShrinkage, kernels) : pooled(data, groups, kernels);
    const offsets = Float64Array.from(groups.order, (_, g) => {
      let sum = log(groups.counts[g] / data.values.rows);
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
};

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

  toJSON(): object {
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

interface Groups {
  /** Codes of the classes that have samples, rising. */
  readonly order: Int32Array;
  readonly counts: Float64Array;
  readonly overall: Float64Array;
  /** Class means less the overall mean. */
  readonly centred: Matrix;
}

function groupsOf({ values, codes, classes }: TrainingData): Groups {
  const d = values.columns;
  const order = Int32Array.from(classes.keys()).filter((code) => codes.includes(code));
  const placeOf = new Map(Array.from(order, (code, g) => [code, g]));
  const counts = new Float64Array(order.length);
  for (const code of codes) counts[placeOf.get(code)!]++;
  const overall = new Float64Array(d);
  for (let i = 0; i < values.rows; i++)
    for (let f = 0; f < d; f++) overall[f] += values.get(i, f) / values.rows;
  const centred = Matrix.zeros(order.length, d);
  codes.forEach((code, i) => {
    const g = placeOf.get(code)!;
    for (let f = 0; f < d; f++) centred.data[g * d + f] += (values.get(i, f) - overall[f]) / counts[g];
  });
  return { order, counts, overall, centred };
}

/**
 * Σ⁻¹ of the class means with Σ = Sw/(n − c), along the discriminant directions: AᵀStA = I and AᵀSbA = diag θ, so
 * AᵀSwA = diag(1 − θ), and the means do not leave the span of A.
 */
function pooled({ values, codes, classes }: TrainingData, groups: Groups, kernels: Kernels): Matrix {
  const { order, centred } = groups;
  const [n, d] = [values.rows, values.columns];
  const result = Matrix.zeros(order.length, d);
  const varies = kernels.columnMoments(values).variances.some((variance) => variance > 0);
  if (order.length < 2 || !varies) return result;
  const { weights, scales, discrimination } = discriminants(values.copy(), { codes, classes }, kernels);
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

/**
 * Σ⁻¹ of the class means with Σ = (1 − λ)·Sw/n + λ·μ·I, μ the mean of the diagonal of Sw/n. With more features than
 * samples the inverse is taken among the samples: (b·I + a·WᵀW)⁻¹ = (I − a·Wᵀ(b·I + a·W·Wᵀ)⁻¹W)/b.
 */
function shrunken(
  { values, codes }: TrainingData,
  { order, centred, overall }: Groups,
  shrinkage: number,
  kernels: Kernels,
): Matrix {
  const [n, d] = [values.rows, values.columns];
  const placeOf = new Map(Array.from(order, (code, g) => [code, g]));
  const within = Matrix.zeros(n, d);
  let trace = 0;
  for (let i = 0; i < n; i++) {
    const g = placeOf.get(codes[i])!;
    for (let f = 0; f < d; f++) {
      const x = values.get(i, f) - overall[f] - centred.get(g, f);
      within.data[i * d + f] = x;
      trace += (x * x) / n;
    }
  }
  const a = (1 - shrinkage) / n;
  const b = (shrinkage * trace) / d || 1;
  const wide = n < d;
  const size = wide ? n : d;
  const system = Matrix.zeros(size, size);
  kernels.syrk(a, wide ? within : within.transposed(), 0, system);
  for (let i = 0; i < size; i++) system.data[i * size + i] += b;
  if (!kernels.cholesky(system))
    throw new InputError(`ldaShrinkage ${shrinkage} is too small for this data; give a larger one, up to 1`);
  const right = Matrix.zeros(size, order.length);
  if (wide) kernels.gemm(1, within, centred.transposed(), 0, right);
  else for (let f = 0; f < d; f++) for (let g = 0; g < order.length; g++) right.set(f, g, centred.get(g, f));
  kernels.solveTriangular(system, right);
  kernels.solveTriangular(system, right, true);
  if (!wide) return right.transposed().copy();
  const result = centred.copy();
  kernels.gemm(-a / b, right.transposed(), within, 1 / b, result);
  return result;
}

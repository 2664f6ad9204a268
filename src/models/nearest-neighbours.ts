import { Matrix } from "../numeric/matrix.js";
import { defineClassifier, type FittedClassifier } from "./classifier.js";
import { checkFeatures } from "./linear-decisions.js";
import { classesIn, indicesIn, type ModelJson, matrixIn, matrixToJson, numberIn } from "./model-json.js";

const options = {
  nearest: {
    type: "number",
    integer: true,
    default: 5,
    min: 1,
    help: "Number of nearest training samples that vote; all if there are fewer",
  },
} as const;

/**
 * The class of most of the nearest samples, by Euclidean distance. Of samples equally far the earlier counts as nearer; of
 * classes with as many votes the one whose voters are nearer in sum wins, then the first in the order of classes.
 */
export const nearestNeighbours = defineClassifier({
  name: "knn",
  title: "Nearest neighbours",
  options,

  fit({ values, codes, classes }, { nearest }): FittedClassifier {
    return new NearestNeighbours(classes, values.copy(), codes.slice(), nearest);
  },

  restore(json: ModelJson): FittedClassifier {
    const classes = classesIn(json);
    const samples = matrixIn(json, "samples", numberIn(json, "features", 1));
    const codes = indicesIn(json, "codes", classes.length, samples.rows);
    return new NearestNeighbours(classes, samples, codes, numberIn(json, "nearest", 1));
  },
});

class NearestNeighbours implements FittedClassifier {
  constructor(
    readonly classes: readonly string[],
    private readonly samples: Matrix,
    private readonly codes: Int32Array,
    private readonly nearest: number,
  ) {}

  predict(values: Matrix): Int32Array {
    const result = new Int32Array(values.rows);
    this.poll(values, (row, votes, sums) => {
      let best = 0;
      for (let c = 1; c < votes.length; c++)
        if (votes[c] > votes[best] || (votes[c] === votes[best] && sums[c] < sums[best])) best = c;
      result[row] = best;
    });
    return result;
  }

  /** The share of the votes, less up to half a vote for the class's part of the distances. */
  decide(values: Matrix): Matrix {
    const result = Matrix.zeros(values.rows, this.classes.length);
    const seen = new Set(this.codes);
    this.poll(values, (row, votes, sums, voters) => {
      const whole = sums.reduce((a, b) => a + b, 0) || 1;
      for (let c = 0; c < votes.length; c++)
        result.set(
          row,
          c,
          seen.has(c) ? (votes[c] - (0.5 * sums[c]) / whole) / voters : Number.NEGATIVE_INFINITY,
        );
    });
    return result;
  }

  /** The share of the votes, with one more vote that is divided by the shares of the classes in training: none is 0. */
  probabilities(values: Matrix): Matrix {
    const result = Matrix.zeros(values.rows, this.classes.length);
    const shares = new Float64Array(this.classes.length);
    for (const code of this.codes) shares[code] += 1 / this.codes.length;
    this.poll(values, (row, votes, _sums, voters) => {
      for (let c = 0; c < votes.length; c++) result.set(row, c, (votes[c] + shares[c]) / (voters + 1));
    });
    return result;
  }

  toJSON(): ModelJson {
    return {
      classifier: "knn",
      nearest: this.nearest,
      classes: [...this.classes],
      features: this.samples.columns,
      codes: Array.from(this.codes),
      samples: matrixToJson(this.samples),
    };
  }

  /** Tells for each row the votes of every class and the sum of its voters' distances. */
  private poll(
    values: Matrix,
    tell: (row: number, votes: Float64Array, sums: Float64Array, voters: number) => void,
  ): void {
    const { samples, codes } = this;
    checkFeatures(values, samples.columns);
    const voters = Math.min(this.nearest, samples.rows);
    const votes = new Float64Array(this.classes.length);
    const sums = new Float64Array(this.classes.length);
    const x = new Float64Array(samples.columns);
    const places = new Int32Array(voters);
    const distances = new Float64Array(voters);
    for (let row = 0; row < values.rows; row++) {
      for (let f = 0; f < x.length; f++) x[f] = values.get(row, f);
      findNearest(samples, x, places, distances);
      votes.fill(0);
      sums.fill(0);
      for (let v = 0; v < voters; v++) {
        votes[codes[places[v]]]++;
        sums[codes[places[v]]] += Math.sqrt(distances[v]);
      }
      tell(row, votes, sums, voters);
    }
  }
}

/** The nearest samples, nearest first, with their squared distances. */
function findNearest(samples: Matrix, x: Float64Array, places: Int32Array, distances: Float64Array): void {
  const { data, offset, columns } = samples;
  const last = places.length - 1;
  distances.fill(Number.POSITIVE_INFINITY);
  for (let i = 0; i < samples.rows; i++) {
    const start = offset + i * columns;
    let sum = 0;
    for (let f = 0; f < columns; f++) {
      const apart = data[start + f] - x[f];
      sum += apart * apart;
    }
    if (!(sum < distances[last])) continue;
    let at = last;
    for (; at > 0 && distances[at - 1] > sum; at--) {
      distances[at] = distances[at - 1];
      places[at] = places[at - 1];
    }
    distances[at] = sum;
    places[at] = i;
  }
}

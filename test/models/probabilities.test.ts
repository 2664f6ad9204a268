import { describe, expect, test } from "vitest";
import { reliability } from "../../src/entries/evaluation.js";
import { createKernels, Matrix, Random } from "../../src/index.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import {
  couplePairs,
  fitSigmoid,
  probabilitiesOfPairs,
  sigmoidAt,
} from "../../src/models/svm/probabilities.js";
import { expectClose } from "../support/expect-close.js";
import { readFixture } from "./svm/libsvm.js";

/** scikit-learn's and LIBSVM's; test/fixtures/models/make_probabilities.py wrote it. */
const oracle = readFixture<{
  lda: { shrinkage: number | "auto"; train: number[]; test: number[]; probabilities: number[][] }[];
  sigmoids: { decisions: number[]; isFirst: boolean[]; slope: number; offset: number }[];
  coupling: { sigmoids: number[][]; decisions: number[][]; probabilities: number[][] };
}>("probabilities.json");
const iris = readFixture<{ iris: { rows: number[][]; labels: number[] } }>("lda.json").iris;
const kernels = await createKernels({ threads: 1 });

describe("Platt's sigmoid", () => {
  test.each(oracle.sigmoids)("beside scikit-learn: slope $slope", ({ decisions, isFirst, slope, offset }) => {
    const fitted = fitSigmoid(Float64Array.from(decisions), isFirst);
    expectClose([fitted.slope, fitted.offset], [slope, offset], { relative: 1e-3, absolute: 1e-3 });
  });

  test("brings the literal likelihood of the smoothed targets to its largest", () => {
    const { decisions, isFirst } = oracle.sigmoids[1];
    const firsts = isFirst.filter(Boolean).length;
    const target = isFirst.map((first) =>
      first ? (firsts + 1) / (firsts + 2) : 1 / (isFirst.length - firsts + 2),
    );
    const loss = (slope: number, offset: number) =>
      decisions.reduce((sum, f, i) => {
        const p = 1 / (1 + Math.exp(slope * f + offset));
        return sum - target[i] * Math.log(p) - (1 - target[i]) * Math.log(1 - p);
      }, 0);
    const { slope, offset } = fitSigmoid(Float64Array.from(decisions), isFirst);
    const least = loss(slope, offset);
    for (const [a, b] of [
      [1e-3, 0],
      [-1e-3, 0],
      [0, 1e-3],
      [0, -1e-3],
      [1e-3, 1e-3],
      [-1e-3, 1e-3],
    ])
      expect(loss(slope + a, offset + b)).toBeGreaterThan(least);
    // The gradient vanishes: Σ (target − p) = 0 and Σ f·(target − p) = 0.
    const rest = decisions.map((f, i) => target[i] - sigmoidAt({ slope, offset }, f));
    expect(Math.abs(rest.reduce((sum, r) => sum + r, 0))).toBeLessThan(1e-7);
    expect(Math.abs(rest.reduce((sum, r, i) => sum + r * decisions[i], 0))).toBeLessThan(1e-7);
  });

  test("decisions that speak against themselves count as none", () => {
    const reversed = fitSigmoid(Float64Array.of(-1, -2, -0.5, 1, 2), [1, 1, 1, 0, 0]);
    expect(reversed.slope).toBe(0);
    for (const f of [-5, 0, 5]) expect(sigmoidAt(reversed, f)).toBeCloseTo((3 * (4 / 5) + 2 / 4) / 5, 12);
  });

  test("decisions of any size give a number between 0 and 1", () => {
    const sure = fitSigmoid(Float64Array.of(1e6, 2e6, -1e6, -3e6), [1, 1, 0, 0]);
    for (const f of [-1e300, -1, 0, 1, 1e300]) {
      const p = sigmoidAt(sure, f);
      expect(p >= 0 && p <= 1).toBe(true);
    }
    const same = fitSigmoid(Float64Array.of(0, 0, 0), [1, 0, 0]);
    // No decision tells anything: the smoothed share of the class, ((1 + 1)/(1 + 2) + 2·1/(2 + 2))/3.
    expect(sigmoidAt(same, 0)).toBeCloseTo((2 / 3 + 2 / 4) / 3, 7);
  });
});

describe("coupled pairs", () => {
  test("as LIBSVM's predict_proba from the same decisions and sigmoids", () => {
    const { sigmoids, decisions, probabilities } = oracle.coupling;
    const ours = probabilitiesOfPairs(
      Int32Array.of(0, 1, 2, 3, 4),
      sigmoids.map(([slope, offset]) => ({ slope, offset })),
      5,
      decisions.length,
      (row, out) => out.set(decisions[row]),
    );
    // LIBSVM stops its iteration at an error of 0.005 / classes.
    probabilities.forEach((row, i) => {
      for (let c = 0; c < 5; c++) expect(Math.abs(ours.get(i, c) - row[c])).toBeLessThan(1e-3);
    });
  });

  test("consistent pairs give their probabilities back, two classes the pair's own", () => {
    const p = [0.5, 0.05, 0.15, 0.3];
    const pairwise = Matrix.fromRows(p.map((own) => p.map((other) => own / (own + other))));
    expectClose(couplePairs(pairwise), p, { relative: 1e-12 });
    const two = Matrix.fromRows([
      [0, 0.8],
      [0.2, 0],
    ]);
    expectClose(couplePairs(two), [0.8, 0.2], { relative: 1e-12 });
    expect(Array.from(couplePairs(Matrix.zeros(1, 1)))).toEqual([1]);
  });

  test("inconsistent pairs: no other probabilities have a smaller literal sum of squares", () => {
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const r = Matrix.zeros(4, 4);
      for (let a = 0; a < 4; a++)
        for (let b = a + 1; b < 4; b++) {
          r.set(a, b, 0.02 + 0.96 * random.uniform());
          r.set(b, a, 1 - r.get(a, b));
        }
      const loss = (p: ArrayLike<number>) => {
        let sum = 0;
        for (let a = 0; a < 4; a++)
          for (let b = 0; b < 4; b++) if (a !== b) sum += (r.get(b, a) * p[a] - r.get(a, b) * p[b]) ** 2;
        return sum;
      };
      const best = couplePairs(r);
      expect(best.reduce((sum, p) => sum + p, 0)).toBeCloseTo(1, 12);
      for (let a = 0; a < 4; a++)
        for (let b = 0; b < 4; b++) {
          if (a === b) continue;
          const other = best.slice();
          other[a] += 1e-4;
          other[b] -= 1e-4;
          expect(loss(other)).toBeGreaterThan(loss(best));
        }
    }
  });
});

test.each(oracle.lda)("posteriors of LDA beside scikit-learn, shrinkage $shrinkage", (expected) => {
  const { shrinkage, train, test: unseen, probabilities } = expected;
  const values = Matrix.fromRows(iris.rows);
  const fitted = trainClassifier(
    "lda",
    {
      values: values.selectRows(train),
      codes: Int32Array.from(train, (row) => iris.labels[row]),
      classes: ["0", "1", "2"],
    },
    { ldaShrinkage: shrinkage === "auto" ? null : shrinkage },
    kernels,
  );
  const ours = fitted.probabilities!(values.selectRows(unseen))!;
  probabilities.forEach((row, i) => {
    expectClose(
      row.map((_, c) => ours.get(i, c)),
      row,
      { relative: 1e-6, absolute: 1e-9 },
    );
  });
});

test("neighbours: the literal shares with one vote of the training shares; none is 0", () => {
  const fitted = trainClassifier(
    "knn",
    {
      values: Matrix.fromRows([[0], [1], [2], [3], [10]]),
      codes: Int32Array.of(0, 0, 0, 1, 1),
      classes: ["a", "b", "absent"],
    },
    { nearest: 3 },
    kernels,
  );
  const ours = fitted.probabilities!(Matrix.fromRows([[0], [9]]))!;
  expectClose(ours.data, [(3 + 0.6) / 4, 0.4 / 4, 0, (1 + 0.6) / 4, (2 + 0.4) / 4, 0], { relative: 1e-14 });
});

/** Normal classes with one covariance, uneven: the posterior of every row is known. */
function simulated(
  rows: number,
  means: readonly (readonly number[])[],
  shares: readonly number[],
  seed: number,
) {
  const random = new Random(seed);
  const codes = Int32Array.from({ length: rows }, () => {
    let u = random.uniform();
    return shares.findIndex((share, c) => {
      u -= share;
      return u < 0 || c === shares.length - 1;
    });
  });
  const values = Matrix.fromRows(
    Array.from(codes, (code) => means[code].map((mean) => mean + random.normal())),
  );
  const posterior = Matrix.zeros(rows, means.length);
  for (let i = 0; i < rows; i++) {
    const parts = means.map(
      (mean, c) =>
        shares[c] * Math.exp(-mean.reduce((sum, m, f) => sum + (values.get(i, f) - m) ** 2, 0) / 2),
    );
    const sum = parts.reduce((a, b) => a + b);
    for (const [c, part] of parts.entries()) posterior.set(i, c, part / sum);
  }
  return { values, codes, classes: means.map((_, c) => String(c)), posterior, probabilities: true };
}

const cases = {
  two: {
    means: [
      [0, 0],
      [1.3, 0.4],
    ],
    shares: [0.7, 0.3],
  },
  three: {
    means: [
      [0, 0],
      [1.6, 0],
      [0, 1.6],
    ],
    shares: [0.5, 0.3, 0.2],
  },
} as const;

describe.each([
  ["svm", "two", {}],
  ["svm", "three", {}],
  ["svm", "two", { svmKernel: "rbf", svmGamma: 0.05 }],
  ["lda", "two", {}],
  ["lda", "three", {}],
  ["knn", "two", { nearest: 60 }],
  ["knn", "three", { nearest: 60 }],
] as const)("calibration on simulated data: %s, %s classes, %o", (classifier, name, options) => {
  const { means, shares } = cases[name];
  const fitted = trainClassifier(classifier, simulated(900, means, shares, 1), options, kernels);
  const fresh = simulated(3000, means, shares, 2);
  const probabilities = fitted.probabilities!(fresh.values)!;

  test("the reliability curve lies within binomial bands", () => {
    const { bins, brier, logLoss } = reliability(probabilities, fresh.codes);
    expect(bins.length).toBeGreaterThan(4);
    for (const { rows, probability, share } of bins)
      expect(Math.abs(share - probability)).toBeLessThan(
        3.3 * Math.sqrt((probability * (1 - probability)) / rows) + 0.03,
      );
    // No probabilities score better than the true posteriors, on average.
    const best = reliability(fresh.posterior, fresh.codes);
    expect(brier - best.brier).toBeLessThan(0.015);
    expect(logLoss - best.logLoss).toBeLessThan(0.03);
  });

  test("the probabilities are near the known posteriors", () => {
    const apart = probabilities.data.map((p, at) => Math.abs(p - fresh.posterior.data[at]));
    // Shares of 60 votes have a standard deviation of up to √(¼ / 60) = 0.065; only planes are of the right form.
    const least = classifier === "lda" || !("svmKernel" in options || "nearest" in options) ? 0.04 : 0.07;
    expect(apart.reduce((sum, x) => sum + x, 0) / apart.length).toBeLessThan(least);
  });
});

describe("the support vector machine", () => {
  const data = simulated(120, cases.three.means, cases.three.shares, 5);

  test("has probabilities only if they were asked for, and is otherwise the same", () => {
    for (const options of [{}, { svmKernel: "rbf" }]) {
      const plain = trainClassifier("svm", { ...data, probabilities: false }, options, kernels);
      expect(plain.probabilities!(data.values)).toBeNull();
      const { sigmoids, ...rest } = trainClassifier("svm", data, options, kernels).toJSON();
      expect({ ...rest, sigmoids: null }).toEqual(plain.toJSON());
      expect(sigmoids).toHaveLength(3);
    }
  });

  test("spoiled decisions of training rows cannot calibrate it: noise gives no certainty", () => {
    const random = new Random(8);
    const noise = {
      values: Matrix.fromRows(
        Array.from({ length: 40 }, () => Array.from({ length: 60 }, () => random.normal())),
      ),
      codes: Int32Array.from({ length: 40 }, (_, i) => i % 2),
      classes: ["a", "b"],
      probabilities: true,
    };
    const fitted = trainClassifier("svm", noise, {}, kernels);
    // It separates its training rows without error, and knows nothing.
    expect(fitted.predict(noise.values)).toEqual(noise.codes);
    for (const p of fitted.probabilities!(noise.values)!.data) expect(Math.abs(p - 0.5)).toBeLessThan(0.3);
  });

  test("balanced classes: rows that lie between the classes have equal probabilities, however uneven they are", () => {
    const uneven = simulated(600, [[-1], [1]], [0.9, 0.1], 6);
    const middle = Matrix.fromRows([[0]]);
    const share = (classWeight: string) =>
      trainClassifier("svm", uneven, { classWeight }, kernels).probabilities!(middle)!.get(0, 1);
    expect(Math.abs(share("balanced") - 0.5)).toBeLessThan(0.07);
    expect(Math.abs(share("none") - 0.1)).toBeLessThan(0.05);
  });

  test("rows of a group are held out together: copies do not make it sure", () => {
    const random = new Random(9);
    const patients = Array.from({ length: 30 }, () => Array.from({ length: 8 }, () => random.normal()));
    const copied = {
      values: Matrix.fromRows(patients.flatMap((row) => [row, row, row, row])),
      codes: Int32Array.from({ length: 120 }, (_, i) => (i >> 2) % 2),
      classes: ["a", "b"],
      probabilities: true,
    };
    const groups = Array.from({ length: 120 }, (_, i) => `patient ${i >> 2}`);
    const sureness = (given: object) => {
      const options = { svmKernel: "rbf", svmC: 10 };
      const model = trainClassifier("svm", { ...copied, ...given }, options, kernels);
      const p = model.probabilities!(copied.values)!;
      return p.data.reduce((most, x) => Math.max(most, x), 0);
    };
    expect(sureness({})).toBeGreaterThan(0.95);
    expect(sureness({ groups })).toBeLessThan(0.75);
    // A single group leaves nothing to learn from: the shares of the classes.
    expect(sureness({ groups: groups.map(() => "one") })).toBeCloseTo(0.5, 6);
  });

  test("classes of one or two rows, and one class alone", () => {
    const values = Matrix.fromRows([[0], [0.5], [1], [5], [9], [10]]);
    const codes = Int32Array.of(0, 0, 0, 2, 1, 1);
    const fitted = trainClassifier("svm", { ...data, values, codes }, {}, kernels);
    const probabilities = fitted.probabilities!(values)!;
    for (let i = 0; i < 6; i++) {
      const row = [0, 1, 2].map((c) => probabilities.get(i, c));
      expect(row.reduce((a, b) => a + b)).toBeCloseTo(1, 12);
      expect(row.every((p) => p > 0)).toBe(true);
    }
    const alone = trainClassifier("svm", { ...data, values, codes: codes.map(() => 1) }, {}, kernels);
    expect(Array.from(alone.probabilities!(values)!.data.subarray(0, 3))).toEqual([0, 1, 0]);
  });
});

import { describe, expect, test } from "vitest";
import { createKernels, Matrix, Random } from "../../../src/index.js";
import { trainClassifier } from "../../../src/models/classifiers.js";
import { GrowingGram, rbfGram } from "../../../src/models/svm/gram.js";
import { ComputedRows, GramRows } from "../../../src/models/svm/kernel-rows.js";
import {
  decideOnGram,
  decisionsOnGram,
  predictOnGram,
  trainOnGram,
  trainOnGramAsync,
} from "../../../src/models/svm/on-gram.js";
import { countVotes, predictByVotes } from "../../../src/models/svm/pair-models.js";
import { RowStore } from "../../../src/models/svm/row-store.js";
import { Smo } from "../../../src/models/svm/smo.js";
import { expectClose } from "../../support/expect-close.js";

const kernels = await createKernels({ threads: 1 });

function randomProblem(rows: number, features: number, classes: number, seed: number, apart = 1) {
  const random = new Random(seed);
  const codes = Int32Array.from({ length: rows }, () => random.integer(classes));
  const values = Matrix.fromRows(
    Array.from(codes, (code) =>
      Array.from({ length: features }, (_, f) => random.normal() + (f % classes === code ? apart : 0)),
    ),
  );
  return { values, codes, all: Int32Array.from(codes.keys()) };
}

function linearGram(values: Matrix): Matrix {
  const gram = Matrix.zeros(values.rows, values.rows);
  kernels.syrk(1, values, 0, gram);
  return gram;
}

function gaussian(values: Matrix, gamma: number): Matrix {
  const gram = linearGram(values);
  rbfGram(kernels, gram, gamma, gram);
  return gram;
}

function decisionsOf(models: ReturnType<typeof trainOnGram>, gram: Matrix, test: Int32Array): number[] {
  const decide = decisionsOnGram(models, gram, test);
  return Array.from(test, (_, row) => {
    const out = new Float64Array(models.rho.length);
    decide(row, out);
    return out[0];
  });
}

describe("the optimality conditions", () => {
  // y·f(x) ≥ 1 where α = 0, = 1 where 0 < α < C, ≤ 1 where α = C; Σ y·α = 0.
  test.each([
    ["linear", 1, 1e-3],
    ["linear", 1000, 1e-3],
    ["linear", 0.01, 1e-6],
    ["rbf", 1, 1e-6],
    ["rbf", 1e6, 1e-3],
  ] as const)("%s kernel, C = %d, tolerance %d", (kernel, svmC, svmTolerance) => {
    const { values, codes, all } = randomProblem(120, 5, 2, 11);
    const gram = kernel === "linear" ? linearGram(values) : gaussian(values, 0.2);
    for (const svmShrinking of [true, false]) {
      const models = trainOnGram(gram, codes, all, { svmC, svmTolerance, svmShrinking });
      const positive = models.order[0];
      const coefficient = new Float64Array(all.length);
      models.samples.forEach((i, at) => {
        coefficient[i] = models.coefficients[at];
      });
      expect(Math.abs(coefficient.reduce((a, b) => a + b, 0))).toBeLessThan(1e-9 * svmC * all.length);
      // Kernel values are rounded to single precision, which weighs in with the multipliers.
      const slack = svmTolerance + 1e-6 * (1 + coefficient.reduce((a, b) => a + Math.abs(b), 0));
      decisionsOf(models, gram, all).forEach((decision, i) => {
        const y = codes[i] === positive ? 1 : -1;
        const alpha = y * coefficient[i];
        expect(alpha).toBeGreaterThanOrEqual(0);
        expect(alpha).toBeLessThanOrEqual(svmC);
        if (alpha < svmC) expect(y * decision).toBeGreaterThan(1 - slack);
        if (alpha > 0) expect(y * decision).toBeLessThan(1 + slack);
      });
    }
  });

  test("a margin known in closed form: two points", () => {
    // Between 0 and 4 the plane lies at 2: w = 1/2, each multiplier 2/16.
    const gram = linearGram(Matrix.fromRows([[4], [0]]));
    const { rho, coefficients } = trainOnGram(gram, Int32Array.of(0, 1), Int32Array.of(0, 1));
    expectClose(coefficients, [0.125, -0.125]);
    expectClose(rho, [1]);
  });

  test("C bounds the multipliers of samples that cannot be told apart", () => {
    const gram = linearGram(
      Matrix.fromRows([
        [1, 2],
        [1, 2],
        [1, 2],
        [1, 2],
      ]),
    );
    const models = trainOnGram(gram, Int32Array.of(0, 1, 0, 1), Int32Array.of(0, 1, 2, 3), { svmC: 3 });
    expectClose(models.coefficients, [3, 3, -3, -3]);
    expectClose(models.rho, [0], { absolute: 1e-12 });
    expect(models.converged).toBe(true);
  });
});

describe("what a kernel can tell apart", () => {
  const corners = Matrix.fromRows([
    [0, 0],
    [1, 1],
    [0, 1],
    [1, 0],
  ]);
  const codes = Int32Array.of(0, 0, 1, 1);
  const learn = (options: object) =>
    trainClassifier(
      "svm",
      { values: corners, codes, classes: ["same", "different"] },
      { svmC: 100, ...options },
      kernels,
    );

  test("exclusive or: the rbf kernel can, the linear one cannot", () => {
    expect(learn({ svmKernel: "rbf" }).predict(corners)).toEqual(codes);
    expect(learn({ svmKernel: "rbf", svmGamma: 5 }).predict(corners)).toEqual(codes);
    expect(learn({}).predict(corners)).not.toEqual(codes);
  });

  test("a large C separates what can be separated", () => {
    const { values, codes, all } = randomProblem(60, 80, 3, 5, 0.2);
    const gram = linearGram(values);
    const models = trainOnGram(gram, codes, all, { svmC: 1e8 });
    expect(predictOnGram(models, gram, all)).toEqual(codes);
  });
});

describe("one against one", () => {
  test("votes: most pairs won, of equals the class seen first", () => {
    // Classes by order 7, 3, 5; pairs (7,3), (7,5), (3,5).
    const order = Int32Array.of(7, 3, 5);
    const votes = new Int32Array(3);
    expect(countVotes(order, Float64Array.of(1, 1, 1), votes)).toBe(7);
    expect(countVotes(order, Float64Array.of(-1, 1, 1), votes)).toBe(3);
    expect(countVotes(order, Float64Array.of(1, -1, -1), votes)).toBe(5);
    // 7 beats 3, 3 beats 5, 5 beats 7.
    expect(countVotes(order, Float64Array.of(1, -1, 1), votes)).toBe(7);
    expect(Array.from(votes)).toEqual([1, 1, 1]);
    // A decision of exactly zero goes to the second class.
    expect(countVotes(order, Float64Array.of(0, -1, 1), votes)).toBe(3);
  });

  test("each pair is the machine of its two classes alone", () => {
    const { values, codes, all } = randomProblem(90, 4, 3, 21);
    const gram = linearGram(values);
    const models = trainOnGram(gram, codes, all);
    let pair = 0;
    for (let a = 0; a < 3; a++)
      for (let b = a + 1; b < 3; b++, pair++) {
        const pairOnly = all.filter((i) => codes[i] === models.order[a] || codes[i] === models.order[b]);
        // The class that is seen first is the positive one, in the whole as in the part.
        const alone = trainOnGram(gram, codes, pairOnly);
        expect(alone.rho[0]).toBe(models.rho[pair]);
        expect(alone.samples).toEqual(models.samples.slice(models.starts[pair], models.starts[pair + 1]));
      }
  });

  test("scores follow the votes, and for two classes the decision", () => {
    const { values, codes, all } = randomProblem(80, 3, 4, 8);
    const gram = linearGram(values);
    const models = trainOnGram(gram, codes, all);
    const scores = decideOnGram(models, gram, all, 4);
    const votes = new Int32Array(4);
    const decide = decisionsOnGram(models, gram, all);
    predictByVotes(models.order, all.length, (row, out) => {
      decide(row, out);
      countVotes(models.order, out, votes);
      models.order.forEach((code, a) => {
        expect(Math.abs(scores.get(row, code) - votes[a])).toBeLessThan(0.5);
      });
    });
    const two = randomProblem(60, 3, 2, 9);
    const twoGram = linearGram(two.values);
    const twoModels = trainOnGram(twoGram, two.codes, two.all);
    const byDecision = decisionsOf(twoModels, twoGram, two.all);
    const twoScores = decideOnGram(twoModels, twoGram, two.all, 2);
    const ranks = Array.from(two.all).sort((a, b) => byDecision[a] - byDecision[b]);
    for (let t = 1; t < ranks.length; t++)
      expect(twoScores.get(ranks[t], twoModels.order[0])).toBeGreaterThanOrEqual(
        twoScores.get(ranks[t - 1], twoModels.order[0]),
      );
  });
});

describe("where kernel values come from", () => {
  const { values, codes, all } = randomProblem(150, 6, 2, 31, 0.5);
  const samples = Int32Array.from([
    ...all.filter((i) => codes[i] === 0),
    ...all.filter((i) => codes[i] === 1),
  ]);
  const positives = codes.filter((code) => code === 0).length;
  const problem = { samples, positives, upper: [5, 5] as const, tolerance: 1e-3, shrinking: true };
  const solve = (rows: GramRows | ComputedRows, room?: number) => {
    const smo = new Smo(new RowStore(room));
    smo.begin({ ...problem, rows });
    while (!smo.run(7));
    return smo.result();
  };

  test.each([
    ["linear", { name: "linear" } as const],
    ["rbf", { name: "rbf", gamma: 0.3 } as const],
  ])("rows computed when asked for give what the whole matrix gives: %s", (_, kernel) => {
    const gram = kernel.name === "linear" ? linearGram(values) : gaussian(values, kernel.gamma);
    const whole = solve(new GramRows(gram));
    const computed = new ComputedRows(kernels, values, kernel);
    const again = solve(computed);
    computed.release();
    expectClose(again.coefficients, whole.coefficients, { relative: 1e-5, absolute: 1e-4 });
    expectClose([again.rho], [whole.rho], { absolute: 1e-4 });
  });

  test("a store with room for few rows changes nothing", () => {
    const rows = new GramRows(linearGram(values));
    const whole = solve(rows);
    for (const room of [1, 5 * samples.length]) expect(solve(rows, room)).toEqual(whole);
  });

  test("many samples, two classes at a time", () => {
    const large = randomProblem(4200, 3, 3, 41, 4);
    const fitted = trainClassifier(
      "svm",
      { values: large.values, codes: large.codes, classes: ["a", "b", "c"] },
      {},
      kernels,
    );
    const predicted = fitted.predict(large.values);
    expect(predicted.filter((code, i) => code === large.codes[i]).length / 4200).toBeGreaterThan(0.98);
  });
});

describe("the Gram matrix of growing features", () => {
  test("is that of all features, and folds share it", () => {
    const { values, codes, all } = randomProblem(70, 30, 3, 51);
    const gram = new GrowingGram(kernels, 70);
    for (const [from, to] of [
      [0, 10],
      [10, 15],
      [15, 30],
    ])
      gram.add(values.block(0, from, 70, to - from));
    expect(gram.features).toBe(30);
    expectClose(gram.values.copy().data, linearGram(values).data, { relative: 1e-12, absolute: 1e-12 });
    const train = all.filter((i) => i % 5 !== 0);
    const test = all.filter((i) => i % 5 === 0);
    const shared = predictOnGram(trainOnGram(gram.values, codes, train), gram.values, test);
    const alone = trainClassifier(
      "svm",
      { values: values.selectRows(train), codes: train.map((i) => codes[i]), classes: ["0", "1", "2"] },
      {},
      kernels,
    ).predict(values.selectRows(test));
    expect(shared).toEqual(alone);
    gram.clear();
    gram.add(values.block(0, 0, 70, 3));
    expectClose(gram.values.copy().data, linearGram(values.block(0, 0, 70, 3)).data, { absolute: 1e-12 });
    gram.release();
  });

  test("training pauses between pairs, and stops when told", async () => {
    const { values, codes, all } = randomProblem(60, 4, 4, 61);
    const gram = linearGram(values);
    const fractions: number[] = [];
    const models = await trainOnGramAsync(gram, codes, all, {}, (fraction) => {
      fractions.push(fraction);
    });
    expect(models).toEqual(trainOnGram(gram, codes, all));
    expect(fractions.length).toBeGreaterThanOrEqual(6);
    expect(fractions.at(-1)).toBe(1);
    let calls = 0;
    const stopped = trainOnGramAsync(gram, codes, all, {}, () => {
      if (++calls === 3) throw new DOMException("stop", "AbortError");
    });
    await expect(stopped).rejects.toThrow("stop");
    expect(calls).toBe(3);
  });

  test("refuses matrices and labels that do not go together", () => {
    const codes = Int32Array.of(0, 1);
    expect(() => trainOnGram(Matrix.zeros(2, 3), codes, codes)).toThrow(/must be square/);
    expect(() => trainOnGram(Matrix.zeros(3, 3), codes, codes)).toThrow(/2 labels for a Gram matrix of 3/);
    expect(() => trainOnGram(Matrix.zeros(2, 2), codes, new Int32Array(0))).toThrow(/no rows to train on/);
    expect(() => trainOnGram(Matrix.zeros(2, 2), codes, codes, { svmC: 0 })).toThrow(
      /^svmC must be a number above 0/,
    );
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, InputError, planted, Random, type Selection, select } from "../../src/index.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { readDataset } from "../../src/node.js";
import {
  type Discretizer,
  equalFrequency,
  equalWidth,
  threeStates,
} from "../../src/selectors/mrmr/discretize.js";
import { measureInformation } from "../../src/selectors/mrmr/information.js";
import { readStates } from "../../src/selectors/mrmr/states.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues } from "../support/random-data.js";
import { information, type LiteralOptions, literalMrmr } from "./mrmr-literal.js";

/** scikit-learn, and greedy runs on top of it; test/fixtures/selectors/make_mrmr.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/mrmr.json", import.meta.url), "utf8"),
) as {
  wine: { rows: number[][]; labels: number[] };
  runs: Record<string, { order: number[]; scores: number[] }>;
  tied: number[][];
  bins: Record<string, number[][]>;
  information: { rows: number[][]; labels: number[]; withLabels: number[]; withEachOther: number[][] };
};
const wine = Dataset.fromRows(oracle.wine.rows, oracle.wine.labels);

const mrmr = (data: Dataset, options: Record<string, unknown> = {}) =>
  select(data, { method: "mrmr", ...options });
const scoresInOrder = ({ ranking, scores }: Selection) => Array.from(ranking, (j) => scores[j]);

const schemes = ["mid", "miq", "fcd", "fcq"] as const;
const discretizations = ["sigma", "equal-width", "equal-frequency", "none"] as const;

/** Few different values, so that scores tie; two constant columns, a copy and a mirrored copy. */
function tiedData(rows: number, seed: number): { columns: number[][]; labels: number[]; data: Dataset } {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => i % 3);
  const column = (values: number, relevant: boolean) =>
    labels.map((label) => (random.integer(values) + (relevant ? label : 0)) % (values + 1));
  const columns = [
    column(2, false),
    column(2, true),
    labels.map(() => 4),
    column(4, true),
    column(4, true),
    column(6, false),
    column(3, true),
    column(1, true),
    labels.map(() => -0.1),
  ];
  columns.push(
    [...columns[3]],
    columns[4].map((value) => -value),
    column(5, true),
  );
  return { columns, labels, data: fromColumns(columns, labels) };
}

const fromColumns = (columns: readonly number[][], labels: readonly (number | string)[]) =>
  Dataset.fromRows(
    labels.map((_, i) => columns.map((column) => column[i])),
    labels as number[],
  );

async function expectLiteral(
  columns: readonly number[][],
  labels: readonly number[],
  literal: LiteralOptions,
  options: Record<string, unknown>,
): Promise<void> {
  const expected = literalMrmr(columns, labels, literal);
  const found = await mrmr(fromColumns(columns, labels), { k: literal.k, ...options });
  expect(Array.from(found.ranking)).toEqual(expected.order);
  expectClose(found.scores, expected.scores, { relative: 1e-9, absolute: 1e-11 });
}

describe("mrmr beside other programs", () => {
  test.each(Object.entries(oracle.runs))("whole run on wine as in Python: %s", async (name, run) => {
    const [scheme, discretize = "sigma"] = name.split(" ");
    const options = name === "mrmr-selection" ? { compat: name } : { scheme, discretize };
    const found = await mrmr(wine, { k: wine.features, ...options });
    expect(Array.from(found.ranking)).toEqual(run.order);
    expectClose(scoresInOrder(found), run.scores, { relative: 1e-10 });
  });

  test.skipIf(!hasData)("gives the ten genes and scores that pymrmr prints for its colon data", async () => {
    // README of pymrmr: mRMR(test_colon_s3.csv, 'MIQ', 10); that file is COLON in three states at mean ± σ/2.
    const data = await readDataset(dataFile("paper/COLON.mat"));
    const found = await mrmr(data, { scheme: "miq", sigmas: 0.5, compat: "pymrmr", k: 10 });
    const top = Array.from(found.ranking.subarray(0, 10));
    expect(top.map((j) => j + 1)).toEqual([765, 1123, 1772, 286, 467, 377, 513, 1325, 1972, 1412]);
    expect(top.map((j) => found.scores[j].toFixed(3))).toEqual([
      "0.375",
      "24.913",
      "3.984",
      "2.280",
      "1.979",
      "1.768",
      "1.803",
      "1.634",
      "1.741",
      "1.689",
    ]);
  });

  test.each(["reference", "wasm"] as const)(
    "mutual information is scikit-learn's, however it is counted: %s",
    async (name) => {
      const kernels = await createKernels({ kernels: name });
      const workspace = kernels.workspace();
      const { rows, labels, withLabels, withEachOther } = oracle.information;
      const columns = rows[0].map((_, j) => rows.map((row) => row[j]));
      // Up to sixteen states go by bit sets; with the column of forty, by tables, and forty against forty group by group.
      for (const chosen of [
        [0, 1],
        [0, 1, 2, 3],
        [0, 1, 2, 3, 4],
      ]) {
        const data = fromColumns(
          chosen.map((j) => columns[j]),
          labels,
        );
        const states = await readStates(data, everyValue, 40, async () => {});
        const measure = await measureInformation(
          states,
          data.labels!,
          { bits: false, fair: false },
          kernels,
          workspace,
          async () => {},
        );
        expectClose(
          measure.relevance.map((units) => units * measure.unit),
          chosen.map((j) => withLabels[j]),
          { absolute: 1e-13 },
        );
        chosen.forEach((j, at) => {
          const sums = new Float64Array(chosen.length);
          measure.addRedundancy(at, Int32Array.from(chosen.keys()), sums);
          expectClose(
            sums.map((units) => units * measure.unit),
            chosen.map((other) => withEachOther[j][other]),
            { absolute: 1e-13 },
          );
        });
      }
      workspace.release();
      await kernels.dispose();
    },
  );

  test.each(Object.keys(oracle.bins))("bins are those of scikit-learn: %s", async (name) => {
    const [strategy, count] = name.split(" ");
    const discretize = (strategy === "uniform" ? equalWidth : equalFrequency)(Number(count));
    oracle.bins[name].forEach((expected, j) => {
      const codes = new Uint8Array(expected.length);
      discretize(
        Float64Array.from(oracle.tied, (row) => row[j]),
        codes,
        "",
      );
      // scikit-learn leaves out bins that ties make empty, and numbers the rest.
      const used = [...new Set(codes)].sort((a, b) => a - b);
      expect(Array.from(codes, (code) => used.indexOf(code))).toEqual(expected);
    });
  });
});

describe("kept features", () => {
  test("come first, and the others are chosen beside them", async () => {
    const { data, truth } = planted({
      rows: 300,
      classes: 3,
      relevant: 3,
      copies: 3,
      combinations: 0,
      noise: 20,
      separation: 2,
      seed: 5,
    });
    const free = await mrmr(data, { k: 1 });
    const best = free.ranking[0];
    const copy = truth.redundant.find(({ from }) => from.includes(best))!.column;
    const kept = await mrmr(data, { k: 2, keep: [data.featureNames[copy]] });
    // The best feature says little that its copy has not said, so another one follows.
    expect(kept.ranking[0]).toBe(copy);
    expect(kept.ranking[1]).not.toBe(best);
    expect(truth.relevant).toContain(kept.ranking[1]);
  });
});

const everyValue: Discretizer = (column, codes) => {
  codes.set(column);
  return Math.max(...column) + 1;
};

describe("mrmr beside a literal version", () => {
  for (const scheme of schemes)
    for (const discretize of discretizations.slice(0, scheme.startsWith("m") ? 4 : 1))
      test(`${scheme}, ${discretize}: ties, constant columns and copies`, async () => {
        for (const [rows, seed] of [
          [40, 1],
          [97, 2],
          [64, 3],
        ]) {
          const { columns, labels } = tiedData(rows, seed);
          for (const k of [1, 4, columns.length])
            await expectLiteral(
              columns,
              labels,
              { scheme, discretize, k, bins: 4 },
              { scheme, discretize, bins: 4 },
            );
        }
      });

  test("normal data, other borders and bins, rows that fill no word", async () => {
    const random = new Random(5);
    const labels = Array.from({ length: 127 }, () => random.integer(4));
    labels.splice(0, 8, 0, 1, 2, 3, 0, 1, 2, 3);
    const columns = Array.from({ length: 14 }, (_, j) =>
      labels.map((label) => random.normal() + (j < 5 ? ((label * (j + 1)) % 4) * 0.7 : 0)),
    );
    for (const sigmas of [0, 0.5, 1.7])
      await expectLiteral(columns, labels, { scheme: "mid", discretize: "sigma", sigmas, k: 6 }, { sigmas });
    for (const discretize of ["equal-width", "equal-frequency"] as const)
      for (const bins of [2, 3, 11])
        await expectLiteral(
          columns,
          labels,
          { scheme: "miq", discretize, bins, k: 6 },
          { scheme: "miq", discretize, bins },
        );
  });

  test.each([
    ["more joint counts than are made at a time, 15 sets against 15", 3, 16],
    ["too many classes for sets", 60, 11],
    ["too many states for sets", 3, 17],
  ])("%s", async (_, classes, bins) => {
    const random = new Random(8);
    const labels = Array.from({ length: 130 }, (_, i) => i % classes);
    const columns = Array.from({ length: 320 }, (_, j) =>
      labels.map((label) => random.uniform() + (j % 40 === 0 ? label / classes : 0)),
    );
    const options = { scheme: "mid", discretize: "equal-width", bins, k: 3 } as const;
    const expected = literalMrmr(columns, labels, options);
    const found = await mrmr(fromColumns(columns, labels), options);
    // Of 320 features some tie but for rounding, so that the tail may differ.
    expect(Array.from(found.ranking.subarray(0, 3))).toEqual(expected.order.slice(0, 3));
    expectClose(found.scores, expected.scores, { relative: 1e-9, absolute: 1e-11 });
  });

  test("compat scikit-feature: every value is a state, in bits, with a warning", async () => {
    const random = new Random(6);
    const labels = Array.from({ length: 60 }, (_, i) => i % 2);
    const columns = Array.from({ length: 6 }, (_, j) =>
      labels.map((label) => (j % 2 ? random.normal() + label : random.integer(3 + j) + label)),
    );
    await expectLiteral(
      columns,
      labels,
      { scheme: "mid", discretize: "none", base: 2, k: 4 },
      { compat: "scikit-feature" },
    );
    const { notices, definition } = await mrmr(fromColumns(columns, labels), { compat: "scikit-feature" });
    expect(notices).toHaveLength(1);
    expect(notices[0].text).toMatch(/feature "2" has 60 different values in 60 rows/);
    expect(definition).toMatch(/following scikit-feature: MID.*in bits; every different value is a state/);
  });

  test.each([
    { compat: "peng", pool: 500, epsilon: 1e-4 },
    { compat: "peng-matlab", pool: 1000, epsilon: 0.01 },
  ])("compat $compat: bits, pool and what is added to the redundancy", async ({ compat, pool, epsilon }) => {
    const random = new Random(7);
    const labels = Array.from({ length: 24 }, (_, i) => i % 2);
    const columns = Array.from({ length: 1010 }, () => labels.map(() => random.normal()));
    for (const scheme of ["mid", "miq"] as const) {
      const literal = { scheme, discretize: "sigma", base: 2, epsilon, pool, k: 6 } as const;
      const expected = literalMrmr(columns, labels, literal);
      const found = await mrmr(fromColumns(columns, labels), { scheme, compat, k: 6 });
      const top = Array.from(found.ranking.subarray(0, 6));
      expect(top).toEqual(expected.order.slice(0, 6));
      expectClose(
        top.map((j) => found.scores[j]),
        top.map((j) => expected.scores[j]),
        { relative: 1e-9 },
      );
      expect(new Set(found.ranking.subarray(0, pool))).toEqual(new Set(expected.order.slice(0, pool)));
      expect(found.notices.map(({ text }) => text)).toEqual([
        expect.stringMatching(`${1010 - pool} features left out`),
      ]);
    }
  });
});

describe("mrmr", () => {
  test.each(schemes)("%s: the first k of a longer run are the run with k", async (scheme) => {
    const { data } = planted({
      rows: 80,
      classes: 3,
      relevant: 5,
      copies: 10,
      combinations: 5,
      noise: 30,
      seed: 4,
    });
    const long = await mrmr(data, { scheme, k: data.features });
    for (const k of [1, 2, 7, 30]) {
      const short = await mrmr(data, { scheme, k });
      expect(short.ranking.subarray(0, k)).toEqual(long.ranking.subarray(0, k));
      for (const j of short.ranking.subarray(0, k)) expect(short.scores[j]).toBe(long.scores[j]);
      // The tail begins with what would be chosen next.
      expect(short.ranking[k]).toBe(long.ranking[k]);
      expect(short.scores[short.ranking[k]]).toBe(long.scores[long.ranking[k]]);
    }
  });

  test("takes one of each group of copies before a second of any, where Fisher score does not", async () => {
    for (const seed of [1, 2, 3, 4, 5]) {
      const { data, groupOf } = groupsOfCopies(seed);
      const top = async (options: Record<string, unknown>) =>
        Array.from((await select(data, { k: 5, ...options })).ranking.subarray(0, 5));
      const groups = (features: number[]) => new Set(features.map((j) => groupOf.get(j)));
      const byMid = await top({ method: "mrmr" });
      expect(byMid.every((j) => groupOf.has(j))).toBe(true);
      expect(groups(byMid).size).toBe(5);
      const byFisher = await top({ method: "fisher" });
      expect(groups(byFisher).size).toBeLessThan(3);
      // F is so much larger than any correlation that FCD is Fisher score, and MIQ divides by what noise hardly shares.
      expect(await top({ method: "mrmr", scheme: "fcd" })).toEqual(byFisher);
      expect((await top({ method: "mrmr", scheme: "miq" })).every((j) => groupOf.has(j))).toBe(false);
    }
  });

  test("does not see a pair that tells the classes apart only together", async () => {
    const { data, pair } = xorData();
    const { ranking, scores } = await mrmr(data, { k: 10, discretize: "equal-width", bins: 2 });
    for (const j of pair) {
      expect(Array.from(ranking).indexOf(j)).toBeGreaterThan(9);
      expect(scores[j]).toBeLessThan(0.01);
    }
  });

  test("equal features tie to the last bit: mirrored values, renamed classes", async () => {
    const { data } = planted({ rows: 75, classes: 3, relevant: 6, copies: 0, combinations: 0, noise: 10 });
    const values = denseValues(data);
    const columns = Array.from({ length: data.features }, (_, j) =>
      Array.from({ length: data.rows }, (_, i) => values.get(i, j)),
    );
    const labels = Array.from(data.labels!.codes);
    const straight = await mrmr(fromColumns(columns, labels));
    const mirrored = await mrmr(
      fromColumns(
        columns.map((column) => column.map((x) => -x)),
        labels.map((label) => (label + 1) % 3),
      ),
    );
    expect(mirrored.ranking).toEqual(straight.ranking);
    expect(mirrored.scores).toEqual(straight.scores);
  });

  test("independent features share nothing at all; a quotient by nothing is infinite, and relevance decides", async () => {
    // A full factorial: every two columns are exactly independent, which logarithms of 60, 40 and 24 only nearly say.
    const levels = Array.from({ length: 120 }, (_, i) => [i % 3, i % 2, i % 5, Math.floor(i / 30) % 2]);
    const labels = levels.map(([, b, c, e]) => Number(b + 0.4 * c + 0.3 * e > 1.1));
    const data = Dataset.fromRows(
      levels.map(([a, b, c, e]) => [0.7 * e, 0.1 * a, c > 2 ? 0.3 : 0.1, 0.7 * b]),
      labels,
    );
    const mid = await mrmr(data, { discretize: "none", k: 4 });
    for (const [scheme, options] of [
      ["miq", { discretize: "none" }],
      ["fcq", {}],
    ] as const) {
      const { ranking, scores } = await mrmr(data, { scheme, k: 4, ...options });
      expect(ranking.subarray(1)).toEqual(Int32Array.of(ranking[0] === 2 ? 3 : 2, 0, 1));
      expect(Array.from(ranking.subarray(1), (j) => scores[j])).toEqual([
        Number.POSITIVE_INFINITY,
        Number.POSITIVE_INFINITY,
        0,
      ]);
    }
    // Nothing is shared, so what is left of MID is the relevance alone.
    const columns = [0, 1, 2, 3].map((j) => levels.map((_, i) => denseValues(data).get(i, j)));
    mid.scores.forEach((score, j) => {
      expect(score).toBeCloseTo(information(columns[j], labels), 12);
    });
  });

  test("rounding never passes for redundancy: independent by design is zero for all designs", async () => {
    const random = new Random(9);
    for (let p = 2; p < 6; p++)
      for (let q = p + 1; q < 9; q++) {
        const [ofA, ofB] = [p, q].map((count) => Array.from({ length: count }, () => random.normal()));
        const cells = Array.from({ length: 4 * p * q }, (_, i) => [i % p, Math.floor(i / p) % q]);
        const data = Dataset.fromRows(
          cells.map(([a, b]) => [ofA[a], ofB[b]]),
          cells.map(([a, b]) => Number(a + b > (p + q) / 2 - 1)),
        );
        for (const options of [{ scheme: "miq", discretize: "none" }, { scheme: "fcq" }]) {
          const { ranking, scores } = await mrmr(data, { ...options, k: 2 });
          expect([0, Number.POSITIVE_INFINITY]).toContain(scores[ranking[1]]);
        }
      }
  });

  test("compat mrmr-selection: a repetition of all that is chosen waits, a useless feature is left out", async () => {
    const random = new Random(8);
    const labels = Array.from({ length: 60 }, (_, i) => i % 2);
    const strong = labels.map((label) => 5 * label + random.normal());
    const weak = labels.map((label) => label + random.normal());
    const useless = labels.map((_, i) => Math.floor(i / 2) % 2);
    const data = fromColumns([useless, strong, strong, weak], labels);
    const followed = await mrmr(data, { compat: "mrmr-selection", k: 3 });
    expect(Array.from(followed.ranking)).toEqual([1, 3, 2, 0]);
    expect(followed.notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^1 feature left out for having no relevance/),
    ]);
    expect(Array.from((await mrmr(data, { scheme: "fcq", k: 3 })).ranking)).toEqual([1, 2, 3, 0]);
  });

  test("refuses continuous data as it is, and says the limit", async () => {
    await expect(mrmr(wine, { discretize: "none" })).rejects.toThrow(InputError);
    await expect(mrmr(wine, { discretize: "none" })).rejects.toThrow(
      /feature "1" has 126 different values, .* \(at most 32 are allowed\); .* \(discretize: "sigma"\)/,
    );
    const few = Dataset.fromRows(
      Array.from({ length: 20 }, (_, i) => [i * i]),
      Array.from({ length: 20 }, (_, i) => i % 2),
    );
    await expect(mrmr(few, { discretize: "none" })).rejects.toThrow(/at most 10 are allowed/);
    expect((await mrmr(few, { discretize: "none", maxStates: 20 })).ranking).toHaveLength(1);
    expect((await mrmr(await digits(), { discretize: "none", k: 3 })).definition).toMatch(
      /data used unchanged/,
    );
  });

  test("refuses a scheme that the followed program does not have", async () => {
    await expect(mrmr(wine, { scheme: "fcq", compat: "peng" })).rejects.toThrow(
      /Peng's C\+\+ program has no scheme fcq; with compat peng, scheme may be mid or miq/,
    );
    await expect(mrmr(wine, { scheme: "miq", compat: "scikit-feature" })).rejects.toThrow(InputError);
    expect((await mrmr(wine, { compat: "mrmr-selection" })).definition).toMatch(/mrmr_selection: FCQ/);
  });

  test("warns of features that the states make constant", async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [i % 2, Math.floor(i / 4)]);
    const data = Dataset.fromRows(
      rows,
      rows.map((_, i) => i % 2),
    );
    const byDefault = await mrmr(data);
    expect(byDefault.notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^1 feature \(first "1"\) made constant/),
    ]);
    expect(byDefault.scores[0]).toBe(0);
    const asItIs = await mrmr(data, { discretize: "none" });
    expect(asItIs.notices).toEqual([]);
    expect(asItIs.scores[0]).toBeCloseTo(Math.log(2), 12);
  });

  test("says which definition was used", async () => {
    expect((await mrmr(wine)).definition).toBe(
      "MID, I(f;y) − mean I(f;s) in nats; three states at mean ± 1σ (σ of n − 1)",
    );
    expect((await mrmr(wine, { scheme: "fcd" })).definition).toBe(
      "FCD, F statistic less the mean absolute correlation",
    );
  });

  test("borders belong to the middle, and σ is that of n − 1", () => {
    // Mean 0, squares 2, so σ = 1 with n − 1 and the outer values lie on the borders; with n they would lie beyond.
    const codes = new Uint8Array(3);
    threeStates(1, false)(Float64Array.of(-1, 0, 1), codes, "");
    expect(Array.from(codes)).toEqual([1, 1, 1]);
    threeStates(0.99, false)(Float64Array.of(-1, 0, 1), codes, "");
    expect(Array.from(codes)).toEqual([0, 1, 2]);
    // Just beyond the border in 64 bits, on it in the 32 bits of Peng's program.
    threeStates(1, false)(Float64Array.of(-1, 0, 1 + 1e-8), codes, "");
    expect(Array.from(codes)).toEqual([1, 1, 2]);
    threeStates(1, true)(Float64Array.of(-1, 0, 1 + 1e-8), codes, "");
    expect(Array.from(codes)).toEqual([1, 1, 1]);
  });
});

/** Five relevant features with four noisy copies each, and noise. */
function groupsOfCopies(seed: number): { data: Dataset; groupOf: Map<number, number> } {
  const { data, truth } = planted({
    rows: 400,
    relevant: 5,
    copies: 20,
    combinations: 0,
    noise: 50,
    copyNoise: 0.1,
    seed,
  });
  const groupOf = new Map(truth.relevant.map((j) => [j, j]));
  for (const { column, from } of truth.redundant) groupOf.set(column, from[0]);
  return { data, groupOf };
}

/** Two features whose sign decides the class together, five that each know a little, and noise. */
function xorData(): { data: Dataset; pair: number[] } {
  const random = new Random(11);
  const rows = Array.from({ length: 400 }, () => Array.from({ length: 40 }, () => random.normal()));
  const labels = rows.map((row) => Number(row[0] * row[1] > 0));
  rows.forEach((row, i) => {
    for (let j = 2; j < 7; j++) row[j] += 0.5 * labels[i];
  });
  return { data: Dataset.fromRows(rows, labels), pair: [0, 1] };
}

test("the literal version itself: a fair coin shares ln 2 with itself", () => {
  expect(information([0, 1, 0, 1], [1, 0, 1, 0])).toBeCloseTo(Math.log(2), 14);
});

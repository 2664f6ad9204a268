import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import {
  createKernels,
  Dataset,
  digits,
  InputError,
  type Matrix,
  planted,
  Random,
  type SelectOptions,
  select,
} from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import type { Interim } from "../../src/selectors/selector.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";

const fixture = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/selectors/${name}.json`, import.meta.url), "utf8"));

interface Case {
  neighbours: number;
  sigma?: number | null;
  scores: number[];
}

/** Weka 3.6.14 and scikit-feature; test/fixtures/selectors/make_relieff.py wrote it. */
const oracle = fixture("relieff") as {
  weka: Record<"irisFisher" | "irisUci" | "digits" | "unbalanced", Case[]>;
  "scikit-feature": Record<"digits" | "unbalanced" | "wide", Case[]>;
  unbalanced: { rows: number[][]; labels: number[] };
  wide: { rows: number[][]; labels: number[] };
};

/** scikit-learn's iris is Fisher's own; UCI's file has other values in samples 35 and 38. */
const iris = fixture("fisher").irisData as { rows: number[][]; labels: number[] };
const irisFisher = Dataset.fromRows(iris.rows, iris.labels);
const irisUci = Dataset.fromRows(
  iris.rows.map((row, i) => (i === 34 ? [4.9, 3.1, 1.5, 0.1] : i === 37 ? [4.9, 3.1, 1.5, 0.1] : row)),
  iris.labels,
);
const unbalanced = Dataset.fromRows(oracle.unbalanced.rows, oracle.unbalanced.labels);

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());
const relieff = (data: Dataset, options: Omit<SelectOptions<"relieff">, "method"> = {}) =>
  select(data, { method: "relieff", k: 1, kernels, ...options });

interface Literal {
  neighbours: number;
  sigma?: number;
  distance?: "manhattan" | "euclidean";
  scaling?: "range" | "none";
  prior?: "empirical" | "uniform";
}

/** The definition, word for word: for every sample, the nearest of each class, by distance and then by row. */
function literal(rows: number[][], labels: number[], options: Literal): number[] {
  const { neighbours, sigma = Number.POSITIVE_INFINITY, distance, scaling, prior } = options;
  const d = rows[0].length;
  const range = (j: number) =>
    Math.max(...rows.map((row) => row[j])) - Math.min(...rows.map((row) => row[j]));
  const units = Array.from({ length: d }, (_, j) => (scaling === "none" ? 1 : range(j) || 1));
  const diff = (j: number, a: number, b: number) => Math.abs(rows[a][j] - rows[b][j]) / units[j];
  const classes = [...new Set(labels)];
  const p = (label: number) =>
    prior === "uniform" ? 1 / classes.length : labels.filter((l) => l === label).length / labels.length;
  const score = new Array(d).fill(0);
  for (let i = 0; i < rows.length; i++)
    for (const label of classes) {
      const near = rows
        .map((_, row) => {
          let sum = 0;
          for (let j = 0; j < d; j++)
            sum += distance === "euclidean" ? diff(j, i, row) ** 2 : diff(j, i, row);
          return { row, sum };
        })
        .filter(({ row }) => row !== i && labels[row] === label)
        .sort((a, b) => a.sum - b.sum || a.row - b.row)
        .slice(0, neighbours);
      const influence = near.map((_, r) => Math.exp(-(((r + 1) / sigma) ** 2)));
      const whole = influence.reduce((sum, x) => sum + x, 0);
      const weight = label === labels[i] ? -1 : p(label) / (1 - p(labels[i]));
      near.forEach(({ row }, r) => {
        for (let j = 0; j < d; j++)
          score[j] += (((weight * influence[r]) / whole) * diff(j, i, row)) / rows.length;
      });
    }
  return score;
}

/** Random numbers in classes of these sizes; the first features know something of the class. */
function randomData(
  seed: number,
  sizes: readonly number[],
  d: number,
): { rows: number[][]; labels: number[] } {
  const random = new Random(seed);
  const labels = random.shuffle(sizes.flatMap((size, label) => new Array<number>(size).fill(label)));
  const rows = labels.map((label) =>
    Array.from({ length: d }, (_, j) => 10 ** (j - 2) * (random.normal() + (j < 2 ? label : 0))),
  );
  return { rows, labels };
}

describe("golden figures on iris, k = 10", () => {
  test("Fisher's own data, as computed elsewhere and as MATLAB documents", async () => {
    const { scores, ranking } = await relieff(irisFisher);
    expectClose(scores, [0.1398, 0.1226, 0.359, 0.3755], { relative: 0, absolute: 2e-4 });
    expectClose(scores, [0.1399, 0.1226, 0.359, 0.3754], { relative: 0, absolute: 2e-4 });
    expect(Array.from(ranking)).toEqual([3, 2, 0, 1]);
  });

  test("UCI's data", async () => {
    const { scores } = await relieff(irisUci);
    expectClose(scores, [0.1404, 0.1218, 0.3587, 0.3756], { relative: 0, absolute: 2e-4 });
  });

  test.skipIf(!hasData)("UCI's file is what the figures above were taken from", async () => {
    const data = await readDataset(dataFile("formats/iris.arff"), { target: "class" });
    expectSame((await relieff(data)).scores, (await relieff(irisUci)).scores);
  });
});

test.skipIf(!hasData)("the five best features of ionosphere are those that MATLAB documents", async () => {
  const data = await readDataset(dataFile("formats/ionosphere.arff"), { target: "class" });
  // [idx,weights] = relieff(X,Y,10); idx(1:5), counting from 1
  const { ranking, definition } = await relieff(data, { compat: "matlab" });
  expect(Array.from(ranking.subarray(0, 5), (j) => j + 1)).toEqual([24, 3, 8, 5, 14]);
  expect(definition).toContain("MATLAB");
});

describe("against Weka", () => {
  test.each(["irisFisher", "irisUci", "digits", "unbalanced"] as const)(
    "compat weka has its scores of %s, ties included",
    async (name) => {
      const data = { irisFisher, irisUci, unbalanced, digits: await digits() }[name];
      for (const { neighbours, sigma, scores } of oracle.weka[name]) {
        const given = await relieff(data, { compat: "weka", neighbours, sigma });
        expectClose(given.scores, scores, { relative: 1e-11, absolute: 1e-13 });
        expect(given.definition).toContain("Weka");
      }
    },
  );

  test("the default is the same definition: the same scores where no distances tie", async () => {
    for (const { neighbours, scores } of oracle.weka.unbalanced.filter(({ sigma }) => sigma === null))
      expectClose((await relieff(unbalanced, { neighbours })).scores, scores, {
        relative: 1e-11,
        absolute: 1e-13,
      });
  });

  test("compat weka takes a range below 1e-6 for none", async () => {
    const rows = iris.rows.map((row) => [...row, row[3] * 1e-7]);
    const data = Dataset.fromRows(rows, iris.labels);
    expect((await relieff(data, { compat: "weka" })).scores[4]).toBe(0);
    expect((await relieff(data)).scores[4]).toBeGreaterThan(0.3);
  });
});

test.each(["digits", "unbalanced", "wide"] as const)(
  "compat scikit-feature has its scores of %s",
  async (name) => {
    const wide = Dataset.fromRows(oracle.wide.rows, oracle.wide.labels);
    const data = { unbalanced, wide, digits: await digits() }[name];
    for (const { neighbours, scores } of oracle["scikit-feature"][name]) {
      const given = await relieff(data, { compat: "scikit-feature", neighbours });
      expectClose(given.scores, scores, { relative: 1e-10, absolute: 1e-9 });
      expect(given.definition).toContain("scikit-feature");
    }
  },
);

describe("against the definition, word for word", () => {
  const options: Partial<Literal>[] = [
    {},
    { sigma: 3 },
    { sigma: 0.01 },
    { distance: "euclidean" },
    { scaling: "none" },
    { prior: "uniform" },
    { distance: "euclidean", scaling: "none", prior: "uniform", sigma: 20 },
  ];
  test.each(options)("%o, few and many neighbours, small and unequal classes", async (changed) => {
    for (const [seed, sizes] of [
      [1, [30, 12, 4, 2]],
      [2, [25, 6]],
      [3, [2, 2, 2, 2, 2]],
      [4, [90, 41]],
    ] as const)
      for (const neighbours of [1, 3, 10, 1000]) {
        const { rows, labels } = randomData(seed, sizes, 5);
        const { scores } = await relieff(Dataset.fromRows(rows, labels), { neighbours, ...changed });
        // With sigma = 0.01 only the nearest counts, which the literal version cannot say: exp(−10⁴) is 0.
        const { sigma, ...others } = changed;
        const same = sigma === 0.01 ? { neighbours: 1, ...others } : { neighbours, ...changed };
        expectClose(scores, literal(rows, labels, same), { relative: 1e-10, absolute: 1e-12 });
      }
  });

  test("of equally near neighbours the earlier row is taken", async () => {
    // Features of 0 and 1: distances are whole numbers, and most of them tie.
    const random = new Random(5);
    const rows = Array.from({ length: 60 }, () => Array.from({ length: 6 }, () => random.integer(2)));
    const labels = rows.map((_, i) => i % 3);
    const { scores } = await relieff(Dataset.fromRows(rows, labels), { neighbours: 4 });
    expectClose(scores, literal(rows, labels, { neighbours: 4 }), { absolute: 1e-12 });
  });

  test("ties are not decided by rounding", async () => {
    // Iris in tenths has the ranges 36, 24, 59 and 24: as parts of 4248 = 72·59, all distances are whole numbers.
    const whole = iris.rows.map((row) =>
      row.map((x, j) => (Math.round(10 * x) * 4248) / [36, 24, 59, 24][j]),
    );
    expect(whole.flat().every(Number.isInteger)).toBe(true);
    const exact = literal(whole, iris.labels, { neighbours: 10, scaling: "none" }).map((x) => x / 4248);
    const { scores } = await relieff(irisFisher);
    expectClose(scores, exact, { relative: 1e-11 });
  });
});

test("scores have the same bits in the plain kernels and in random order", async () => {
  const { data } = planted({ rows: 150, classes: 3, noise: 20 });
  const { scores, chosen } = await relieff(data);
  expect(chosen).toBeUndefined();
  expectSame((await relieff(data, { kernels: "reference" })).scores, scores);
  for (const seed of [1, 2, 3]) {
    const watched = await relieff(data, { seed, onInterim: () => {} });
    expectSame(watched.scores, scores);
    expect(watched.chosen).toMatchObject({ samples: 150, why: "all samples were used" });
    expect(watched.errors).toBeUndefined();
  }
});

test("more samples than are worked on at once, and more than their distances are kept of", async () => {
  // 4100² distances would take 134 MB; scores must be those of a run that never keeps any.
  const { data } = planted({ rows: 4100, relevant: 2, copies: 0, combinations: 0, noise: 2 });
  const [inOrder, watched] = [await relieff(data), await relieff(data, { onInterim: () => {} })];
  expectSame(watched.scores, inOrder.scores);
});

describe("what it finds", () => {
  /** Two features that tell the classes apart only together (their signs agree or not), and noise. */
  function exclusiveOr(rows: number, noise: number, seed: number): Dataset {
    const random = new Random(seed);
    const values = Array.from({ length: rows }, () =>
      Array.from({ length: 2 + noise }, () => 2 * random.uniform() - 1),
    );
    return Dataset.fromRows(
      values,
      values.map(([a, b]) => (a * b > 0 ? "same" : "different")),
    );
  }

  test("a pair that works only together, which the Fisher score does not see", async () => {
    const data = exclusiveOr(200, 10, 1);
    const { ranking } = await relieff(data);
    expect(new Set(ranking.subarray(0, 2))).toEqual(new Set([0, 1]));
    const fisher = await select(data, { method: "fisher" });
    expect(new Set(fisher.ranking.subarray(0, 2))).not.toEqual(new Set([0, 1]));
  });

  test("not that pair among very many features of noise: neighbours are near by chance", async () => {
    const { ranking } = await relieff(exclusiveOr(200, 1000, 1));
    const places = [0, 1].map((j) => ranking.indexOf(j));
    expect(Math.max(...places)).toBeGreaterThan(100);
  });

  test("copies of a good feature with the same score, side by side", async () => {
    const { data } = planted({
      rows: 120,
      relevant: 3,
      copies: 0,
      combinations: 0,
      noise: 10,
      separation: 2,
    });
    const best = (await relieff(data)).ranking[0];
    const rows = Array.from({ length: data.rows }, (_, i) => {
      const row = Array.from({ length: data.features }, (_, j) => (data.values as Matrix).get(i, j));
      return [...row, row[best], row[best]];
    });
    const { ranking, scores } = await relieff(Dataset.fromRows(rows, Array.from(data.labels!.codes)));
    const place = ranking.indexOf(best);
    expect(Array.from(ranking.subarray(place, place + 3))).toEqual([best, data.features, data.features + 1]);
    expect(scores[data.features]).toBe(scores[best]);
  });
});

describe("anytime", () => {
  const { data, truth } = planted({
    rows: 600,
    relevant: 4,
    copies: 0,
    combinations: 0,
    noise: 30,
    separation: 2,
  });

  test("samples: so many, the same for the same seed, with standard errors that are right", async () => {
    const { rows, labels } = randomData(7, [70, 50], 4);
    const small = Dataset.fromRows(rows, labels);
    const whole = (await relieff(small)).scores;
    let sum = 0;
    const rounds = 150;
    for (let seed = 0; seed < rounds; seed++) {
      const { scores, errors, chosen, definition } = await relieff(small, { samples: 40, seed });
      expect(chosen).toMatchObject({ samples: 40, why: "samples was given" });
      expect(definition).toMatch(/; from 40 of 120 samples$/);
      scores.forEach((score, j) => {
        sum += ((score - whole[j]) / errors![j]) ** 2 / (rounds * scores.length);
      });
    }
    // The mean square of normally distributed numbers, were the errors exact, is 1.
    expect(sum).toBeGreaterThan(0.8);
    expect(sum).toBeLessThan(1.25);
    const [one, again] = [await relieff(small, { samples: 40 }), await relieff(small, { samples: 40 })];
    expectSame(again.scores, one.scores);
    expectSame((await relieff(small, { samples: 1000 })).scores, whole);
    const single = await relieff(small, { samples: 1 });
    expect(single.errors![0]).toBe(Number.POSITIVE_INFINITY);
    expect(single.notices[0].text).toMatch(
      /^the scores are estimates from 1 of 120 samples: \d of the best 1 /,
    );
  });

  test("confidence: it stops before the end, and with the features that all samples give", async () => {
    const whole = await relieff(data, { k: 4 });
    const best = new Set(whole.ranking.subarray(0, 4));
    expect(best).toEqual(new Set(truth.relevant));
    for (let seed = 0; seed < 10; seed++) {
      const { ranking, chosen, notices } = await relieff(data, { k: 4, confidence: 0.9, seed });
      expect(chosen!.samples).toBeLessThan(600);
      expect(chosen!.settled).toBe(4);
      expect(chosen!.why).toBe("the best 4 stand apart from the rest at confidence 0.9");
      expect(new Set(ranking.subarray(0, 4))).toEqual(best);
      expect(notices).toEqual([]);
    }
  });

  test("confidence: without a gap it takes all samples", async () => {
    const noise = planted({ rows: 150, relevant: 1, copies: 0, combinations: 0, noise: 40 }).data;
    const { chosen, scores } = await relieff(noise, { k: 10, confidence: 0.95 });
    expect(chosen).toMatchObject({ samples: 150, why: "all samples were used" });
    expectSame(scores, (await relieff(noise, { k: 10 })).scores);
  });

  test("running results come with errors that fall to zero; returning false takes the last", async () => {
    const seen: Interim[] = [];
    const stopped = await relieff(data, {
      k: 4,
      onInterim: (running) => {
        seen.push(running);
        return running.done < 200;
      },
    });
    expect(seen.length).toBeGreaterThan(1);
    seen.forEach(({ done, total, scores, errors, ranking, k, settled, confidence }, at) => {
      expect({ total, k, confidence }).toEqual({ total: 600, k: 4, confidence: 0.95 });
      expect(done).toBeGreaterThan(at === 0 ? 0 : seen[at - 1].done);
      expect(settled).toBeGreaterThanOrEqual(0);
      expect(settled).toBeLessThanOrEqual(4);
      expect(errors.every((error) => error > 0)).toBe(true);
      expect(scores[ranking[0]]).toBe(Math.max(...scores));
      expect([...ranking].sort((a, b) => a - b)).toEqual([...scores.keys()]);
    });
    const last = seen.at(-1)!;
    expectSame(stopped.scores, last.scores);
    expectSame(stopped.errors!, last.errors);
    expect(stopped.ranking).toEqual(last.ranking);
    expect(stopped.chosen).toMatchObject({ samples: last.done, why: "it was asked to stop" });
    expect(last.done).toBeLessThan(300);
  });

  test("a listener that is none is refused; other methods leave it alone", async () => {
    await expect(relieff(data, { onInterim: 1 as never })).rejects.toThrow(
      "onInterim must be a function; 1 was given",
    );
    let called = false;
    await select(data, {
      method: "fisher",
      onInterim: () => {
        called = true;
      },
    });
    expect(called).toBe(false);
  });

  test("an abort still ends it without a result", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const running = relieff(data, { signal: controller.signal, onInterim: () => controller.abort(reason) });
    await expect(running).rejects.toBe(reason);
  });
});

describe("refuses", () => {
  test.each<[Omit<SelectOptions<"relieff">, "method">, RegExp]>([
    [
      { compat: "weka", distance: "euclidean" },
      /^distance euclidean was given, and compat weka means manhattan/,
    ],
    [{ compat: "matlab", scaling: "none" }, /^scaling none was given, and compat matlab means range/],
    [{ compat: "scikit-feature", sigma: 2 }, /^sigma 2 was given, and compat scikit-feature means no sigma/],
    [{ compat: "weka", prior: "uniform" }, /^prior uniform was given, and compat weka means empirical/],
  ])("%o", async (options, message) => {
    await expect(relieff(irisFisher, options)).rejects.toThrow(InputError);
    await expect(relieff(irisFisher, options)).rejects.toThrow(message);
  });

  test("values that are too large to be taken as they are", async () => {
    const rows = iris.rows.map((row) => row.map((x) => x * 1e200));
    const data = Dataset.fromRows(rows, iris.labels);
    await expect(relieff(data, { scaling: "none" })).rejects.toThrow(/too large .* \(scaling: "range"\)/);
    expectClose((await relieff(data)).scores, (await relieff(irisFisher)).scores, { relative: 1e-2 });
  });
});

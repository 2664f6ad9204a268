import { describe, expect, test } from "vitest";
import type { Dataset } from "../../src/data/dataset.js";
import { encodeForSelection, fitPreparation } from "../../src/models/preparation.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { type MethodName, selectors } from "../../src/selectors/registry.js";
import { type Selection, selectWith } from "../../src/selectors/select.js";
import type { Selector } from "../../src/selectors/selector.js";
import { expectClose } from "../support/expect-close.js";
import { levels, type MadeColumn, mixedTable, recoded, tableOf } from "./mixed-tables.js";

interface Case {
  readonly method: MethodName;
  readonly options?: Readonly<Record<string, unknown>>;
  /** How many tables are drawn where a claim is about chance; 20. */
  readonly draws?: number;
  /** Whether the score of a number does not depend on its unit. */
  readonly scaleFree?: boolean;
  /** Whether every difference between levels counts, so that one that says something counts less beside others that do not. */
  readonly dilutes?: boolean;
  /** Whether neighbours decide: what a signal in a category is worth then depends on all other features. */
  readonly byNeighbours?: boolean;
  /** What makes a solver end where rounding does. */
  readonly exact?: Readonly<Record<string, unknown>>;
  /** Whether a category may score above the number behind it: two levels differ by 1, two numbers by a part of their range. */
  readonly overratesLevels?: boolean;
  /** Whether the classes play no part. */
  readonly unsupervised?: boolean;
}

/** Every method that takes categories, in its variants. */
const cases: readonly Case[] = [
  { method: "fisher", scaleFree: true },
  { method: "trace-ratio" },
  { method: "trace-ratio", options: { standardize: true }, scaleFree: true },
  {
    method: "trace-ratio",
    options: { graph: "class-neighbours", standardize: true },
    scaleFree: true,
    byNeighbours: true,
  },
  { method: "laplacian", scaleFree: true, byNeighbours: true, unsupervised: true },
  { method: "laplacian", options: { graph: "class" }, scaleFree: true },
  { method: "laplacian", options: { graph: "class-neighbours" }, scaleFree: true, byNeighbours: true },
  { method: "mrmr" },
  { method: "relieff", scaleFree: true, overratesLevels: true },
  { method: "relieff", options: { distance: "euclidean" }, scaleFree: true, overratesLevels: true },
  { method: "bahsic", scaleFree: true, dilutes: true },
  { method: "bahsic", options: { kernel: "gaussian" }, scaleFree: true, dilutes: true },
  { method: "mmc-rfe", scaleFree: true },
  { method: "mmc-rfe", options: { weight: "eigenvalue", vectors: "classes" }, scaleFree: true },
  { method: "svm-rfe", scaleFree: true, dilutes: true },
  { method: "lasso", scaleFree: true, dilutes: true, exact: { tolerance: 1e-14 } },
  { method: "rfs", scaleFree: true, dilutes: true, exact: { tolerance: 1e-9, maxIterations: 2000 } },
  { method: "ldfs", scaleFree: true },
  { method: "ldfs", options: { variant: "normalised" }, scaleFree: true, draws: 5 },
];

const run = (data: Dataset, { method, options = {} }: Case, k = 2): Promise<Selection> =>
  selectWith(data, { method, options, k });
const runExactly = (data: Dataset, one: Case): Promise<Selection> =>
  run(data, { ...one, options: { ...one.options, ...one.exact } });
const place = ({ rankedNames }: Selection, name: string) => rankedNames.indexOf(name);

/** Two classes that three numbers tell apart, well, less well and hardly, among noise; the middle one is cut at its quartiles or not. */
function signalTable(seed: number, cut: boolean): Dataset {
  const random = new Random(seed);
  const labels = Array.from({ length: 200 }, (_, i) => `class ${i % 2}`);
  const number = (name: string, shift: number) => ({
    name,
    values: labels.map((label) => random.normal() + (label === "class 1" ? shift : 0)),
  });
  const columns: MadeColumn[] = [number("strong", 3), number("signal", 1.5), number("weak", 0.5)];
  const noise = Array.from({ length: 5 }, (_, j) => number(`noise ${j}`, 0));
  const sorted = [...columns[1].values].sort((a, b) => a - b);
  const quarters = columns[1].values.map((value) => Math.floor(sorted.indexOf(value) / 50));
  if (cut) columns[1] = { name: "signal", values: quarters, levels: levels(4) };
  return tableOf([...columns, ...noise], labels);
}

/** Two clusters that most columns tell apart: what a method without classes can see. */
function clusters(seed: number): Dataset {
  const data = mixedTable(seed);
  const values = data.values instanceof Matrix ? data.values.copy() : data.values.toDense();
  for (let i = 0; i < data.rows; i++)
    for (let j = 4; j < data.features; j++) values.set(i, j, values.get(i, j) + 2 * (i % 2));
  return data.with({ values });
}

describe.each(cases)("$method $options with categories", (one) => {
  // A method that this does not hold for says so on its page.
  if (one.scaleFree)
    test("a category of two levels scores as its 0/1 column does", async () => {
      const data = mixedTable(3, { classes: 3 });
      const asNumber = await runExactly(
        data.with({ categories: data.categories!.map((own, j) => (j === 3 ? null : own)) }),
        one,
      );
      const asCategory = await runExactly(data, one);
      expectClose(asCategory.scores, asNumber.scores, { relative: 1e-8 });
      expect(asCategory.rankedNames).toEqual(asNumber.rankedNames);
    });

  test("a category of 30 levels of noise outranks no real feature, in 20 draws", async () => {
    for (let seed = 1; seed <= (one.draws ?? 20); seed++) {
      const picked = await run(one.unsupervised ? clusters(seed) : mixedTable(seed), one);
      for (const real of ["marker", "genotype"])
        expect(place(picked, real), `${real}, seed ${seed}`).toBeLessThan(place(picked, "street"));
    }
  });

  // A method that this does not hold for says so on its page.
  if (!one.byNeighbours)
    test("a signal ranks alike as a number and as a category of its quarters", async () => {
      for (let seed = 1; seed <= 5; seed++) {
        const [asNumber, asCategory] = [false, true].map((cut) => signalTable(seed, cut));
        const places = [await run(asNumber, one), await run(asCategory, one)].map((picked) =>
          place(picked, "signal"),
        );
        const allowed = one.overratesLevels ? [0, 1] : one.dilutes ? [1, 2] : [1];
        expect(places[0], `seed ${seed}`).toBe(1);
        expect(allowed, `seed ${seed}`).toContain(places[1]);
      }
    });

  test("the order in which levels are coded changes nothing", async () => {
    for (const classes of [2, 3]) {
      const data = mixedTable(5, { classes });
      const [plain, other] = [
        await runExactly(data, one),
        await runExactly(recoded(data, 1, [2, 0, 3, 1]), one),
      ];
      expect(other.rankedNames).toEqual(plain.rankedNames);
      expectClose(other.scores, plain.scores, { relative: 1e-6, absolute: 1e-9 });
    }
  });
});

/** A number to predict from a number and a category of four levels; a category of 30 levels, a yes/no and numbers of noise. */
function targetTable(seed: number): Dataset {
  const random = new Random(seed);
  const rows = Array.from({ length: 120 }, (_, i) => i);
  const below = (count: number) => rows.map(() => Math.floor(count * random.uniform()));
  const normal = () => rows.map(() => random.normal());
  const [marker, kind] = [normal(), below(4)];
  const effects = [-1, 1.5, 0, -0.5];
  const table = tableOf(
    [
      { name: "marker", values: marker },
      { name: "genotype", values: kind, levels: levels(4) },
      { name: "street", values: below(30), levels: levels(30) },
      { name: "answer", values: below(2), levels: levels(2) },
      ...[0, 1, 2, 3].map((j) => ({ name: `noise ${j}`, values: normal() })),
    ],
    rows.map(String),
  );
  return table.with({ targets: rows.map((i) => marker[i] + effects[kind[i]] + 0.7 * random.normal()) });
}

describe.each([
  { method: "fisher" },
  { method: "mrmr" },
  { method: "relieff" },
  { method: "rfs", exact: { tolerance: 1e-9, maxIterations: 2000 } },
  { method: "dfs", options: { gamma: 3 } },
] as const satisfies readonly Case[])("$method with categories and a number to predict", (one: Case) => {
  test("30 levels of noise outrank no real feature", async () => {
    for (let seed = 1; seed <= 10; seed++) {
      const picked = await run(targetTable(seed), one);
      for (const real of ["marker", "genotype"])
        expect(place(picked, real), `${real}, seed ${seed}`).toBeLessThan(place(picked, "street"));
    }
  });

  // A method that this does not hold for says so on its page.
  if (one.method !== "mrmr")
    test("a category of two levels scores as its 0/1 column does", async () => {
      const data = targetTable(3);
      const asNumber = data.with({ categories: data.categories!.map((own, j) => (j === 3 ? null : own)) });
      const [first, second] = [await runExactly(data, one), await runExactly(asNumber, one)];
      expectClose(first.scores, second.scores, { relative: 1e-5, absolute: 1e-9 });
    });
});

test("all columns of a category have one score, whatever the options", async () => {
  const data = mixedTable(4, { classes: 3 });
  const variants: readonly Case[] = [
    ...cases.filter(({ method }) => selectors[method].categories === "parts"),
    ...[{}, { gamma: 0 }, { gamma: 1 }, { gamma: 1, solver: "literal" }, { elimination: "one-shot" }].map(
      (options) => ({ method: "dfs" as const, options }),
    ),
    { method: "ldfs", options: { gamma: 0 } },
    { method: "ldfs", options: { gamma: 1 } },
    { method: "fisher", options: { classWeight: "balanced" } },
    { method: "laplacian", options: { compat: "scikit-feature" } },
    { method: "trace-ratio", options: { compat: "scikit-feature" } },
    { method: "bahsic", options: { kernel: "gaussian", compat: "elefant" } },
    { method: "rfs", options: { standardize: false } },
  ];
  for (const { method, options = {} } of variants) {
    let seen = 0;
    const plain: Selector = selectors[method];
    const watched: Selector = {
      ...plain,
      name: "watched",
      async score(encoded, given, context) {
        const scored = await plain.score(encoded, given, context);
        for (const feature of [1, 2]) {
          const own = scored.scores.filter((_, column) => context.parts![column] === feature);
          expect(new Set(own).size, `${method} ${JSON.stringify(options)}`).toBe(1);
          seen += own.length;
        }
        return scored;
      },
    };
    const { scores } = await selectWith(data, { method: watched, options, k: 2 });
    expect(seen).toBeGreaterThan(20);
    expect(scores.some(Number.isNaN)).toBe(false);
  }
});

test("dfs with the additive kernel: levels are not bent, and 30 of noise outrank nothing", async () => {
  const one: Case = { method: "dfs", options: { kernel: "additive" } };
  const data = mixedTable(3, { classes: 3 });
  const asNumber = data.with({ categories: data.categories!.map((own, j) => (j === 3 ? null : own)) });
  const [first, second] = [await run(data, one), await run(asNumber, one)];
  expectClose(first.scores, second.scores, { relative: 1e-8 });
  const widths = new Map<string, number>();
  for (const name of first.map!.features) widths.set(name, (widths.get(name) ?? 0) + 1);
  expect(widths.get("genotype [1]")).toBe(1);
  expect(widths.get("answer [1]")).toBe(1);
  expect(widths.get("marker")).toBeGreaterThan(1);
  for (let seed = 1; seed <= 5; seed++) {
    const picked = await run(mixedTable(seed), one);
    expect([...picked.features].sort()).toEqual(["genotype", "marker"]);
  }
});

describe("scores of categories against slow versions", () => {
  test("fisher: Cramér's V from the table of levels and classes, brought to the degrees of freedom of a number", async () => {
    for (const classes of [2, 3, 4]) {
      const data = mixedTable(7, { classes });
      const { scores } = await run(data, { method: "fisher" });
      for (const [column, count] of [
        [1, 4],
        [2, 30],
      ]) {
        const m = count - 1;
        const share = chiSquare(data, column) / (data.rows * Math.min(m, classes - 1));
        const root = Math.sqrt(data.rows * share) - Math.sqrt(m - 0.5) + Math.sqrt(classes - 1.5);
        const fair = m > classes - 1 ? Math.max(0, root) ** 2 / data.rows : share;
        expectClose([scores[column]], [fair / (1 - fair)], { relative: 1e-9 });
      }
    }
  });

  test("fisher, laplacian and trace ratio agree on the class graph", async () => {
    const data = mixedTable(8, { classes: 3 });
    const { scores, ranking } = await run(data, { method: "fisher" });
    const smooth = await run(data, { method: "laplacian", options: { graph: "class" } });
    expectClose(
      smooth.scores,
      scores.map((score) => 1 / (1 + score)),
      { relative: 1e-9 },
    );
    const ratio = await run(data, { method: "trace-ratio", options: { standardize: true } });
    expect(Array.from(ratio.ranking)).toEqual(Array.from(ranking));
  });
});

describe("bahsic drops the columns of a category together", () => {
  const data = mixedTable(9, { rows: 40 });
  const { data: encoded, featureOf } = encodeForSelection(
    data,
    fitPreparation(
      data,
      Array.from({ length: data.rows }, (_, i) => i),
    ),
  );
  const blocks = data.featureNames.map((_, feature) =>
    Array.from(featureOf.keys()).filter((column) => featureOf[column] === feature),
  );

  /** HSIC of some features by its definition, tr(KHLH)/(n − 1)²: standardised columns, those of a category over √m. */
  function hsic(chosen: readonly number[], kernelOf: (product: number, distance: number) => number): number {
    const n = data.rows;
    const columns = chosen.flatMap((feature) =>
      blocks[feature].map((column) => {
        const values = Array.from({ length: n }, (_, i) => (encoded.values as Matrix).get(i, column));
        const mean = values.reduce((sum, x) => sum + x, 0) / n;
        const deviation = Math.sqrt(values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (n - 1));
        return values.map((x) => (x - mean) / deviation / Math.sqrt(blocks[feature].length));
      }),
    );
    const sum = (list: readonly number[]) => list.reduce((total, x) => total + x, 0);
    const pairs = (value: (i: number, k: number) => number) =>
      Array.from({ length: n }, (_, i) => Array.from({ length: n }, (_, k) => value(i, k)));
    const centred = (matrix: readonly (readonly number[])[]) => {
      const means = matrix.map((row) => sum(row) / n);
      return pairs((i, k) => matrix[i][k] - means[i] - means[k] + sum(means) / n);
    };
    const k = pairs((i, r) =>
      kernelOf(sum(columns.map((x) => x[i] * x[r])), sum(columns.map((x) => (x[i] - x[r]) ** 2))),
    );
    const l = centred(pairs((i, r) => Number(data.labels!.codes[i] === data.labels!.codes[r])));
    return sum(k.flatMap((row, i) => row.map((x, r) => x * l[i][r]))) / (n - 1) ** 2;
  }

  test("linear: the score is HSIC of the category alone", async () => {
    const { scores } = await run(data, { method: "bahsic" });
    expectClose(
      scores,
      blocks.map((_, feature) => hsic([feature], (product) => product)),
      { relative: 1e-9, absolute: 1e-15 },
    );
  });

  test("gaussian: the elimination of a literal version", async () => {
    let left = blocks.map((_, feature) => feature);
    const expected: number[] = [];
    while (left.length > 0) {
      const scale = 1 / (2 * Math.max(1, left.length - 1));
      const gaussian = (_: number, distance: number) => Math.exp(-scale * distance);
      const without = left.map((gone) =>
        hsic(
          left.filter((feature) => feature !== gone),
          gaussian,
        ),
      );
      // Of equal ones the later goes first.
      const worst = left[without.lastIndexOf(Math.max(...without))];
      expected.unshift(worst);
      left = left.filter((feature) => feature !== worst);
    }
    const { ranking } = await run(data, { method: "bahsic", options: { kernel: "gaussian", dropRate: 0 } });
    expect(Array.from(ranking)).toEqual(expected);
  });
});

describe("mrmr on levels and with missing values", () => {
  const random = new Random(12);
  const labels = Array.from({ length: 150 }, (_, i) => `class ${i % 3}`);
  const category = (name: string, count: number, tells: number, gaps: number) => ({
    name,
    values: labels.map((_, i) => {
      const level = random.uniform() < tells ? i % 3 : Math.floor(count * random.uniform());
      return random.uniform() < gaps ? Number.NaN : level;
    }),
    levels: levels(count),
  });
  const columns = [
    category("three", 3, 0.5, 0),
    category("gaps", 4, 0.4, 0.2),
    category("street", 30, 0.1, 0.1),
    category("two", 3, 0.2, 0),
  ];
  const data = tableOf(columns, labels);

  /** Mutual information in nats over the rows that have both, times their share, brought to the freedom of two-valued features. */
  function information(a: readonly unknown[], b: readonly unknown[], wanted: number): number {
    const rows = Array.from(a.keys()).filter((i) => ![a[i], b[i]].some(Number.isNaN));
    const count = (test: (i: number) => boolean) => rows.filter(test).length;
    const [ofA, ofB] = [new Set(rows.map((i) => a[i])), new Set(rows.map((i) => b[i]))];
    let sum = 0;
    for (const x of ofA)
      for (const y of ofB) {
        const both = count((i) => a[i] === x && b[i] === y);
        const alone = count((i) => a[i] === x) * count((i) => b[i] === y);
        if (both > 0) sum += both * Math.log((both * rows.length) / alone);
      }
    const freedom = (ofA.size - 1) * (ofB.size - 1);
    const root = Math.sqrt(2 * sum) - Math.sqrt(freedom - 0.5) + Math.sqrt(wanted - 0.5);
    return freedom === wanted ? sum / a.length : Math.max(wanted, Math.max(0, root) ** 2) / 2 / a.length;
  }

  test("scores are those of a literal version", async () => {
    const { scores, ranking, definition } = await run(data, { method: "mrmr" }, 1);
    expect(definition).toMatch(/levels of categories as they are, information as of two-valued features$/);
    const relevance = columns.map(({ values }) => information(values, labels, 2));
    const first = relevance.indexOf(Math.max(...relevance));
    expect(ranking[0]).toBe(first);
    const expected = columns.map(({ values }, j) =>
      j === first ? relevance[j] : relevance[j] - information(values, columns[first].values, 1),
    );
    expectClose(scores, expected, { relative: 1e-9, absolute: 1e-12 });
  });

  test("a category of two levels scores as its 0/1 column does", async () => {
    const mixed = tableOf(
      [
        { ...columns[0], values: columns[0].values.map((level) => Number(level > 0)), levels: ["no", "yes"] },
        { ...columns[3], values: columns[3].values.map((level) => Number(level > 1)), levels: ["no", "yes"] },
      ],
      labels,
    );
    const options = { discretize: "none" };
    const [asCategory, asNumber] = [
      await run(mixed, { method: "mrmr", options }),
      await run(mixed.with({ categories: null }), { method: "mrmr", options }),
    ];
    expect(Array.from(asCategory.scores)).toEqual(Array.from(asNumber.scores));
  });

  test("missing values are left out and told; schemes of correlation fill them, and refuse categories", async () => {
    const { notices } = await run(data, { method: "mrmr" });
    expect(notices.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\d+ missing values say nothing about their 2 features/),
    ]);
    const options = { scheme: "fcd" };
    await expect(run(data, { method: "mrmr", options })).rejects.toMatchObject({ code: "options-conflict" });
    const numbers = data.with({ categories: null });
    const { scores } = await run(numbers, { method: "mrmr", options });
    expect(scores.every(Number.isFinite)).toBe(true);
  });
});

describe("relieff with levels and missing values", () => {
  const random = new Random(31);
  const labels = Array.from({ length: 36 }, (_, i) => `class ${i % 3}`);
  const gap = (value: number) => (random.uniform() < 0.15 ? Number.NaN : value);
  const columns: MadeColumn[] = [
    { name: "x", values: labels.map((_, i) => gap(random.normal() + (i % 3))) },
    { name: "y", values: labels.map(() => random.normal()) },
    {
      name: "kind",
      values: labels.map((_, i) => gap(random.uniform() < 0.5 ? i % 3 : Math.floor(4 * random.uniform()))),
      levels: levels(4),
    },
    { name: "answer", values: labels.map(() => Math.floor(2 * random.uniform())), levels: ["no", "yes"] },
  ];

  /** How two rows differ in a column; a missing value by the mean over all values that are there. */
  function difference(
    { values, levels: isCategory }: MadeColumn,
    i: number,
    r: number,
    power: number,
  ): number {
    const there = values.filter((value) => !Number.isNaN(value));
    const range = Math.max(...there) - Math.min(...there);
    const apart = (a: number, b: number) =>
      isCategory ? Number(a !== b) : (Math.abs(a - b) / range) ** power;
    const of = (row: number) => (Number.isNaN(values[row]) ? there : [values[row]]);
    const all = of(i).flatMap((a) => of(r).map((b) => apart(a, b)));
    return all.reduce((sum, x) => sum + x, 0) / all.length;
  }

  test.each(["manhattan", "euclidean"])("scores are those of a literal version: %s", async (distance) => {
    const rows = Array.from(labels.keys());
    const power = distance === "manhattan" ? 1 : 2;
    const far = (i: number, r: number) =>
      columns.reduce((sum, column) => sum + difference(column, i, r, power), 0);
    const expected = columns.map(() => 0);
    for (const i of rows)
      for (const name of new Set(labels)) {
        const near = rows.filter((r) => r !== i && labels[r] === name);
        near.sort((a, b) => far(i, a) - far(i, b) || a - b);
        const weight = (name === labels[i] ? -1 : 0.5) / 5 / rows.length;
        columns.forEach((column, j) => {
          for (const r of near.slice(0, 5)) expected[j] += weight * difference(column, i, r, 1);
        });
      }
    const { scores, definition } = await run(tableOf(columns, labels), {
      method: "relieff",
      options: { neighbours: 5, distance },
    });
    expect(definition).toMatch(/, different levels 1 apart$/);
    expectClose(scores, expected, { absolute: 1e-9 });
  });
});

/** Chi-square of the table of levels and classes, from its counts. */
function chiSquare(data: Dataset, column: number): number {
  const { codes, classes } = data.labels!;
  const counts = data.categories![column]!.map(() => classes.map(() => 0));
  codes.forEach((code, i) => {
    counts[(data.values as Matrix).get(i, column)][code]++;
  });
  const ofClass = classes.map((_, code) => counts.reduce((sum, row) => sum + row[code], 0));
  let sum = 0;
  for (const row of counts) {
    const total = row.reduce((a, b) => a + b, 0);
    row.forEach((count, code) => {
      const expected = (total * ofClass[code]) / data.rows;
      if (expected > 0) sum += (count - expected) ** 2 / expected;
    });
  }
  return sum;
}

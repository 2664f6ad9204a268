import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import type { Dataset } from "../../src/data/dataset.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { testReading } from "../../src/data/test-reading.js";
import { compareWith, type PlainCompareOptions } from "../../src/experiment/compare.js";
import type { Comparison } from "../../src/experiment/comparison.js";
import { compareStreamed } from "../../src/experiment/streamed/compare-streamed.js";
import { Random } from "../../src/numeric/random.js";

interface Form {
  readonly gaps: boolean;
  readonly categories: boolean;
  /** Levels, and a column, that only this file has. */
  readonly odd?: boolean;
}

/** A table with numbers of different units, gaps and categories; five features tell the classes apart. */
function tableText(rows: number, seed: number, { gaps, categories, odd = false }: Form): string {
  const random = new Random(seed);
  const names = ["a", "b", "c", "d", "e", "f", "still", ...(categories ? ["colour", "smoker"] : [])];
  const lines = [[...names, ...(odd ? ["more"] : []), "class"].join()];
  for (let i = 0; i < rows; i++) {
    const code = [0, 0, 0, 1, 1, 2][random.integer(6)];
    const shifts = [0.7 * code, -code, code % 2, 0, 0, 0.3 * code];
    const numbers = shifts.map((shift, j) => (1000 * j + 10 ** j * (shift + random.normal())).toFixed(4));
    if (gaps) for (const j of [0, 3]) if (random.integer(7) === 0) numbers[j] = "";
    const colour = ["red", "green", "blue", "grey"][random.integer(2) + (code === 2 ? 2 : random.integer(2))];
    const more = categories
      ? [
          gaps && random.integer(12) === 0 ? "" : odd && random.integer(30) === 0 ? "amber" : colour,
          random.integer(2) ? "yes" : "no",
        ]
      : [];
    lines.push([...numbers, "5", ...more, ...(odd ? ["1"] : []), `class ${code}`].join());
  }
  return `${lines.join("\n")}\n`;
}

const inBlocks = (text: string, name: string, options = {}) =>
  RowSource.open(bytesSource(new TextEncoder().encode(text), name), options);

interface Files {
  readonly train: string;
  readonly test: string;
}

async function inMemory({ train, test }: Files, options: PlainCompareOptions, reading = {}) {
  const data = await parseDataset(train, { name: "train.csv", ...reading });
  const held: Dataset = await parseDataset(test, { name: "test.csv", ...reading, ...testReading(data) });
  return compareWith([data], { ...options, test: [held] });
}

async function streamed({ train, test }: Files, options: PlainCompareOptions, reading = {}) {
  const { test: _, rowGroups: _groups, ...rest } = options;
  return compareStreamed(
    await inBlocks(train, "train.csv", reading),
    await inBlocks(test, "test.csv", reading),
    { ...rest, ...reading },
  );
}

/** All of a comparison but what times the run and how the rows were read. */
function told(comparison: Comparison): unknown {
  const { notices, ...plain } = comparison.toJSON();
  const text = JSON.stringify(plain, (key, value) =>
    key === "seconds" || key === "classifySeconds" ? undefined : value,
  );
  return {
    ...JSON.parse(text),
    notices: notices
      .filter(({ code }) => code !== "streamed")
      .map(({ code, text: what, count }) => ({ code, what, count }))
      .sort((a, b) => (a.what < b.what ? -1 : 1)),
  };
}

const forms: readonly [string, Form, Form][] = [
  ["numbers", { gaps: false, categories: false }, { gaps: false, categories: false }],
  ["gaps in both files", { gaps: true, categories: false }, { gaps: true, categories: false }],
  ["gaps in the test file alone", { gaps: false, categories: false }, { gaps: true, categories: false }],
  [
    "categories, with levels that training does not know",
    { gaps: true, categories: true },
    { gaps: true, categories: true, odd: true },
  ],
];

const methods = [
  { method: "fisher" },
  { method: "dfs", options: { margins: false } },
  { method: "dfs", label: "penalty", options: { margins: false, gamma: 0.1, scatter: "mean" } },
  { method: "trace-ratio" },
  { method: "bahsic" },
  { method: "mmc-rfe" },
] as const;

describe.each(forms)("a training and a test file in blocks: %s", (_, trainForm, testForm) => {
  const files = { train: tableText(600, 3, trainForm), test: tableText(300, 4, testForm) };

  test.each([
    ["linear machines", { classifier: "svm" }],
    ["discriminant analysis on raw values", { classifier: "lda", selectOn: "raw" }],
    ["neighbours, without the paper's protocol", { classifier: "knn", sideBySide: false }],
    ["the paper's protocol", { classifier: "lda", protocol: "paper" }],
    [
      "costs, and features that are settled",
      { classifier: "lda", keep: ["e"], exclude: ["b"], costs: { a: 5, c: 2 }, metric: "balanced-accuracy" },
    ],
    [
      "classes that count the same, in some methods",
      {
        methods: [
          { method: "dfs", options: { margins: false } },
          { method: "dfs", label: "even", options: { margins: false, classWeight: "balanced" } },
          { method: "mmc-rfe", options: { classWeight: "balanced" } },
          { method: "fisher", options: { classWeight: "balanced" } },
          { method: "bahsic" },
        ],
        classifier: "lda",
      },
    ],
    ["baselines", { classifier: "lda", baselines: ["all", "random"] }],
  ] as const)("%s: the comparison of data in memory", async (_name, settings) => {
    const options: PlainCompareOptions = { methods, k: [2, 4, 5], seed: 11, ...settings };
    expect(told(await streamed(files, options))).toEqual(told(await inMemory(files, options)));
  });
});

describe("what the paper's protocol and the training rows teach", () => {
  test("a column that only test rows vary in counts under the paper's protocol alone", async () => {
    const files = {
      train: tableText(400, 5, { gaps: false, categories: false }),
      test: tableText(200, 6, { gaps: false, categories: false })
        .split("\n")
        .map((line) => (line.endsWith("class 2") ? line.replace(",5,class", ",9,class") : line))
        .join("\n"),
    };
    const options = { methods: [{ method: "fisher" }], k: 2, classifier: "lda" } as const;
    expect(told(await streamed(files, options))).toEqual(told(await inMemory(files, options)));
  });

  test("a column with nothing but gaps in the test file is filled from training", async () => {
    const files = {
      train: tableText(250, 5, { gaps: true, categories: false }),
      test: tableText(400, 6, { gaps: false, categories: false })
        .split("\n")
        .map((line, i) => (i > 0 && line !== "" ? line.replace(/^[^,]*/, "") : line))
        .join("\n"),
    };
    const options = {
      methods: [{ method: "fisher" }, { method: "dfs", options: { margins: false } }],
      k: [1, 4],
    };
    const settings = { ...options, classifier: "lda" };
    expect(told(await streamed(files, settings))).toEqual(told(await inMemory(files, settings)));
  });

  test("a column that training knows too little of is left out, whatever the test file has", async () => {
    const blank = (line: string, i: number) => (i % 3 > 0 ? line.replace(/^[^,]*/, "") : line);
    const files = {
      train: tableText(400, 5, { gaps: true, categories: true })
        .split("\n")
        .map((line, i) => (i > 0 && line !== "" ? blank(line, i) : line))
        .join("\n"),
      test: tableText(200, 6, { gaps: false, categories: true }),
    };
    const settings = { methods: [{ method: "fisher" }], k: [1, 4], classifier: "lda" };
    expect(told(await streamed(files, settings))).toEqual(told(await inMemory(files, settings)));
  });

  test("rows with gaps are left out by the features of training alone", async () => {
    const form = { gaps: true, categories: false };
    const files = { train: tableText(600, 5, form), test: tableText(300, 6, { ...form, odd: true }) };
    const settings = { methods: [{ method: "fisher" }], k: [1, 4], classifier: "lda" };
    const reading = { missing: "drop-rows" } as const;
    files.test = files.test.replaceAll(",1,class 1", ",,class 1");
    expect(told(await streamed(files, settings, reading))).toEqual(
      told(await inMemory(files, settings, reading)),
    );
  });
});

test("numbered features that one svmlight file does not mention are zero there", async () => {
  const random = new Random(9);
  const lines = (rows: number, most: number) =>
    Array.from({ length: rows }, (_, i) => {
      const cells = Array.from({ length: most }, (_, j) =>
        random.integer(3) === 0 ? `${j + 1}:${((i % 2) * (j % 3) + random.normal()).toFixed(3)}` : "",
      );
      return `${i % 2} ${cells.filter(Boolean).join(" ")}`;
    }).join("\n");
  const [train, held] = [lines(300, 12), lines(200, 9)];
  const settings = { methods: [{ method: "fisher" }], k: [3, 8], classifier: "lda" };
  const data = await parseDataset(train, { name: "a.svm" });
  const memory = await compareWith([data], {
    ...settings,
    test: [await parseDataset(held, { name: "b.svm", ...testReading(data) })],
  });
  const blocks = await compareStreamed(
    await inBlocks(train, "a.svm"),
    await inBlocks(held, "b.svm"),
    settings,
  );
  const accuracies = ({ results }: Comparison) => results.map(({ accuracy, paper }) => [accuracy, paper]);
  expect(accuracies(blocks)).toEqual(accuracies(memory));
});

describe("what is refused before the rows are read", () => {
  const plain = { gaps: false, categories: false };
  const files = { train: tableText(300, 1, plain), test: tableText(100, 2, plain) };
  const fisher = [{ method: "fisher" }];

  test.each<[string, Partial<PlainCompareOptions> & { memory?: number }, RegExp]>([
    [
      "a method that needs the rows",
      { methods: [{ method: "fisher" }, { method: "mrmr" }] },
      /mrmr needs all rows in memory, about \d+ kB; .* can select: dfs, .*sample: 20000.*methods: "dfs"/,
    ],
    ["known influences", { adjust: ["a"] }, /adjust needs all rows in memory/],
    ["tuning", { tune: true }, /tune needs all rows in memory/],
    ["shuffled labels", { permutations: 20 }, /permutations needs all rows in memory/],
    ["folds", { folds: 4 }, /with test data there are no folds/],
    ["more features than there are", { k: 8 }, /k must be a whole number from 1 to 7/],
    [
      "columns that do not fit",
      { k: [2, 5], memory: 50_000 },
      /the 5 features that are judged need about \d+ kB in memory for about \d+ rows of both files, and 50 kB are free/,
    ],
    [
      "all features, where these do not fit",
      { k: 1, baselines: ["all"], memory: 60_000 },
      /the 7 features that are judged/,
    ],
  ])("%s", async (_, more, message) => {
    await expect(streamed(files, { methods: fisher, k: 2, ...more })).rejects.toThrow(message);
  });

  test("a class that only the test file has, and a missing value that is not allowed", async () => {
    const odd = { ...files, test: files.test.replace("class 1", "class 9") };
    for (const sideBySide of [true, false])
      await expect(streamed(odd, { methods: fisher, k: 2, sideBySide })).rejects.toThrow(
        /the test data has a class "class 9" that the training data does not have; its classes are class 0, class 1, class 2/,
      );
    const gap = { ...files, test: files.test.replace(/\n[^,]*/, "\n") };
    for (const sideBySide of [true, false])
      await expect(
        streamed(gap, { methods: fisher, k: 2, sideBySide }, { missing: "error" }),
      ).rejects.toThrow(/1 value is missing, in 1 column: a/);
    const infinite = { ...files, test: files.test.replace(/\n[^,]*/, "\nInfinity") };
    await expect(
      streamed(infinite, { methods: fisher, k: 1, sideBySide: false, exclude: ["a"] }),
    ).rejects.toThrow(/a value is infinite, in row 1, column "a"/);
    await expect(streamed(infinite, { methods: fisher, k: 1 })).rejects.toThrow(
      /^test.csv: column "a" has values that are infinite/,
    );
  });
});

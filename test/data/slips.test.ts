import { describe, expect, test } from "vitest";
import { examine } from "../../src/data/examine.js";
import {
  compare,
  Dataset,
  evaluate,
  InputError,
  Matrix,
  parseDataset,
  path,
  readFeatureGroups,
  select,
  stabilitySelection,
  tune,
} from "../../src/index.js";
import { readDataset } from "../../src/node.js";

const rowsOf = (values: Dataset["values"]) => {
  const dense = values instanceof Matrix ? values : values.toDense();
  return Array.from({ length: dense.rows }, (_, i) =>
    Array.from({ length: dense.columns }, (_, j) => dense.get(i, j)),
  );
};

/** What plain JavaScript may hand over. */
const odd = (value: unknown) => value as never;

describe("rows", () => {
  test("null, undefined and NaN are missing values, not zero", () => {
    const rows = JSON.parse("[[1, null], [3, 4]]");
    expect(rowsOf(Dataset.fromRows(rows).values)).toEqual([
      [1, Number.NaN],
      [3, 4],
    ]);
    const others = [
      [undefined, 1],
      [Number.NaN, 2],
    ];
    expect(rowsOf(Dataset.fromRows(others).values)).toEqual([
      [Number.NaN, 1],
      [Number.NaN, 2],
    ]);
  });

  test("and are filled when features are selected", async () => {
    const data = Dataset.fromRows(
      [
        [1, null],
        [3, 4],
        [1, 2],
        [4, 5],
      ],
      ["x", "y", "x", "y"],
    );
    const { notices } = await select(data, { method: "fisher", k: 1 });
    expect(notices).toEqual([expect.objectContaining({ code: "missing-values", columns: ["2"], count: 1 })]);
  });

  test.each([
    [[[1, "2"]], '"2" in row 1, column "b" is not a number; missing values are null or NaN'],
    [
      [
        [1, 2],
        [true, 4],
      ],
      'true in row 2, column "a" is not a number',
    ],
    [
      [
        [1, 2],
        [{}, 4],
      ],
      'an object in row 2, column "a" is not a number',
    ],
    [[[1, 2], 3], "row 2 must be a list of numbers; 3 was given"],
    [[[1, 2], null], "row 2 must be a list of numbers; null was given"],
    ["1,2", 'rows must be a list of rows, each a list of numbers; "1,2" was given'],
    [undefined, "rows must be a list of rows, each a list of numbers; undefined was given"],
  ])("%j are refused", (rows, message) => {
    const made = () => Dataset.fromRows(odd(rows), undefined, ["a", "b"]);
    expect(made).toThrow(InputError);
    expect(made).toThrow(message);
  });
});

describe("what is not a Dataset is refused with what to use", () => {
  class Table {}
  const wrong: [unknown, RegExp][] = [
    [[[1, 2]], /^a Dataset is needed, .*; a list was given; make one from rows with Dataset\.fromRows/],
    [new Table(), /^a Dataset is needed, .*; an object of the class Table was given$/],
    ["data.csv", /^a Dataset is needed, .*; "data\.csv" was given; read a file with readDataset\(path\)$/],
    [undefined, /^a Dataset is needed, .*; undefined was given$/],
    [readDataset("none.csv").catch(() => null), /an object of the class Promise was given/],
  ];
  const doors: Record<string, (data: Dataset) => Promise<unknown>> = {
    select: (data) => select(data),
    evaluate: (data) => evaluate(data),
    tune: (data) => tune(data),
    stabilitySelection: (data) => stabilitySelection(data),
    path: (data) => path(data),
    examine: (data) => examine(data),
  };
  for (const [name, door] of Object.entries(doors))
    test.each(wrong)(`${name}(%o)`, async (value, message) => {
      const error = await door(odd(value)).catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ code: "argument-type", message: expect.stringMatching(message) });
    });

  test("compare", async () => {
    const options = { methods: ["fisher"] } as const;
    await expect(compare(odd(["d.csv"]), odd(options))).rejects.toMatchObject({ code: "argument-type" });
    await expect(compare(odd("d.csv"), odd(options))).rejects.toThrow(
      'a list of Datasets; "d.csv" was given',
    );
  });
});

describe("what holds no bytes is refused with what to use", () => {
  test.each([
    [
      "data.csv",
      /^text with a line per row is needed; "data\.csv" was given; read a file by its path with readDataset/,
    ],
    [[1, 2], /^bytes are needed: .*; a list was given$/],
    [{}, /^bytes are needed: .*; an object was given$/],
    [null, /^bytes are needed: .*; null was given$/],
  ])("%j", async (input, message) => {
    for (const reading of [parseDataset(odd(input)), readFeatureGroups(odd(input), [])]) {
      const error = await reading.catch((thrown: unknown) => thrown);
      expect(error).toBeInstanceOf(InputError);
      expect(error).toMatchObject({ code: "argument-type", message: expect.stringMatching(message) });
    }
  });

  test("labels and options", async () => {
    const bytes = new TextEncoder().encode("a\n1\n");
    await expect(parseDataset(bytes, { labels: odd("labels.csv") })).rejects.toMatchObject({
      code: "argument-type",
    });
    await expect(parseDataset(bytes, odd("class"))).rejects.toMatchObject({ code: "argument-type" });
    await expect(readDataset(odd(undefined))).rejects.toMatchObject({ code: "argument-type" });
  });
});

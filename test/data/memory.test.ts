import * as arrow from "apache-arrow";
import {
  Table as ArrowTable,
  Dictionary,
  Int8,
  tableFromIPC,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from "apache-arrow";
import { describe, expect, test } from "vitest";
import {
  applyRecipe,
  compare,
  Dataset,
  evaluate,
  InputError,
  makeRecipe,
  parseDataset,
  path,
  predictWith,
  select,
  selectTuned,
  stabilitySelection,
  tune,
} from "../../src/index.js";

/** A table with every kind of column, as text and as objects. */
const csv = `name,age,sex,smoker,seen,dose,grade,class
ann@x,41,f,yes,2024-01-02,0.5,low,a
bob@x,,m,no,2024-02-03,1.5,high,a
cyd@x,29,f,no,2024-03-04,,low,b
dan@x,63,m,yes,2024-04-05,2.5,high,b
eve@x,52,f,yes,2024-05-06,3.5,,a
fay@x,37,f,no,2024-06-07,0.25,low,b
`;

const rows = [
  {
    name: "ann@x",
    age: 41,
    sex: "f",
    smoker: true,
    seen: new Date("2024-01-02"),
    dose: 0.5,
    grade: "low",
    class: "a",
  },
  {
    name: "bob@x",
    age: null,
    sex: "m",
    smoker: false,
    seen: new Date("2024-02-03"),
    dose: 1.5,
    grade: "high",
    class: "a",
  },
  {
    name: "cyd@x",
    age: 29n,
    sex: "f",
    smoker: false,
    seen: new Date("2024-03-04"),
    dose: Number.NaN,
    grade: "low",
    class: "b",
  },
  {
    name: "dan@x",
    age: 63,
    sex: "m",
    smoker: true,
    seen: new Date("2024-04-05"),
    dose: 2.5,
    grade: "high",
    class: "b",
  },
  {
    name: "eve@x",
    age: 52,
    sex: "f",
    smoker: true,
    seen: new Date("2024-05-06"),
    dose: 3.5,
    grade: "",
    class: "a",
  },
  {
    name: "fay@x",
    age: 37,
    sex: "f",
    smoker: false,
    seen: new Date("2024-06-07"),
    dose: 0.25,
    grade: "low",
    class: "b",
  },
];

/** The columns of the objects; a key that a row lacks is undefined. */
function columnsOf(
  objects: readonly object[],
): Record<string, (string | number | boolean | Date | bigint | null)[]> {
  const names = [...new Set(objects.flatMap((row) => Object.keys(row)))];
  return Object.fromEntries(
    names.map((name) => [name, objects.map((row) => Object.entries(row).find(([key]) => key === name)?.[1])]),
  );
}

/** Everything about data that reading decides. */
const partsOf = ({
  values,
  featureNames,
  categories,
  labels,
  labelName,
  rowIds,
  rowGroups,
  notices,
}: Dataset) => ({
  values,
  featureNames,
  categories,
  labels,
  labelName,
  rowIds,
  rowGroups,
  notices: notices.map(({ code, columns }) => ({ code, columns })),
});

describe("data in memory is told apart as a file's is", () => {
  const given: Parameters<typeof Dataset.fromObjects>[1][] = [
    {},
    { target: "sex", drop: ["class"], missing: "drop-rows" },
    { target: "class", rowGroups: "grade", idColumn: "name", columns: ["age=category"] },
    { target: "class", nominal: "one-hot", transforms: ["log1p"], missing: "drop-columns" },
  ];
  test.each(given)("objects and columns with %j", async (options) => {
    const complete = options?.rowGroups ? rows.map((row) => ({ ...row, grade: row.grade || "low" })) : rows;
    const text = options?.rowGroups ? csv.replace("3.5,,a", "3.5,low,a") : csv;
    // A yes or no is written "true" and "false" in memory, and yes or no in the file.
    const words = text.replaceAll(",yes,", ",true,").replaceAll(",no,", ",false,");
    const file = await parseDataset(new TextEncoder().encode(words), { name: "people.csv", ...options });
    const objects = Dataset.fromObjects(complete, options);
    expect(partsOf(objects)).toEqual(partsOf(file));
    expect(partsOf(Dataset.fromColumns(columnsOf(complete), options))).toEqual(partsOf(objects));
  });

  test("kinds, missing values and what is left out", () => {
    const data = Dataset.fromObjects(rows);
    expect(data.featureNames).toEqual(["age", "sex", "smoker", "dose", "grade"]);
    expect(data.categories).toEqual([null, ["f", "m"], ["false", "true"], null, ["high", "low"]]);
    expect(data.values.selectColumns([0])).toMatchObject({
      data: Float64Array.of(41, Number.NaN, 29, 63, 52, 37),
    });
    expect(data.labelName).toBe("class");
    expect(data.rowIds).toEqual(rows.map(({ name }) => name));
    expect(data.source).toMatchObject({ name: "memory", format: "memory" });
    expect(data.notices.map(({ code, columns }) => [code, columns])).toEqual([
      ["target-guessed", undefined],
      ["columns-left-out", ["name"]],
      ["columns-left-out", ["seen"]],
      ["categorical-columns", ["sex", "smoker", "grade"]],
    ]);
    expect(data.notices.every(({ file }) => file === undefined)).toBe(true);
  });

  test("keys that a row lacks are missing values", () => {
    const ragged = [
      { a: 1, y: "p" },
      { b: 2, y: "p" },
      { a: 3, b: 4, y: "q" },
      { a: 1, b: 7, y: "q" },
    ];
    const data = Dataset.fromObjects(ragged, { target: "y" });
    expect(data.values).toMatchObject({ data: Float64Array.of(1, Number.NaN, Number.NaN, 2, 3, 4, 1, 7) });
  });

  test("typed arrays, texts of numbers and the words for missing values", () => {
    const data = Dataset.fromColumns(
      {
        a: Float32Array.of(1, 2.5, Number.NaN, 4),
        b: Int16Array.of(7, 5, 3, 1),
        c: BigInt64Array.of(2n, 4n, 6n, 9n),
        d: ["1", "NA", "3.5", "?"],
        e: ["u", "NA", "?", "u"],
        y: ["p", "q", "p", "q"],
      },
      { target: "y" },
    );
    expect(data.selectColumns([0, 1, 2, 3]).selectRows([1]).values).toMatchObject({
      data: Float64Array.of(2.5, 5, 4, Number.NaN),
    });
    expect(data.categories?.[4]).toEqual(["u"]);
  });

  test("a column that is left out may hold anything", () => {
    const data = Dataset.fromObjects(
      [0, 1, 2, 3].map((i) => ({ a: i * i, odd: { deep: [i] }, y: i % 2 })),
      { target: "y", drop: ["odd"] },
    );
    expect(data.featureNames).toEqual(["a"]);
  });
});

/** A whole number in the 128 bits of a decimal. */
const decimalWords = (x: bigint) => new Uint32Array(BigInt64Array.of(x, x < 0n ? -1n : 0n).buffer);

describe("an Arrow table", () => {
  const table = new ArrowTable({
    age: vectorFromArray([41, null, 29, 63, 52, 37]),
    big: vectorFromArray([1n, 3n, 2n, 4n, 9n, 5n]),
    sex: vectorFromArray(["m", "f", "m", null, "f", "m"], new Dictionary(new Utf8(), new Int8())),
    when: vectorFromArray(rows.map(({ seen }) => seen)),
    smoker: vectorFromArray(rows.map(({ smoker }) => smoker)),
    class: vectorFromArray(["a", "a", "b", "b", "a", "b"]),
  });

  test("has the values, levels and roles of its file", async () => {
    const options = { target: "class" } as const;
    const file = await parseDataset(tableToIPC(table), { name: "t.arrow", ...options });
    const data = Dataset.fromArrow(table, options);
    expect(partsOf(data)).toEqual(partsOf(file));
    expect(data.categories).toEqual([null, null, ["m", "f"], ["false", "true"]]);
    expect(partsOf(Dataset.fromArrow(tableFromIPC(tableToIPC(table)), options))).toEqual(partsOf(data));
  });

  test("of every type that a file can hold gives what its file gives", async () => {
    const typed = new ArrowTable({
      small: vectorFromArray([1, -2, null, 4], new arrow.Int8()),
      half: vectorFromArray([0.5, 1.25, null, -3], new arrow.Float32()),
      price: vectorFromArray(
        [150n, -25n, 0n, 7n].map((x) => decimalWords(x)),
        new arrow.Decimal(2, 10, 128),
      ),
      day: vectorFromArray(
        rows.slice(0, 4).map(({ seen }) => seen),
        new arrow.DateDay(),
      ),
      moment: vectorFromArray([0, 1_700_000_000_123, null, 5], new arrow.TimestampMillisecond()),
      clock: vectorFromArray([0, 61_000, null, 5000], new arrow.TimeMillisecond()),
      level: vectorFromArray([3, 1, 3, null], new Dictionary(new arrow.Int32(), new Int8())),
      flag: vectorFromArray([true, null, false, true]),
      empty: vectorFromArray([null, null, null, null], new arrow.Null()),
      class: vectorFromArray(["a", "b", "a", "b"], new Dictionary(new Utf8(), new Int8())),
    });
    const options = { target: "class" } as const;
    const file = await parseDataset(tableToIPC(typed), { name: "t.arrow", ...options });
    const data = Dataset.fromArrow(typed, options);
    expect(partsOf(data)).toEqual(partsOf(file));
    expect(data.featureNames).toEqual(["small", "half", "price", "level", "flag"]);
    expect(data.values.selectRows([0])).toMatchObject({ data: Float64Array.of(1, 0.5, 1.5, 3, 1) });
    const { numRows, schema } = typed;
    const byName = {
      numRows,
      schema,
      getChild: (name: string) => typed.getChildAt(schema.fields.findIndex((field) => field.name === name)),
    };
    expect(partsOf(Dataset.fromArrow(byName, options))).toEqual(partsOf(data));
  });

  test("is refused by name where it is none", () => {
    expect(() => Dataset.fromArrow(JSON.parse("{}"))).toThrow(/an? table of Apache Arrow is needed/);
  });
});

describe("what cannot be taken is refused with what to do", () => {
  const odd = (value: unknown) => JSON.parse(JSON.stringify(value));
  test.each<[unknown, RegExp]>([
    [[], /^the list is empty/],
    [{}, /^a list of objects is needed, one per row; an object was given/],
    [
      [
        [1, 2],
        [3, 4],
      ],
      /^row 1 must be an object .*a list was given; .*Dataset\.fromRows/,
    ],
    [[{ a: 1 }, 3], /^row 2 must be an object .*3 was given/],
    [
      [{ a: 1 }, { a: { b: 2 } }],
      /^column "a" holds an object in row 2 where one number or text per row is needed/,
    ],
  ])("objects %j", (value, message) => {
    const make = () => Dataset.fromObjects(odd(value));
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  test.each<[unknown, RegExp]>([
    [
      { a: [1, 2], b: [1] },
      /^column "b" has 1 values and column "a" has 2; all columns must be of one length/,
    ],
    [{ a: 3 }, /^column "a" must be a list of values; 3 was given/],
    [{}, /no rows/],
    [[1], /one list of values per column/],
  ])("columns %j", (value, message) => {
    const make = () => Dataset.fromColumns(odd(value));
    expect(make).toThrow(InputError);
    expect(make).toThrow(message);
  });

  test("options that only files have", () => {
    const options = odd({ samplesIn: "columns" });
    expect(() => Dataset.fromObjects(rows, options)).toThrow(/no option "samplesIn"; the options are target/);
    expect(() => Dataset.fromObjects(rows, odd("class"))).toThrow(/options must be an object/);
    expect(() => Dataset.fromObjects(rows, { target: "clas" })).toThrow(/there is no column "clas".*"class"/);
  });
});

describe("functions take data in memory", () => {
  // Feature `good` is 2 apart between the classes, the others are not.
  const many = Array.from({ length: 40 }, (_, i) => ({
    good: (i % 2) * 2 + Math.sin(i),
    noise: Math.sin(7 * i + 1),
    more: Math.cos(5 * i),
    kind: i % 2 ? "yes" : "no",
  }));
  const data = Dataset.fromObjects(many, { target: "kind" });

  test("objects, columns and an Arrow table rank as their Dataset does", async () => {
    const columns = columnsOf(many);
    const arrow = new ArrowTable(
      Object.fromEntries(Object.entries(columns).map(([name, values]) => [name, vectorFromArray(values)])),
    );
    const { rankedNames, scores } = await select(data);
    expect(rankedNames[0]).toBe("good");
    for (const input of [many, columns, arrow]) {
      expect((await select(input, { target: "kind" })).scores).toEqual(scores);
      expect((await select(input, { target: "kind", method: "fisher" })).rankedNames[0]).toBe("good");
    }
    expect((await select(many)).notices[0].code).toBe("target-guessed");
  });

  test("evaluate, tune, compare, stabilitySelection, selectTuned and path", async () => {
    const settings = { target: "kind", method: "fisher", k: 1, folds: 2 } as const;
    const [figures] = (await evaluate(many, settings)).results;
    const [same] = (await evaluate(data, { method: "fisher", k: 1, folds: 2 })).results;
    expect(figures.confusion).toEqual(same.confusion);
    const tuning = { target: "kind", method: "fisher", k: [1], folds: 2 } as const;
    expect((await tune(many, tuning)).k).toBe(1);
    expect((await selectTuned(many, tuning)).selection.features).toEqual(["good"]);
    const stable = { target: "kind", method: "fisher", k: 1, subsamples: 4 } as const;
    expect((await stabilitySelection(many, stable)).features[0]).toMatchObject({
      name: "good",
      frequency: 1,
    });
    expect((await path(many, { target: "kind", gammas: [0.1] })).points).toHaveLength(1);
    const compared = await compare([many], { target: "kind", methods: ["fisher"], k: 1, folds: 2 });
    expect(compared.datasets).toHaveLength(1);
  });

  test("a recipe takes them with the kinds and levels of its own, however few rows there are", async () => {
    const patients = Array.from({ length: 60 }, (_, i) => ({
      x: Math.sin(i),
      grade: ["low", "mid", "high"][i % 3],
      smoker: i % 2 === 0,
      y: i % 3 === 2 ? "ill" : "well",
    }));
    const training = Dataset.fromObjects(patients, { target: "y" });
    const recipe = await makeRecipe(training, await select(training, { k: 2 }), { classifier: "lda" });
    const all = (await predictWith(recipe, training)).labels;
    expect(all.filter((label, i) => label === patients[i].y).length).toBe(60);
    // Three different texts in three rows would be ids by themselves; what is not needed may be anything.
    const few = patients.slice(0, 3).map((row) => ({ ...row, note: [row] }));
    expect((await predictWith(recipe, few)).labels).toEqual(all.slice(0, 3));
    const columns = { grade: few.map(({ grade }) => grade), x: few.map(({ x }) => x) };
    expect((await predictWith(recipe, columns)).labels).toEqual(all.slice(0, 3));
    expect(applyRecipe(recipe, few).data.featureNames).toEqual(recipe.features.map(({ name }) => name));
    await expect(predictWith(recipe, [{ grade: "low" }])).rejects.toThrow(/"x"/);
    await expect(predictWith(recipe, JSON.parse("3"))).rejects.toThrow("a Dataset is needed");
  });

  test("a Dataset has its labels: a target beside it is refused", async () => {
    await expect(select(data, { target: "kind" })).rejects.toMatchObject({
      code: "options-conflict",
      facts: { option: "target" },
    });
  });

  test("rows given to compare in place of a list of data are refused with what they are", async () => {
    const given = compare(JSON.parse(JSON.stringify(many)), { target: "kind", methods: ["fisher"] });
    await expect(given).rejects.toThrow(/a Dataset is needed/);
  });
});

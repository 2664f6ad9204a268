import { afterAll, describe, expect, test } from "vitest";
import { InputError } from "../../../src/core/input-error.js";
import { bytesSource } from "../../../src/data/byte-source.js";
import { memoryNeeded } from "../../../src/data/wide/fits-in-memory.js";
import { openWide } from "../../../src/data/wide/open-wide.js";
import { onlyColumns, type WideColumns } from "../../../src/data/wide/wide-columns.js";
import { Matrix } from "../../../src/index.js";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { allSelectors } from "../../../src/selectors/registry.js";
import { selectWith } from "../../../src/selectors/select.js";
import { describeSelection, pickedOnly } from "../../../src/selectors/selection.js";
import { describeWide } from "../../../src/selectors/wide/describe-wide.js";
import { selectWide } from "../../../src/selectors/wide/select-wide.js";
import {
  bothWays,
  labelFile,
  type NpyKind,
  npyBytes,
  parquetFile,
  Scratches,
  wideTable,
} from "./wide-files.js";

const kernels = await createKernels({ threads: 1 });
afterAll(() => kernels.dispose());

/** What must be the same to the last bit; times and notices differ. */
const essence = (selection: Awaited<ReturnType<typeof selectWith>>) => {
  const { seconds: _, notices: _notices, version: _version, ...json } = selection.toJSON();
  return { ...json, map: selection.map };
};

const methods = [
  { method: "dfs", options: {} },
  { method: "dfs", options: { margins: false, classWeight: "balanced" } },
  { method: "dfs", options: { standardize: false, scatter: "sum" } },
  { method: "svm-rfe", options: {} },
  { method: "svm-rfe", options: { classWeight: "balanced", dropRate: 0.3 } },
  { method: "fisher", options: {} },
] as const;

describe("columns that are read in blocks give the selection of the same data in memory, bit for bit", () => {
  for (const { method, options } of methods)
    test(`${method} ${JSON.stringify(options)}`, async () => {
      const { values, labels } = wideTable(33, 2600, 3);
      const scratches = new Scratches();
      const { data, wide } = await bothWays(
        npyBytes(values, "<f4"),
        "x.npy",
        { labels: labelFile(labels) },
        scratches,
      );
      expect(wide.bits).toBe(32);
      const given = { method, options, k: 12, kernels };
      const streamed = await selectWide(wide, given);
      expect(essence(streamed)).toEqual(essence(await selectWith(data, given)));
      expect(streamed.notices.map(({ code }) => code)).toContain("streamed");
      expect(scratches.open).toBe(0);
      if (method !== "fisher") expect(scratches.bytes).toBe(33 * 2600 * 4);
    });

  const kinds: [NpyKind, boolean, 32 | 64][] = [
    ["<f4", true, 32],
    ["<f8", false, 64],
    ["<f8", true, 64],
    [">f4", false, 32],
    ["|i1", true, 32],
    ["<i4", false, 64],
  ];
  for (const [kind, fortran, bits] of kinds)
    test(`a NumPy array of ${kind} in ${fortran ? "Fortran" : "C"} order`, async () => {
      const { values, labels } = wideTable(20, 2500, 2, 3);
      const given = { k: 5, kernels };
      const { data, wide } = await bothWays(npyBytes(values, kind, fortran), "x.npy", {
        labels: labelFile(labels),
      });
      expect(wide.bits).toBe(bits);
      expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
    });

  test("Parquet with its label column", async () => {
    const { values, labels } = wideTable(24, 2500, 2, 5);
    const { data, wide } = await bothWays(await parquetFile(values, labels), "x.parquet", {
      target: "class",
    });
    const given = { k: 5, kernels };
    expect(data.features).toBe(2500);
    expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
  });

  test("with kept and excluded features, groups and costs", async () => {
    const { values, labels } = wideTable(20, 2500, 2, 9);
    const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", { labels: labelFile(labels) });
    const given = {
      k: 6,
      kernels,
      keep: ["2000"],
      exclude: ["1", "2", "7*"],
      featureGroups: { pair: ["5", "1200"] },
      costs: { "4": 3 },
    };
    expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
  });

  test("a number to predict", async () => {
    const { values, labels } = wideTable(40, 2500, 2, 11);
    const targets = labels.map((label, i) => String((label === "c1" ? 3 : 0) + values.get(i, 12) / 2));
    const options = { labels: labelFile(targets) };
    const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", options);
    expect(wide.facts.targets).toEqual(data.targets);
    for (const method of ["dfs", "fisher"]) {
      const given = { method, k: 4, kernels };
      expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
    }
  });

  test("rows without a label are left out, transforms are applied", async () => {
    const { values, labels } = wideTable(30, 2500, 2, 13);
    for (let at = 0; at < values.data.length; at++)
      values.data[at] = Math.fround(Math.abs(values.data[at]) + 1);
    const options = {
      labels: labelFile(labels.map((label, i) => (i % 7 === 3 ? "NA" : label))),
      transforms: ["log2" as const],
    };
    const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", options);
    expect([wide.facts.rows, wide.bits]).toEqual([data.rows, 64]);
    expect(wide.facts.notices).toEqual(data.notices);
    const given = { k: 4, kernels };
    expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
  });
});

test("missing values are filled as in memory, and a notice says with what", async () => {
  const { values, labels } = wideTable(24, 2500, 2, 17);
  for (const [i, j] of [
    [0, 1],
    [3, 1],
    [5, 5],
    [9, 300],
    [2, 2400],
    [1, 50],
  ])
    values.set(i, j, Number.NaN);
  const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", { labels: labelFile(labels) });
  for (const method of ["dfs", "svm-rfe", "fisher"]) {
    const given = { method, k: 6, kernels };
    const [streamed, known] = [await selectWide(wide, given), await selectWith(data, given)];
    expect(essence(streamed)).toEqual(essence(known));
    expect(streamed.notices.filter(({ code }) => code !== "streamed")).toEqual(known.notices);
    const { selection } = await describeWide(wide, streamed);
    expect(selection.toJSON().ranking).toEqual(pickedOnly(describeSelection(known, data)).toJSON().ranking);
  }
});

test("the picked features are described as in memory, and come with their values", async () => {
  const { values, labels } = wideTable(33, 2600, 3);
  const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", { labels: labelFile(labels) });
  const given = { method: "fisher", k: 7, kernels };
  const whole = await selectWide(wide, given);
  const { selection, picked } = await describeWide(wide, whole);
  const known = describeSelection(await selectWith(data, given), data);
  expect(selection.toJSON().ranking).toEqual(pickedOnly(known).toJSON().ranking);
  const expected = known.transform(data);
  expect(picked.featureNames).toEqual(expected.featureNames);
  expect(picked.values).toEqual(expected.values);
  expect(selection.transform(picked).labels).toEqual(expected.labels);
});

test("some columns of all", async () => {
  const { values, labels } = wideTable(20, 2500, 2);
  const { data, wide } = await bothWays(npyBytes(values, "<f4"), "x.npy", { labels: labelFile(labels) });
  const columns = Int32Array.of(0, 1, 700, 2499);
  const read: number[][] = [];
  for await (const { start, values: part } of onlyColumns(wide, columns).blocks())
    for (let j = 0; j < part.columns; j++)
      read[start + j] = Array.from({ length: part.rows }, (_, i) => part.get(i, j));
  const all = data.values as Matrix;
  expect(read).toEqual(Array.from(columns, (c) => Array.from({ length: all.rows }, (_, i) => all.get(i, c))));
});

describe("what cannot be done is refused, and leaves nothing behind", () => {
  const { values, labels } = wideTable(24, 2500, 2);
  const open = async (table: Matrix, scratches = new Scratches()) =>
    bothWays(npyBytes(table, "<f4"), "x.npy", { labels: labelFile(labels) }, scratches);

  test("other methods, with the memory that they need and those that work", async () => {
    const { wide } = await open(values);
    const able = allSelectors().filter(({ scoreWide }) => scoreWide);
    expect(able.map(({ name }) => name).sort()).toEqual(["dfs", "fisher", "svm-rfe"]);
    await expect(selectWide(wide, { method: "mrmr", kernels })).rejects.toThrow(
      /mrmr needs all values in memory at once: 1\.4 MB.*dfs, fisher, svm-rfe/,
    );
  });

  test.each([
    [{ options: { gamma: 0.1 } }, /gamma 0\.1 needs all values/],
    [{ options: { elimination: "one-shot" } }, /elimination one-shot needs/],
    [{ options: { kernel: "additive" } }, /kernel additive needs/],
    [{ adjust: ["3"] }, /adjust needs all values in memory at once/],
  ])("%j", async (given, message) => {
    const { wide } = await open(values);
    await expect(selectWide(wide, { ...given, kernels })).rejects.toThrow(message);
  });

  test.each([
    [Number.POSITIVE_INFINITY, "impute", /row 4, column "2222" is infinite/],
    [Number.NaN, "error", /row 4, column "2222" is missing/],
  ] as const)("the value %d with missing: %s", async (value, missing, message) => {
    const spoiled = values.copy();
    spoiled.set(3, 2221, value);
    const scratches = new Scratches();
    const wide = (await openWide(
      bytesSource(npyBytes(spoiled, "<f4"), "x.npy"),
      { labels: labelFile(labels), missing },
      { memory: memoryNeeded(wideShape) - 1, scratch: scratches.make },
    )) as WideColumns;
    for (const method of ["dfs", "fisher"])
      await expect(selectWide({ ...wide, memory: 1e8 }, { method, kernels })).rejects.toThrow(message);
    expect(scratches.open).toBe(0);
  });

  test("a column that is mostly missing, and other ways to treat missing values", async () => {
    const spoiled = values.copy();
    for (let i = 0; i < 13; i++) spoiled.set(i, 7, Number.NaN);
    const means = { memory: memoryNeeded(wideShape) - 1, scratch: new Scratches().make };
    const source = () => bytesSource(npyBytes(spoiled, "<f4"), "x.npy");
    const wide = (await openWide(source(), { labels: labelFile(labels) }, means)) as WideColumns;
    const run = (given = {}) => selectWide({ ...wide, memory: 1e8 }, { method: "fisher", ...given });
    await expect(run()).rejects.toThrow(/13 of 24 values of column "8" are missing/);
    await expect(run({ exclude: ["8"] })).resolves.toMatchObject({ method: "fisher" });
    await expect(openWide(source(), { missing: "knn" }, means)).rejects.toThrow(
      /only be filled with medians/,
    );
  });
  const wideShape = { rows: 24, features: 2500 };

  test("less memory than streaming takes", async () => {
    const { wide } = await open(values);
    await expect(selectWide({ ...wide, memory: 1e5 }, { kernels })).rejects.toThrow(/need at least 1\.6 MB/);
  });

  test("a file that is cut off, also while it is read", async () => {
    const bytes = npyBytes(values, "<f4");
    const means = { memory: memoryNeeded(wideShape) - 1, scratch: new Scratches().make };
    const cut = openWide(bytesSource(bytes.subarray(0, bytes.length - 5), "x.npy"), {}, means);
    await expect(cut).rejects.toThrow(/x\.npy: .*is cut off/);
    const shrinking = { ...bytesSource(bytes, "x.npy") };
    const wide = (await openWide(shrinking, { labels: labelFile(labels) }, means)) as WideColumns;
    shrinking.read = async (start, end) => bytes.subarray(start, Math.min(end, bytes.length - 5));
    await expect(selectWide({ ...wide, memory: 1e8 }, { kernels })).rejects.toThrow(/x\.npy: .*is cut off/);
  });

  test("an abort, in whatever round", async () => {
    const scratches = new Scratches();
    const { wide } = await open(values, scratches);
    for (const at of [0, 0.1, 0.2, 0.31, 0.4]) {
      const stop = new AbortController();
      const run = selectWide(wide, {
        kernels,
        signal: stop.signal,
        onProgress: (fraction) => fraction >= at && stop.abort(),
      });
      await expect(run).rejects.toThrow(/abort/i);
      expect(scratches.open).toBe(0);
    }
  });

  test("Parquet with categories or ids among its features", async () => {
    const means = { memory: memoryNeeded(wideShape) - 1, scratch: new Scratches().make };
    const counted = values.copy();
    for (let i = 0; i < counted.rows; i++) counted.set(i, 9, i + 1);
    const bytes = await parquetFile(counted, labels);
    const wide = (await openWide(bytesSource(bytes, "x.parquet"), { target: "class" }, means)) as WideColumns;
    await expect(selectWide({ ...wide, memory: 1e8 }, { method: "fisher" })).rejects.toThrow(
      /x\.parquet: column "f9" seems to hold ids/,
    );
    const options = { labels: labelFile(labels) };
    await expect(openWide(bytesSource(bytes, "x.parquet"), options, means)).rejects.toThrow(InputError);
    await expect(openWide(bytesSource(bytes, "x.parquet"), options, means)).rejects.toThrow(
      /1 column holds no numbers: class/,
    );
  });
});

test("data that fits into memory, has more rows than columns or is of another kind is not read in blocks", async () => {
  const { values, labels } = wideTable(24, 2500, 2);
  const scratch = new Scratches().make;
  const npy = bytesSource(npyBytes(values, "<f4"), "x.npy");
  expect(await openWide(npy, {}, { memory: memoryNeeded({ rows: 24, features: 2500 }), scratch })).toBeNull();
  const tall = bytesSource(npyBytes(Matrix.zeros(30, 20), "<f8"), "x.npy");
  expect(await openWide(tall, {}, { memory: 0, scratch })).toBeNull();
  expect(await openWide(labelFile(labels), {}, { memory: 0, scratch })).toBeNull();
});

import { afterAll, describe, expect, test } from "vitest";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import { selectWith } from "../../../src/selectors/select.js";
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
      const { values, labels } = wideTable(33, 4000, 3);
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
      if (method !== "fisher") expect(scratches.bytes).toBe(33 * 4000 * 4);
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
      const { values, labels } = wideTable(20, 3000, 2, 3);
      const given = { k: 5, kernels };
      const { data, wide } = await bothWays(npyBytes(values, kind, fortran), "x.npy", {
        labels: labelFile(labels),
      });
      expect(wide.bits).toBe(bits);
      expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
    });

  test("Parquet with its label column", async () => {
    const { values, labels } = wideTable(24, 3000, 2, 5);
    const { data, wide } = await bothWays(await parquetFile(values, labels), "x.parquet", {
      target: "class",
    });
    const given = { k: 5, kernels };
    expect(data.features).toBe(3000);
    expect(essence(await selectWide(wide, given))).toEqual(essence(await selectWith(data, given)));
  });
});

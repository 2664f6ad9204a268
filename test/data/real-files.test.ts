import { describe, expect, test } from "vitest";
import { examine } from "../../src/data/examine.js";
import { InputError } from "../../src/index.js";
import { type NodeReadOptions, readDataset } from "../../src/node.js";
import { dataFile, hasData } from "../support/data.js";

interface Case {
  file: string;
  options?: NodeReadOptions;
  format: string;
  rows: number;
  features: number;
  /** Rows of each class, in the order of class names; null without labels. */
  classes: readonly number[] | null;
}

const times = (n: number, value: number) => Array<number>(n).fill(value);

/** Shapes and counts from the README of the data, from the files' own headers and, for the rest, from scikit-learn, SciPy and h5py. */
const cases: Case[] = [
  { file: "paper/COIL20.mat", format: "mat", rows: 1440, features: 1024, classes: times(20, 72) },
  { file: "paper/ORL.mat", format: "mat", rows: 400, features: 1024, classes: times(40, 10) },
  { file: "paper/COLON.mat", format: "mat", rows: 62, features: 2000, classes: [40, 22] },
  { file: "paper/LUNG.mat", format: "mat", rows: 203, features: 3312, classes: [139, 20, 17, 6, 21] },
  { file: "paper/ISOLET.mat", format: "mat", rows: 1560, features: 617, classes: times(26, 60) },
  {
    file: "formats/iris.arff",
    options: { target: "class" },
    format: "arff",
    rows: 150,
    features: 4,
    classes: [50, 50, 50],
  },
  {
    file: "formats/ionosphere.arff",
    options: { target: "class" },
    format: "arff",
    rows: 351,
    features: 34,
    classes: [126, 225],
  },
  {
    file: "formats/labor.arff",
    options: { target: "class" },
    format: "arff",
    rows: 57,
    // Five of 16 are mostly missing.
    features: 11,
    classes: [20, 37],
  },
  { file: "formats/heart_scale", format: "svmlight", rows: 270, features: 13, classes: [150, 120] },
  {
    file: "formats/svmlight_classification.txt",
    format: "svmlight",
    rows: 6,
    features: 21,
    classes: [2, 2, 1, 1],
  },
  {
    file: "formats/iris.parquet",
    options: { target: "last" },
    format: "parquet",
    rows: 150,
    features: 4,
    classes: [50, 50, 50],
  },
  {
    file: "formats/iris_mhkeller.parquet",
    options: { target: "last" },
    format: "parquet",
    rows: 150,
    features: 4,
    classes: [50, 50, 50],
  },
  {
    file: "formats/dermatology.npz",
    format: "npz",
    rows: 366,
    features: 34,
    classes: [112, 61, 72, 49, 52, 20],
  },
  { file: "formats/10x_mtx", format: "mtx", rows: 1107, features: 507, classes: null },
  {
    file: "formats/10x_filtered_feature_bc_matrix.h5",
    format: "hdf5",
    rows: 1107,
    features: 507,
    classes: null,
  },
  {
    file: "formats/colon_raw_labels_last.csv",
    options: { target: "last" },
    format: "csv",
    rows: 62,
    features: 2000,
    classes: [40, 22],
  },
  {
    file: "formats/colon_log10_semicolon_decimalcomma.csv",
    options: { samplesIn: "columns", labelPattern: "^[a-z]+" },
    format: "csv",
    rows: 62,
    features: 2000,
    classes: [22, 40],
  },
];

describe.skipIf(!hasData)("the real files", () => {
  test.each(cases)("$file", async ({ file, options, format, rows, features, classes }) => {
    const data = await readDataset(dataFile(file), options);
    expect([data.source.format, data.rows, data.features]).toEqual([format, rows, features]);
    expect((await examine(data)).classes?.map((entry) => entry.rows) ?? null).toEqual(classes);
  });

  test("USPS, with ten classes that add up to its rows", async () => {
    const data = await readDataset(dataFile("paper/USPS.mat"));
    expect([data.rows, data.features, data.labels!.classes.length]).toEqual([9298, 256, 10]);
  });

  test("the large ones stay sparse", async () => {
    const news = await readDataset(dataFile("scale/TDT2.mat"));
    expect([news.rows, news.features, news.labels!.classes.length]).toEqual([9394, 36771, 30]);
    const cells = await readDataset(dataFile("scale/mouse_bladder_cell_select_2100.h5"));
    expect([cells.rows, cells.features, cells.labels!.classes.length]).toEqual([2100, 20670, 16]);
    for (const { values } of [news, cells]) expect("rowStarts" in values).toBe(true);
  });

  test("AnnData with a column of obs as the target", async () => {
    const data = await readDataset(dataFile("formats/pbmc68k_reduced.h5ad"), { target: "bulk_labels" });
    expect([data.source.format, data.rows, data.features, data.labels!.classes.length]).toEqual([
      "h5ad",
      700,
      765,
      10,
    ]);
    await expect(
      readDataset(dataFile("formats/pbmc68k_reduced.h5ad"), { target: "bulk_label" }),
    ).rejects.toThrow('did you mean "bulk_labels"?');
  });

  test("AnnData without X is refused in a line that says what it has", async () => {
    await expect(readDataset(dataFile("formats/adata_v0.11.4.h5ad"))).rejects.toThrow(InputError);
    await expect(readDataset(dataFile("formats/adata_v0.11.4.h5ad"))).rejects.toThrow('"X" is missing');
  });

  test("the two files of the colon data hold the same figures, one of them as logarithms", async () => {
    const raw = await readDataset(dataFile("formats/colon_raw_labels_last.csv"), {
      target: "last",
      transforms: ["log10"],
    });
    const mat = await readDataset(dataFile("paper/COLON.mat"), { transforms: ["log10"] });
    const sorted = (data: typeof raw) =>
      Float64Array.from((data.values as { data: Float64Array }).data).sort();
    const [a, b] = [sorted(raw), sorted(mat)];
    expect(a.length).toBe(b.length);
    // The file of labels is rounded to eight digits.
    for (let i = 0; i < a.length; i += 997) expect(a[i]).toBeCloseTo(b[i], 4);
  });
});

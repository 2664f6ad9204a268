import { readdir, readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { surveyFile } from "../../src/data/parse-dataset.js";
import { readDataset } from "../../src/node.js";
import { dataFile, hasData } from "../support/data.js";

interface Case {
  readonly file: string;
  /** Columns of numbers and of categories. */
  readonly numbers: number;
  readonly categories: number;
  readonly target: string | null;
  readonly rows: number;
  /** Columns that are no features, beside the target. */
  readonly leftOut?: readonly string[];
}

/** Counts by the attributes that ARFF files declare and by the README of the data. */
const cases: readonly Case[] = [
  { file: "mixed/breast-cancer.arff", numbers: 0, categories: 9, target: "Class", rows: 286 },
  { file: "mixed/credit-g.arff", numbers: 7, categories: 13, target: "class", rows: 1000 },
  { file: "mixed/vote.arff", numbers: 0, categories: 16, target: "Class", rows: 435 },
  { file: "mixed/penguins.csv", numbers: 4, categories: 2, target: "species", rows: 344 },
  // 688 of 891 decks are missing.
  { file: "mixed/titanic.csv", numbers: 5, categories: 8, target: "survived", rows: 891, leftOut: ["deck"] },
  { file: "mixed/mpg.csv", numbers: 7, categories: 0, target: "origin", rows: 398, leftOut: ["name"] },
  { file: "formats/iris.arff", numbers: 4, categories: 0, target: "class", rows: 150 },
  { file: "formats/iris.parquet", numbers: 4, categories: 0, target: "class", rows: 150 },
  { file: "formats/iris_mhkeller.parquet", numbers: 4, categories: 0, target: "species", rows: 150 },
  { file: "formats/ionosphere.arff", numbers: 34, categories: 0, target: "class", rows: 351 },
  { file: "formats/soybean.arff", numbers: 0, categories: 35, target: "class", rows: 683 },
  { file: "formats/sparse_australian.arff.gz", numbers: 14, categories: 0, target: "Y", rows: 85 },
  { file: "formats/colon_raw_labels_last.csv", numbers: 2000, categories: 0, target: "2001", rows: 62 },
  { file: "formats/dermatology.npz", numbers: 34, categories: 0, target: "y", rows: 366 },
  {
    file: "formats/labor.arff",
    numbers: 6,
    categories: 5,
    target: "class",
    rows: 57,
    // More than 28 of 57 values are missing in each.
    leftOut: [
      "wage-increase-third-year",
      "pension",
      "standby-pay",
      "education-allowance",
      "longterm-disability-assistance",
    ],
  },
  { file: "formats/pbmc68k_reduced.h5ad", numbers: 765, categories: 0, target: "bulk_labels", rows: 700 },
  { file: "formats/svmlight_classification.txt", numbers: 21, categories: 0, target: "label", rows: 6 },
  { file: "formats/10x_mtx", numbers: 507, categories: 0, target: null, rows: 1107 },
  {
    file: "formats/10x_filtered_feature_bc_matrix.h5",
    numbers: 507,
    categories: 0,
    target: null,
    rows: 1107,
  },
  { file: "formats/heart_scale", numbers: 13, categories: 0, target: "label", rows: 270 },
];

describe.skipIf(!hasData)("real tables are read at the first try", () => {
  test.each(cases)("$file", async ({ file, numbers, categories, target, rows, leftOut = [] }) => {
    const data = await readDataset(dataFile(file));
    const found = data.categories?.filter((levels) => levels !== null).length ?? 0;
    expect({ numbers: data.features - found, categories: found, rows: data.rows }).toEqual({
      numbers,
      categories,
      rows,
    });
    expect(data.labels && data.labelName).toBe(target);
    const without = data.notices.filter(({ code }) => code === "columns-left-out");
    expect(without.flatMap(({ columns = [] }) => columns)).toEqual(leftOut);
  });

  test("every file of formats and mixed is among them, or is refused for what it lacks", async () => {
    const known = new Set(cases.map(({ file }) => file));
    const others: Readonly<Record<string, RegExp | null>> = {
      // AnnData without X.
      "formats/adata_v0.11.4.h5ad": /"X" is missing/,
      // Samples in columns, proposed by a warning.
      "formats/colon_log10_semicolon_decimalcomma.csv": null,
      // A number to predict, below.
      "mixed/cpu.with.vendor.arff": null,
    };
    for (const folder of ["formats", "mixed"])
      for (const name of await readdir(dataFile(folder))) {
        const file = `${folder}/${name}`;
        if (known.has(file) || name.startsWith(".")) continue;
        expect(Object.keys(others)).toContain(file);
        const message = others[file];
        if (message) await expect(readDataset(dataFile(file))).rejects.toThrow(message);
      }
  });

  test("genes in rows: two proposals lead to the data", async () => {
    const file = dataFile("formats/colon_log10_semicolon_decimalcomma.csv");
    const options: Record<string, unknown> = {};
    for (const [code, option] of [
      ["samples-in-columns", "samplesIn"],
      ["no-labels", "labelPattern"],
    ]) {
      const { notices } = await readDataset(file, options);
      const remedy = notices.find((one) => one.code === code)?.remedies?.[0];
      expect(remedy?.option).toBe(option);
      options[option] = remedy?.value;
    }
    const { rows, features, labels } = await readDataset(file, options);
    expect([rows, features, labels?.classes]).toEqual([62, 2000, ["colon", "normal"]]);
  });

  test("columns that are mostly missing are shown as not used", async () => {
    const bytes = await readFile(dataFile("mixed/titanic.csv"));
    const { columns } = await surveyFile(bytesSource(bytes, "titanic.csv"));
    expect(columns!.filter(({ use }) => use !== "feature").map(({ name, use }) => [name, use])).toEqual([
      ["survived", "target"],
      ["deck", "none"],
    ]);
  });

  test.each([
    ["mixed/cpu.with.vendor.arff", {}, 209, [15, 1238]],
    ["mixed/mpg.csv", { target: "mpg" }, 398, [9, 46.6]],
  ] as const)("%s has a number to predict", async (file, options, rows, range) => {
    const { targets, notices } = await readDataset(dataFile(file), options);
    expect(targets).toHaveLength(rows);
    expect([Math.min(...targets!), Math.max(...targets!)]).toEqual(range);
    expect(notices.map(({ code }) => code)).toContain("numeric-target");
  });
});

import { describe, expect, test } from "vitest";
import {
  type Comparison,
  compare,
  Dataset,
  evaluate,
  type Matrix,
  planted,
  select,
} from "../../src/index.js";
import { comparisonReport } from "../../src/report/comparison-report.js";
import { methodsSection } from "../../src/report/methods-section.js";
import type { MethodsSection } from "../../src/report/report.js";
import { sentence } from "../../src/report/words.js";
import { mixedTable } from "../support/mixed-table.js";

const { data } = planted();
const part = data.selectRows(Array.from({ length: 60 }, (_, i) => 3 * i));

const paragraphOf = (comparison: Comparison) => {
  const { sections } = comparisonReport(comparison);
  return (sections.find(({ kind }) => kind === "methods") as MethodsSection).paragraph;
};

describe("the paragraph on methods of a comparison", () => {
  test("names what was done, and nothing that was not", async () => {
    const plain = paragraphOf(await compare([part], { methods: ["fisher"], k: 5, folds: 3 }));
    expect(plain).toContain("by 3 stratified folds; selection and scaling");
    expect(plain).toContain("Kuncheva");
    expect(plain).not.toMatch(/were tested|chosen|permutations|groups/);
    const groups = [Array.from({ length: part.rows }, (_, i) => `p${i >> 1}`)];
    const two = {
      methods: ["fisher", "mrmr"],
      k: 5,
      folds: 3,
      tune: true,
      rowGroups: groups,
      permutations: 2,
    } as const;
    const full = paragraphOf(await compare([part], two));
    expect(full).toContain("by 3 stratified folds that keep groups of samples together");
    expect(full).toContain("The options of every method were chosen");
    expect(full).toContain("2 random permutations");
    expect(full).toContain("were tested with the corrected resampled t test");
    const test = [data.selectRows([1, 4, 100, 151])];
    const given = paragraphOf(await compare([part], { methods: ["fisher", "mrmr"], k: 5, test }));
    expect(given).toContain(
      "on separate test data; selection and scaling were repeated on the training samples",
    );
    expect(given).not.toMatch(/were tested|Kuncheva|folds/);
  });

  test("says what was done to a table", async () => {
    const table = mixedTable(1);
    const adjust = ["noise 0", "street"];
    const compared = paragraphOf(await compare([table], { methods: ["fisher"], k: 2, folds: 3, adjust }));
    expect(compared).toContain(
      "filling of missing values, adjusting for noise 0 and street, selection and scaling were repeated",
    );
    const gaps = (table.values as Matrix).data.filter(Number.isNaN).length;
    for (const [method, given, filled] of [
      ["fisher", table, `${gaps} missing values were filled with the median or the most frequent level`],
      ["fisher", table.with({ missing: "knn" }), `${gaps} missing values were filled from the five nearest`],
      ["mrmr", table, `${gaps} missing values were left out of the method's sums`],
    ] as const) {
      const selection = await select(given, { method, k: 2, adjust });
      const { paragraph } = methodsSection(given, selection, await evaluate(given, { method, k: 2, adjust }));
      expect(paragraph).toContain(filled);
      expect(paragraph).toContain(
        "1 categorical feature was taken as a whole; the influence of street and noise 0",
      );
      expect(paragraph).not.toContain("excluded");
      expect(paragraph).toContain("this preparation, selection and scaling were repeated");
    }
    const plain = methodsSection(part, await select(part, { k: 2, method: "fisher" }));
    expect(plain.paragraph).not.toMatch(/missing|categorical|influence|not used|left out/);
  });

  test("says which rows and columns of the file were not used", async () => {
    const rows = Array.from({ length: 24 }, (_, i) => ({
      id: i + 1,
      seen: new Date(2024, 1, 1 + i),
      x: (i * 7) % 11,
      class: i < 2 ? "" : "ab"[i % 2],
    }));
    const table = Dataset.fromObjects(rows, { target: "class" });
    const { paragraph } = methodsSection(table, await select(table, { k: 1, method: "fisher" }));
    expect(paragraph).toContain(
      'The target "class" has no value in 2 of 24 rows, which were left out. 2 columns of the file were not used.',
    );
  });
});

test("sentences begin with a capital, but files and symbols keep their names", () => {
  expect(["two rows were left out", "genes.csv: two rows", "k is 3"].map(sentence)).toEqual([
    "Two rows were left out.",
    "genes.csv: two rows.",
    "k is 3.",
  ]);
});

import { describe, expect, test } from "vitest";
import { type Comparison, compare, planted } from "../../src/index.js";
import { comparisonReport } from "../../src/report/comparison-report.js";
import type { MethodsSection } from "../../src/report/report.js";

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
});

import { describe, expect, test } from "vitest";
import * as salience from "../../src/index.js";
import {
  type Comparison,
  compare,
  comparisonReport,
  planted,
  type Report,
  stabilityReport,
  stabilitySelection,
} from "../../src/index.js";

const { data } = planted();
const part = data.selectRows(Array.from({ length: 60 }, (_, i) => 3 * i));

/** What the program of a report prints, with the data that it was made from in place of its opening. */
async function printed(report: Report): Promise<unknown> {
  const repeat = report.sections.find(({ kind }) => kind === "repeat") as salience.RepeatSection;
  const program = repeat.snippets.find(({ language }) => language === "javascript")!.code;
  const [head, ...body] = program.split("\n");
  expect(head).toMatch(/^import \{ .* \} from "salience\/node";$/);
  const names = Object.keys(salience);
  let result: unknown;
  const console = { log: (value: unknown) => (result = value) };
  const run = new Function("console", "given", ...names, `return (async () => {${body.join("\n")}})();`);
  const values = names.map((name) => (salience as Record<string, unknown>)[name]);
  await run(console, part, ...values);
  return result;
}

const paragraphOf = (comparison: Comparison) => {
  const { sections } = comparisonReport(comparison);
  return (sections.find(({ kind }) => kind === "methods") as salience.MethodsSection).paragraph;
};

describe("the program of a report", () => {
  const options = { methods: ["fisher", "mrmr"], k: [3, 6], folds: 3, selectOn: "raw", keep: ["7"] } as const;
  const figures = ({ results }: Comparison) =>
    results.map(({ dataset, label, k, accuracy }) => [dataset, label, k, accuracy]);

  test("gives a comparison again, of one data set and of a list", async () => {
    const comparison = await compare([part], options);
    for (const opening of ["given", "[given]"])
      expect(await printed(comparisonReport(comparison, { opening }))).toEqual(figures(comparison));
    expect(comparison).toMatchObject({ selectOn: "raw", keep: ["7"] });
  });

  test("gives a stability selection again", async () => {
    const result = await stabilitySelection(part, { method: "fisher", k: 8, subsamples: 10 });
    const report = stabilityReport(part, result, { opening: "given" });
    expect(await printed(report)).toEqual(result.stable);
  });
});

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
      "on data of its own; selection and scaling were repeated on the training samples",
    );
    expect(given).not.toMatch(/were tested|Kuncheva|folds/);
  });
});

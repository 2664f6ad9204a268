import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { pickedRows } from "../../src/data/stream/picked-rows.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import type { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { checkData } from "../../src/recipe/check-data.js";
import { makeRecipe } from "../../src/recipe/make-recipe.js";
import { parseRecipe } from "../../src/recipe/parse-recipe.js";
import { selectWith } from "../../src/selectors/select.js";
import { selectStreamed } from "../../src/selectors/select-streamed.js";
import { expectClose } from "../support/expect-close.js";

/** A table with numbers, gaps and categories; four features tell the classes apart. */
function tableText(rows: number, { gaps, categories }: { gaps: boolean; categories: boolean }): string {
  const random = new Random(7);
  const lines = [["a", "b", "c", "d", "e", ...(categories ? ["colour", "smoker"] : []), "class"].join()];
  for (let i = 0; i < rows; i++) {
    // Classes of different sizes: about 6, 3 and 2 of 11 rows.
    const code = [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 2][random.integer(11)];
    const numbers = [code, -code, code % 2, 0, 0].map((shift) => (shift + random.normal()).toFixed(4));
    if (gaps) for (const j of [0, 3]) if (random.integer(9) === 0) numbers[j] = "";
    const colour = ["red", "green", "blue", "grey"][random.integer(2) + (code === 2 ? 2 : random.integer(2))];
    const more = categories
      ? [gaps && random.integer(12) === 0 ? "" : colour, random.integer(2) ? "yes" : "no"]
      : [];
    lines.push([...numbers, ...more, `class ${code}`].join());
  }
  return `${lines.join("\n")}\n`;
}

const methods = [
  ["dfs", {}],
  ["dfs", { gamma: 0.1, scatter: "mean" }],
  ["dfs", { elimination: "one-shot" }],
  ["fisher", {}],
  ["fisher", { classWeight: "balanced" }],
  ["trace-ratio", {}],
  ["trace-ratio", { standardize: true }],
  ["bahsic", {}],
  ["bahsic", { estimator: "unbiased", labelKernel: "balanced" }],
  ["mmc-rfe", {}],
  ["dfs", { classWeight: "balanced" }],
  ["dfs", { classWeight: "balanced", gamma: 0.1, scatter: "mean", standardize: true }],
  ["mmc-rfe", { classWeight: "balanced" }],
  ["mmc-rfe", { classWeight: "balanced", standardize: true }],
] as const;

const open = (text: string, options = {}) =>
  RowSource.open(bytesSource(new TextEncoder().encode(text), "t.csv"), options);

describe.each([
  ["numbers", { gaps: false, categories: false }],
  ["numbers with gaps", { gaps: true, categories: false }],
  ["numbers and categories with gaps", { gaps: true, categories: true }],
])("rows in blocks: %s", (_, form) => {
  const text = tableText(2600, form);

  test.each(methods)(
    "%s %o gives the ranking, scores and notices of data in memory",
    async (method, options) => {
      const memory = await selectWith(await parseDataset(text, { name: "t.csv" }), {
        method,
        options: method === "dfs" ? { margins: false, ...options } : options,
        k: 3,
      });
      const { selection } = await selectStreamed(await open(text), { method, options, k: 3 });
      expect(selection.rankedNames).toEqual(memory.rankedNames);
      expectClose(selection.scores, memory.scores, { relative: 1e-7, absolute: 1e-9 });
      const told = (notices: typeof memory.notices) =>
        notices
          .filter(({ code }) => code !== "streamed")
          .map(({ code, text: what }) => `${code}: ${what}`)
          .sort();
      expect(told(selection.notices)).toEqual(told(memory.notices));
      expect(selection.data).toEqual(memory.data);
    },
  );
});

describe("the picked features of rows in blocks", () => {
  const text = tableText(900, { gaps: true, categories: true }).replace(/^/gm, (_, at: number) => `r${at},`);
  const named = text.replace(/^r0,/, "id,").replace(/\nr\d+,$/, "\n");

  test("are those of data in memory, and so is the recipe with its model", async () => {
    const settings = { method: "fisher", k: 4 } as const;
    const data = await parseDataset(named, { name: "t.csv" });
    const memory = await selectWith(data, settings);
    const source = await open(named);
    const { selection } = await selectStreamed(source, settings);
    const picked = await pickedRows(source, selection.features);
    const expected = memory.transform(data);
    expect(picked.features).toBe(4);
    expect(picked.categories?.some((levels) => levels)).toBe(true);
    for (const part of ["values", "featureNames", "categories", "labels", "rowIds", "source"] as const)
      expect(picked[part]).toEqual(expected[part]);

    const made = { classifier: "lda", kernels: "wasm" } as const;
    const whole = await makeRecipe(data, memory, made);
    const recipe = await makeRecipe(picked, selection, { ...made, picked: true });
    for (const part of ["reading", "selection", "preparation", "model"] as const)
      expect(recipe[part]).toEqual(whole[part]);
    const { sha256, ...about } = whole.data;
    expect(recipe.data).toMatchObject({ ...about, hashed: "picked" });
    expect(recipe.data.sha256).not.toBe(sha256);
    const read = parseRecipe(JSON.stringify(recipe));
    expect(await checkData(read, data)).toBeNull();
    const { values } = data;
    const at = data.featureNames.indexOf(selection.features[0]);
    const other = values.selectColumns(Array.from({ length: values.columns }, (_, j) => j)) as Matrix;
    other.set(5, at, 77);
    expect(await checkData(read, data.with({ values: other }))).toMatchObject({ code: "data-mismatch" });
  });

  test("that do not fit are refused", async () => {
    const source = await open(named);
    const { selection } = await selectStreamed(source, { method: "fisher", k: 4 });
    await expect(pickedRows(source, selection.features, { memory: 1000 })).rejects.toThrow(
      /the 4 selected features of 900 rows need about 86 kB in memory, and 1 kB are free; select fewer/,
    );
    await expect(makeRecipe(await pickedRows(source, ["a"]), selection, { picked: true })).rejects.toThrow(
      /the selection was not made from this data/,
    );
  });
});

test("more columns than a scatter allows are ranked by what needs none, and refused else", async () => {
  const lines = Array.from({ length: 4 }, (_, i) => {
    const cells = Array.from({ length: 11_000 }, (_, j) => `${j + 1}:${(i + 1) * ((j % 7) + 1) + (i % 2)}`);
    return `${i % 2} ${cells.join(" ")}`;
  });
  const bytes = new TextEncoder().encode(`${lines.join("\n")}\n`);
  const source = await RowSource.open(bytesSource(bytes, "t.svm"), {});
  const { selection } = await selectStreamed(source, { method: "fisher", k: 2 });
  expect(selection.ranking.length).toBe(11_000);
  await expect(selectStreamed(source, { method: "dfs", k: 2 })).rejects.toThrow(
    /there are 11000 features; .* at most 10000 can be worked on, or 50000 with a method .*; use such a method \(method: "fisher"\)/,
  );
});

test("columns so small that their squares vanish are named, and no others", async () => {
  const random = new Random(3);
  const lines = Array.from({ length: 300 }, (_, i) => {
    const code = i % 3;
    const value = 2 * code + random.normal();
    // Gone, digits lost, just large enough, constant, the class itself, a usual one.
    const cells = [value * 1e-200, value * 1e-158, value * 1e-140, 1e-200, code, value];
    return [...cells, "xyz"[code]].join();
  });
  const text = ["gone,lossy,fine,constant,pure,usual,class", ...lines].join("\n");
  const told = async (given: string) => {
    const { selection } = await selectStreamed(await open(given), { method: "fisher" });
    return selection.notices.filter(({ code }) => code === "values-too-small").map(({ columns }) => columns);
  };
  expect(await told(text)).toEqual([["gone", "lossy"]]);
  // With gaps the moments come from a second pass.
  expect(await told(`${text}\n,,,,,,x`)).toEqual([["gone", "lossy"]]);
  const memory = await selectWith(await parseDataset(text, { name: "t.csv" }), { method: "fisher" });
  const { scores } = memory;
  expect(Math.abs(scores[0] - scores[5])).toBeLessThan(1e-6 * scores[5]);
});

import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { RowSource } from "../../src/data/stream/row-source.js";
import { Random } from "../../src/numeric/random.js";
import { selectWith } from "../../src/selectors/select.js";
import { selectStreamed } from "../../src/selectors/select-streamed.js";
import { expectClose } from "../support/expect-close.js";

/** A table with numbers, gaps and categories; four features tell the classes apart. */
function tableText(rows: number, { gaps, categories }: { gaps: boolean; categories: boolean }): string {
  const random = new Random(7);
  const lines = [["a", "b", "c", "d", "e", ...(categories ? ["colour", "smoker"] : []), "class"].join()];
  for (let i = 0; i < rows; i++) {
    const code = random.integer(3);
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

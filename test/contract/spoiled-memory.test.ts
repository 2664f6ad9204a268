import { afterAll, describe, expect, test } from "vitest";
import { Dataset, select } from "../../src/index.js";
import { WasmKernels } from "../../src/kernels/wasm-kernels.js";
import { allSelectors } from "../../src/selectors/registry.js";
import { denseValues, randomData } from "../support/random-data.js";
import { spoilingKernels } from "../support/spoiling-kernels.js";

/** Apart from each other: what was spoiled stays so in the memory of its kernels. */
const [kernels, spoiled] = [await WasmKernels.create("wasm", 1), await WasmKernels.create("wasm", 1)];
const spoiling = spoilingKernels(spoiled);
afterAll(() => Promise.all([kernels.dispose(), spoiled.dispose()]));

/** Ways through a method that use memory of their own. */
const ways: Record<string, readonly object[]> = {
  dfs: [
    {},
    { gamma: 1 },
    { gamma: 1, alpha: 0 },
    { gamma: 1, solver: "tall" },
    { gamma: 1, solver: "wide" },
    { elimination: "recursive" },
  ],
  laplacian: [{}, { standardize: false }, { graph: "class" }],
};

const shapes = [
  { rows: 60, features: 25, seed: 3 },
  { rows: 24, features: 90, seed: 4 },
];

/** What a selection comes to, or why it is refused; all but the time it took. */
async function outcome(data: Dataset, given: object): Promise<unknown> {
  try {
    const selection = await select(data, { k: 3, ...given });
    return JSON.parse(JSON.stringify({ ...selection.toJSON(), seconds: 0 }));
  } catch (error) {
    return (error as Error).message;
  }
}

describe("no result rests on memory that was not written, or was given back", () => {
  const cases = allSelectors().flatMap(({ name }) =>
    (ways[name] ?? [{}]).map((options) => [`${name} ${JSON.stringify(options)}`, name, options] as const),
  );
  test.each(cases)("%s", async (_, method, options) => {
    for (const shape of shapes) {
      const data = randomData({ ...shape, relevant: 4 });
      const values = denseValues(data);
      const targets = Float64Array.from(
        { length: values.rows },
        (_, i) => values.get(i, 0) - values.get(i, 5),
      );
      for (const each of [data, new Dataset({ values, targets })])
        expect(await outcome(each, { method, ...options, kernels: spoiling })).toEqual(
          await outcome(each, { method, ...options, kernels }),
        );
    }
  });
});

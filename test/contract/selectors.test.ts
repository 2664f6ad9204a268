import { describe, expect } from "vitest";
import { InputError, planted, type Selector, select } from "../../src/index.js";
import { selectorContract } from "../../src/selectors/contract.js";
import { dfs } from "../../src/selectors/dfs.js";
import { allSelectors } from "../../src/selectors/registry.js";
import { contractOf } from "./exceptions.js";

const { kernel } = dfs.options;
/** The additive kernel makes another method of dfs. */
const additive: Selector = {
  ...dfs,
  name: "dfs-additive",
  options: { ...dfs.options, kernel: { ...kernel, default: "additive" } },
};

describe.each([...allSelectors(), additive])("$name", (selector) => {
  const holds = contractOf(selector.name);
  for (const { name, applies, run } of selectorContract)
    if (applies?.(selector) !== false) holds(name, () => run(selector));
  holds("refuses a k that is text", async () => {
    const given = { method: selector, k: "5" as unknown as number };
    await expect(select(planted().data, given)).rejects.toThrow(InputError);
    await expect(select(planted().data, given)).rejects.toThrow(/k must be a whole number .*5.* was given/);
  });
});

import { expect, test } from "vitest";
import { uniqueNames } from "../../../src/data/readers/shared/unique-names.js";

// anndata.utils.make_index_unique(pandas.Index([...])) of anndata 0.10, by its documented examples and rule.
test.each([
  [
    ["a", "b", "c"],
    ["a", "b", "c"],
  ],
  [
    ["a", "a", "b"],
    ["a", "a-1", "b"],
  ],
  [
    ["a", "b", "a", "a"],
    ["a", "b", "a-1", "a-2"],
  ],
  [
    ["a", "a", "a-1"],
    ["a", "a-2", "a-1"],
  ],
  [
    ["a-1", "a", "a", "a-1"],
    ["a-1", "a", "a-2", "a-1-1"],
  ],
  [[], []],
])("%j becomes %j", (names, unique) => {
  expect(uniqueNames(names)).toEqual(unique);
});

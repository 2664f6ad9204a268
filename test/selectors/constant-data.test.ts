import { expect, test } from "vitest";
import { Dataset, select, selectors } from "../../src/index.js";

// One rule for all methods: where no feature varies there is nothing to rank, and a ranking would only be the order of the columns.
test.each(Object.keys(selectors))("%s refuses data in which every feature is constant", async (method) => {
  const rows = Array.from({ length: 20 }, () => [1, 2, 3, 4]);
  const data = Dataset.fromRows(
    rows,
    rows.map((_, i) => (i % 2 ? "a" : "b")),
  );
  await expect(select(data, { method: method as "fisher", k: 2 })).rejects.toThrow(
    "every feature is constant; there is nothing to select from",
  );
});

test.each(Object.keys(selectors))("%s ranks a single feature that varies first", async (method) => {
  const rows = Array.from({ length: 20 }, (_, i) => [1, 2, (i % 2) + ((i * 7) % 5) / 10, 4]);
  const data = Dataset.fromRows(
    rows,
    rows.map((_, i) => (i % 2 ? "a" : "b")),
  );
  const { ranking } = await select(data, { method: method as "fisher", k: 1 });
  expect(Array.from(ranking)).toEqual([2, 0, 1, 3]);
});

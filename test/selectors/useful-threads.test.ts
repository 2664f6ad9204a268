import { expect, test } from "vitest";
import { planted } from "../../src/data/bundled/planted.js";
import { CountedWork } from "../../src/selectors/counted-work.js";
import { findSelector } from "../../src/selectors/registry.js";
import { selectWith } from "../../src/selectors/select.js";
import { defineSelector } from "../../src/selectors/selector.js";
import { threadsThatPay, usefulThreads } from "../../src/selectors/useful-threads.js";

const { data } = planted({ rows: 20, noise: 5 });
const large = new CountedWork().product(4000, 4000, 4000).cost(0);

test("threads pay where most of the time goes into large products", () => {
  expect(threadsThatPay(large, 2)).toBe(2);
  expect(threadsThatPay(new CountedWork().loops(1e11).cost(0), 2)).toBe(1);
  expect(threadsThatPay(new CountedWork().sharedLoops(1e11).cost(0), 2)).toBe(2);
  expect(threadsThatPay(new CountedWork().product(20, 20, 20, 1e7).cost(0), 2)).toBe(1);
});

test("threads do not pay where starting them takes longer than they save", () => {
  expect(threadsThatPay(new CountedWork().product(300, 300, 300).cost(0), 2)).toBe(1);
});

// Half of the time on COIL20 and ORL goes into pairs of classes, which threads share; LUNG has ten pairs and takes a tenth of a second.
test.each([
  ["COIL20", 1440, 1024, 20, 2],
  ["ORL", 400, 1024, 40, 2],
  ["LUNG", 203, 3312, 5, 1],
  ["a cell atlas", 2100, 20_670, 16, 2],
])("target-k mode on data of the size of %s", (_, rows, features, classes, threads) => {
  const { cost } = findSelector("dfs");
  const shape = { rows, features, classes, entries: rows * features, k: 20 };
  const options = { gamma: null, elimination: "recursive", margins: true, kernel: "linear" };
  expect(threadsThatPay(cost(shape, options), 2)).toBe(threads);
});

/** A method that counts this and tells how many threads it was given. */
function tellerOf(cost: typeof large, countsSharing: boolean, tell: (threads: number) => void = () => {}) {
  return defineSelector({
    name: "teller",
    title: "Teller",
    summary: "Tells how many threads it was given.",
    citation: "none",
    supervised: true,
    direction: "larger",
    options: {},
    countsSharing,
    cost: () => cost,
    async score({ features }, _, context) {
      tell((await context.kernels()).threads);
      return { scores: new Float64Array(features).map((_, j) => j) };
    },
  });
}

test("a method whose count says that threads do not pay gets one, any other all", async () => {
  const small = new CountedWork().loops(1000).cost(0);
  expect(usefulThreads(tellerOf(small, false), {}, data, 20, 2)).toBe(2);
  expect(usefulThreads(tellerOf(large, true), {}, data, 20, 2)).toBe(2);
  let given = 0;
  const method = tellerOf(small, true, (threads) => {
    given = threads;
  });
  await selectWith(data, { method, threads: 2 });
  expect(given).toBe(1);
  await expect(selectWith(data, { method, threads: 65 })).rejects.toThrow("threads");
});

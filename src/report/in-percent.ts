import type { Comparison } from "../experiment/comparison.js";

/** The comparison with its metric in percent: areas are from 0 to 1, all other metrics are percentages already. */
export function inPercent(comparison: Comparison): Comparison {
  if (comparison.metric !== "auc") return comparison;
  const times = <T extends number | null>(value: T) => (value === null ? value : 100 * value) as T;
  const { results, tests } = comparison;
  return {
    ...comparison,
    results: results.map((entry) => ({
      ...entry,
      nested: times(entry.nested),
      paper: times(entry.paper),
      nestedStd: times(entry.nestedStd),
      paperStd: times(entry.paperStd),
      permuted: entry.permuted && {
        ...entry.permuted,
        mean: times(entry.permuted.mean),
        low: times(entry.permuted.low),
        high: times(entry.permuted.high),
      },
    })),
    tests: {
      perDataset: tests.perDataset.map((test) => ({ ...test, difference: times(test.difference) })),
      overDatasets: tests.overDatasets.map((test) => ({ ...test, difference: times(test.difference) })),
    },
  };
}

import { describe, expect, test } from "vitest";
import {
  datasetNames,
  paperAccuracy,
  paperAverages,
  paperDatasets,
  paperLabels,
  paperSeconds,
  printedAccuracy,
  tableKs,
} from "../../src/reproduction/paper.js";

describe("the paper's printed figures", () => {
  // The paper prints the means of its columns: a wrong digit in a cell shows up there.
  test.each(paperLabels)("the averages of %s are the means of its columns", (label) => {
    for (const [at, k] of tableKs.entries()) {
      const cells = datasetNames.map((name) => paperAccuracy[name][label][at]);
      const mean = cells.reduce((sum, cell) => sum + cell, 0) / cells.length;
      expect(Math.abs(mean - paperAverages[label][at]), `top ${k}`).toBeLessThan(0.0101);
    }
  });

  test("accuracies of COLON, ORL and LUNG are whole numbers of rows", () => {
    for (const name of ["COLON", "ORL", "LUNG"] as const)
      for (const label of paperLabels)
        for (const accuracy of paperAccuracy[name][label]) {
          const right = (accuracy / 100) * paperDatasets[name].rows;
          expect(Math.abs(right - Math.round(right)), `${name} ${label} ${accuracy}`).toBeLessThan(0.011);
        }
  });

  test("a cell is found by data, method and k, and is null where the paper has none", () => {
    expect(printedAccuracy("COLON", "DFS", 40)).toBe(1);
    expect(printedAccuracy("ISOLET", "LS", 80)).toBe(0.8114);
    expect(printedAccuracy("ISOLET", "LS", 85)).toBeNull();
    expect(printedAccuracy("ORL", "RFS", 20)).toBeNull();
    expect(paperSeconds.COIL20?.DFS).toBe(96.56);
  });
});

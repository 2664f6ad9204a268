import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { reliability, wilsonInterval } from "../../src/entries/evaluation.js";
import { InputError, Matrix } from "../../src/index.js";
import { expectClose } from "../support/expect-close.js";

/** scikit-learn's calibration_curve, brier_score_loss and log_loss; test/fixtures/models/make_probabilities.py wrote it. */
const { reliability: oracle } = JSON.parse(
  readFileSync(new URL("../fixtures/models/probabilities.json", import.meta.url), "utf8"),
) as {
  reliability: {
    probabilities: number[];
    truth: number[];
    bins: number;
    share: number[];
    mean: number[];
    brier: number;
    logLoss: number;
  };
};

describe("reliability", () => {
  test("the curve of one class, Brier score and log loss beside scikit-learn", () => {
    const { probabilities, truth, bins, share, mean, brier, logLoss } = oracle;
    const given = Matrix.fromRows(probabilities.map((p) => [1 - p, p]));
    const ours = reliability(given, truth, { bins, predicted: truth.map(() => 1) });
    expectClose(
      ours.bins.map((bin) => bin.share),
      share,
      { relative: 1e-10 },
    );
    expectClose(
      ours.bins.map((bin) => bin.probability),
      mean,
      { relative: 1e-10 },
    );
    expectClose([ours.brier, ours.logLoss], [brier, logLoss], { relative: 1e-10 });
    expect(ours.bins.reduce((sum, bin) => sum + bin.rows, 0)).toBe(400);
  });

  test("by hand: the most probable class against the truth, with Wilson's intervals; empty bins are left out", () => {
    const given = Matrix.fromRows([
      [0.7, 0.2, 0.1],
      [0.1, 0.75, 0.15],
      [0, 0, 1],
      [0.4, 0.3, 0.3],
    ]);
    const { bins, brier, logLoss, rows } = reliability(given, [0, 2, 2, 0], { bins: 5 });
    expect(rows).toBe(4);
    expect(bins.map(({ from, to, rows: inside, share }) => [from, to, inside, share])).toEqual([
      [0.4, 0.6, 1, 1],
      [0.6, 0.8, 2, 0.5],
      [0.8, 1, 1, 1],
    ]);
    expect(bins[1].probability).toBeCloseTo(0.725, 12);
    expect({ low: bins[1].low, high: bins[1].high }).toEqual(wilsonInterval(1, 2));
    const squares = 0.09 + 0.04 + 0.01 + (0.01 + 0.75 ** 2 + 0.85 ** 2) + 0 + (0.36 + 0.09 + 0.09);
    expect(brier).toBeCloseTo(squares / 4, 12);
    expect(logLoss).toBeCloseTo(-(Math.log(0.7) + Math.log(0.15) + Math.log(0.4)) / 4, 12);
  });

  test("a true class of probability 0 has a finite log loss; what does not fit is refused", () => {
    const sure = Matrix.fromRows([[1, 0]]);
    expect(reliability(sure, [1]).logLoss).toBeCloseTo(52 * Math.log(2), 10);
    expect(() => reliability(sure, [2])).toThrow(InputError);
    expect(() => reliability(sure, [0, 1])).toThrow(InputError);
    expect(() => reliability(sure, [0], { bins: 0 })).toThrow(InputError);
    expect(() => reliability(sure, [0], { predicted: [3] })).toThrow(InputError);
    expect(() => reliability(Matrix.zeros(0, 2), [])).toThrow(InputError);
  });
});

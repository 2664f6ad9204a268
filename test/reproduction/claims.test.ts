import { describe, expect, test } from "vitest";
import { averageRows } from "../../src/reproduction/accuracy.js";
import { type Evidence, judgeClaims } from "../../src/reproduction/claims.js";
import { type DatasetName, paperLabels } from "../../src/reproduction/paper.js";
import type { AccuracyRow } from "../../src/reproduction/reproduction.js";

const row = (
  dataset: DatasetName,
  label: string,
  k: number,
  more: Partial<AccuracyRow> = {},
): AccuracyRow => ({
  ...{ dataset, label, k, method: label.toLowerCase(), options: {} },
  ...{ accuracy: 0.8, accuracyStd: 0, paper: null, difference: null, nested: null, optimism: null },
  ...{ redundancy: 0.3 - k / 1000, redundancyAbs: 0.5 },
  ...more,
});

/** Every method at the tables' ks: DFS at 95 %, the others at 80 %. */
const cells = (dataset: DatasetName, change: (row: AccuracyRow) => Partial<AccuracyRow> = () => ({})) =>
  paperLabels.flatMap((label) =>
    [20, 40, 60, 80].map((k) => {
      const made = row(dataset, label, k, label === "DFS" ? { accuracy: 0.95 } : {});
      return { ...made, ...change(made) };
    }),
  );

const judge = (accuracy: AccuracyRow[], more: Partial<Evidence> = {}) =>
  judgeClaims({ accuracy, averages: averageRows(accuracy), powers: [], convergence: [], ...more });

const [converges, redundancy, sparser, colon, alike, first] = [0, 1, 2, 3, 4, 5];

describe("the paper's claims", () => {
  test("are left open where their data is missing", () => {
    const claims = judge([]);
    expect(claims.map(({ held }) => held)).toEqual([null, null, null, null, null, null]);
    for (const { evidence } of claims) expect(evidence).toMatch(/needs .* not available/);
  });

  test("hold where the figures say so", () => {
    const claims = judge([...cells("COLON"), ...cells("USPS")], {
      powers: [1, 0.1].map((p) => ({
        ...{ dataset: "ORL", p, gamma: 1, ks: [], accuracy: [] },
        supports: [{ gamma: 1, support: 100 * p }],
      })),
      convergence: [course([10, 5, ...new Array(40).fill(1)], [4, 1, ...new Array(40).fill(0)])],
    });
    expect(claims.map(({ held }) => held)).toEqual([true, true, true, true, true, true]);
    expect(claims[colon].evidence).toContain("+15.0 (top 20)");
    expect(claims[sparser].evidence).toContain("ORL 100 (p = 1), 10 (p = 0.1)");
  });

  test("convergence fails by the objective or by Div after twenty steps", () => {
    const slow = Array.from({ length: 60 }, (_, step) => 60 - step);
    const still = new Array(60).fill(1);
    const fast = [5, ...new Array(59).fill(0)];
    expect(judge([], { convergence: [course(slow, fast)] })[converges].held).toBe(false);
    expect(judge([], { convergence: [course(still, slow)] })[converges].held).toBe(false);
    expect(judge([], { convergence: [course(still, fast)] })[converges].held).toBe(true);
  });

  test("redundancy: most of the curves decide, and the others are named", () => {
    const rising = (some: readonly string[]) =>
      cells("COLON", ({ label, k }) => (some.includes(label) ? { redundancy: k } : {}));
    const two = judge(rising(["LS", "RF"]))[redundancy];
    expect(two).toMatchObject({ held: true });
    expect(two.evidence).toContain("4 of 6 curves; not for LS on COLON, RF on COLON");
    expect(judge(rising(["LS", "RF", "TR"]))[redundancy].held).toBe(false);
  });

  test("a p that is less sparse is found", () => {
    const powers = [1, 0.1, 0.01].map((p, at) => ({
      ...{ dataset: "ORL" as const, p, gamma: 1, ks: [], accuracy: [] },
      supports: [{ gamma: 1, support: [50, 20, 21][at] }],
    }));
    expect(judge([], { powers })[sparser].held).toBe(false);
  });

  test("COLON: the margin to the best of the others counts, at every k; nested margins are told", () => {
    const near = cells("COLON", ({ label, k }) => ({
      nested: label === "DFS" ? 0.82 : 0.84,
      ...(label === "mRMR" && k === 60 ? { accuracy: 0.88 } : {}),
    }));
    const claim = judge(near)[colon];
    expect(claim.held).toBe(false);
    expect(claim.evidence).toMatch(/\+7\.0 \(top 60\).*nested protocol it is −2\.0, −2\.0/);
  });

  test("Laplacian and Trace Ratio: a difference above the paper's own is too much", () => {
    const apart = (by: number) =>
      cells("USPS", ({ label }) => (label === "LS" ? { accuracy: 0.8 + by } : {}));
    expect(judge(apart(0.03))[alike].held).toBe(true);
    expect(judge(apart(-0.032))[alike].held).toBe(false);
  });

  test("first on average: the mean over data sets decides, not a single one", () => {
    const one = [
      ...cells("COLON"),
      ...cells("USPS", ({ label }) => (label === "RF" ? { accuracy: 0.99 } : {})),
    ];
    expect(judge(one)[first].held).toBe(true);
    const two = [
      ...cells("COLON"),
      ...cells("USPS", ({ label }) => (label === "RF" ? { accuracy: 1.12 } : {})),
    ];
    expect(judge(two)[first]).toMatchObject({ held: false });
    expect(judge(two)[first].evidence).toContain("First at 0 of 4");
  });
});

const course = (objective: number[], divergence: number[]) => ({
  ...{ dataset: "COLON" as const, p: 1, gamma: 1, converged: true },
  objective,
  divergence,
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { createKernels, type Dataset, digits, Random, type Selection, select } from "../../../src/index.js";
import { readDataset } from "../../../src/node.js";
import { descend } from "../../../src/selectors/dfs/descend.js";
import { fitLiterally } from "../../../src/selectors/dfs/literal.js";
import { prepareDataset } from "../../../src/selectors/dfs/prepare.js";
import { dataFile, hasData } from "../../support/data.js";
import { expectClose } from "../../support/expect-close.js";

interface LiteralFit {
  readonly gamma: number;
  /** After every one of the 20 steps. */
  readonly objective: readonly number[];
  /** tr(AᵀSbA) plus the penalty at the end: what changes of the objective are measured by. */
  readonly size: number;
  /** The best 100 and their row norms. */
  readonly ranking: readonly number[];
  readonly norms: readonly number[];
}

/** Algorithm 1 with SciPy's eigh; test/fixtures/dfs/make_literal.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../../fixtures/dfs/literal.json", import.meta.url), "utf8"),
) as Record<string, { fits: readonly LiteralFit[]; rows?: readonly number[] }>;

const kernels = await createKernels({ threads: 1 });

/** The paper's setting: 20 steps, α = 1e-3, p = 1. */
const paper = { method: "dfs", p: 1, alpha: 1e-3, maxIterations: 20, tolerance: 0, k: 20 } as const;

const gammas = [0.1, 1, 10];
const fitOf = (name: string, gamma: number): LiteralFit =>
  oracle[name].fits.find((fit) => fit.gamma === gamma)!;

/** The same features in the same order; neighbours whose norms nearly agree may change places. */
function expectSameOrder(selection: Selection, { ranking, norms }: LiteralFit, count: number): void {
  const top = Array.from(selection.ranking.subarray(0, count));
  top.forEach((feature, place) => {
    const expected = ranking.indexOf(feature);
    if (expected === place) return;
    const apart = expected < 0 ? 1 : Math.abs(norms[expected] / norms[place] - 1);
    if (!(apart < 1e-6))
      expect.fail(`place ${place} holds ${feature}, not ${ranking[place]}; their norms differ by ${apart}`);
  });
}

function expectLikeLiteral(selection: Selection, fit: LiteralFit): void {
  const reached = selection.trace!.objective.at(-1)!;
  expect(selection.trace!.objective).toHaveLength(20);
  expect(Math.abs(reached - fit.objective[19])).toBeLessThan(1e-4 * Math.abs(fit.objective[19]));
  expectSameOrder(selection, fit, 20);
  const most = Math.min(80, fit.ranking.length);
  const wanted = new Set(fit.ranking.slice(0, most));
  const shared = selection.ranking.subarray(0, most).filter((feature) => wanted.has(feature)).length;
  expect(shared / most).toBeGreaterThanOrEqual(0.95);
}

async function load(name: string): Promise<Dataset> {
  const data = await readDataset(dataFile(`paper/${name}.mat`));
  const { rows } = oracle[name];
  return rows ? data.selectRows(rows) : data;
}

describe("against Algorithm 1 with SciPy's eigh, 20 steps", () => {
  test.each(gammas)("digits, gamma = %d", async (gamma) => {
    const selection = await select(await digits(), { ...paper, gamma });
    expectLikeLiteral(selection, fitOf("digits", gamma));
  });

  describe.each(["USPS", "ISOLET", "ORL", "COIL20"])("%s", (name) => {
    test.skipIf(!hasData).each(gammas)("gamma = %d", async (gamma) => {
      const selection = await select(await load(name), { ...paper, gamma });
      expectLikeLiteral(selection, fitOf(name, gamma));
    });
  });

  test.each(gammas)(
    "our own literal solver takes the same 20 steps on the digits, gamma = %d",
    async (gamma) => {
      const selection = await select(await digits(), { ...paper, gamma, solver: "literal" });
      const fit = fitOf("digits", gamma);
      expectClose(selection.trace!.objective, fit.objective, { absolute: 1e-8 * fit.size, relative: 0 });
      expectSameOrder(selection, fit, 61);
      expectClose(
        fit.ranking.slice(0, 20).map((feature) => selection.scores[feature]),
        fit.norms.slice(0, 20),
        { relative: 1e-6 },
      );
    },
  );

  // Below p = 0.5 the literal solver uses the shifted form; a few steps from equal weights end at the same place.
  test.each([0.1, 0.3, 0.5, 1.5])(
    "the fast solver takes the literal one's first steps, p = %d",
    async (p) => {
      const prepared = prepareDataset(kernels, await digits(), {
        standardize: true,
        scatter: "sum",
        form: "tall",
      });
      const options = { gamma: 1, p, l: 9, alpha: 1e-3, zeta: 1e-12, maxIterations: 3, tolerance: 0 };
      const nothing = async () => {};
      const literal = await fitLiterally(prepared.problem, options, nothing);
      const fast = await descend(prepared.problem, options, new Random(1), nothing);
      expectClose(fast.objective, literal.objective, { relative: 0, absolute: 1e-5 * literal.value.size });
      const largest = Math.max(...literal.norms);
      expectClose(fast.norms, literal.norms, { relative: 0, absolute: 2e-3 * largest });
      prepared.workspace.release();
    },
  );
});

import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, Random, SparseMatrix, select } from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";
import { expectSame } from "../support/expect-same.js";

interface Oracle {
  F: (number | null)[];
  factor: number;
  order: number[];
}

/** scikit-learn's f_classif; test/fixtures/selectors/make_fisher.py wrote it. */
const oracle = JSON.parse(
  readFileSync(new URL("../fixtures/selectors/fisher.json", import.meta.url), "utf8"),
) as {
  digits: Oracle;
  iris: Oracle;
  irisData: { rows: number[][]; labels: number[] };
  ionosphere: Oracle & { names: string[] };
};

async function expectLikeOracle(data: Dataset, { F, factor, order }: Oracle): Promise<void> {
  const { scores, ranking } = await select(data, { method: "fisher", k: 1 });
  expectClose(
    scores.map((score) => score * factor),
    F.map((f) => f ?? 0),
    { relative: 1e-10 },
  );
  expect(Array.from(ranking)).toEqual(order);
}

describe("fisher score", () => {
  test("agrees with scikit-learn on the digits, constant pixels included", async () => {
    await expectLikeOracle(await digits(), oracle.digits);
  });

  test("agrees with scikit-learn on iris", async () => {
    await expectLikeOracle(Dataset.fromRows(oracle.irisData.rows, oracle.irisData.labels), oracle.iris);
  });

  test.skipIf(!hasData)("agrees with scikit-learn on ionosphere.arff", async () => {
    const data = await readDataset(dataFile("formats/ionosphere.arff"), { target: "class" });
    expect(data.featureNames).toEqual(oracle.ionosphere.names);
    await expectLikeOracle(data, oracle.ionosphere);
  });

  test("equals the ratio worked out by hand", async () => {
    // Classes {0, 2} and {4, 6}: means 1 and 5 around 3, so 2·4 + 2·4 = 16 between and 4·1 = 4 within.
    const { scores } = await select(Dataset.fromRows([[0], [2], [4], [6]], ["a", "a", "b", "b"]), {
      method: "fisher",
    });
    expect(scores[0]).toBeCloseTo(4, 14);
  });

  test("a feature that is constant inside every class scores infinity, exactly", async () => {
    const rows = Array.from({ length: 30 }, (_, i) => [i % 2 ? 0.1 : 0.3, i % 7]);
    const { scores, ranking } = await select(
      Dataset.fromRows(
        rows,
        rows.map((_, i) => i % 2),
      ),
      { method: "fisher" },
    );
    expect(scores[0]).toBe(Number.POSITIVE_INFINITY);
    expect(ranking[0]).toBe(0);
  });

  test("keeps its digits where a class lies far from zero and another is zero, whichever comes first", async () => {
    // Class means 2³⁰ + m and 0, so between is n/4·(2³⁰ + m)² and within is that of the small parts alone.
    const random = new Random(3);
    const parts = Array.from({ length: 60 }, () => Math.round(random.normal() * 1024) / 1024);
    const rows = parts.map((x, i) => (i % 2 ? [2 ** 30 + x, 0] : [0, 2 ** 30 + x]));
    const { scores } = await select(
      Dataset.fromRows(
        rows,
        rows.map((_, i) => i % 2),
      ),
      { method: "fisher" },
    );
    const expected = [1, 0].map((parity) => {
      const own = parts.filter((_, i) => i % 2 === parity);
      const mean = own.reduce((sum, x) => sum + x, 0) / own.length;
      return (15 * (2 ** 30 + mean) ** 2) / own.reduce((sum, x) => sum + (x - mean) ** 2, 0);
    });
    expectClose(scores, expected, { relative: 1e-13 });
  });

  test("sparse data scores to the last bit as dense data does, zeros written out or not", async () => {
    const random = new Random(8);
    const rows = Array.from({ length: 50 }, (_, i) =>
      Array.from({ length: 12 }, (_, j) => {
        // Columns without zeros, with zeros in some classes only, and almost empty ones.
        const share = [0, 0.5, 0.97, i % 3 === 0 ? 1 : 0][j % 4];
        return random.uniform() < share ? (j % 2 ? 0 : -0) : 5 * random.normal() + (i % 3);
      }),
    );
    const labels = rows.map((_, i) => i % 3);
    const sparse = (stored: (x: number) => boolean) => {
      const cells = rows.flatMap((row, i) => row.map((x, j) => ({ i, j, x }))).filter(({ x }) => stored(x));
      const [is, js, xs] = [cells.map(({ i }) => i), cells.map(({ j }) => j), cells.map(({ x }) => x)];
      return new Dataset({ values: SparseMatrix.fromTriplets(50, 12, is, js, xs), labels });
    };
    const scored = async (data: Dataset) => (await select(data, { method: "fisher" })).scores;
    const expected = await scored(Dataset.fromRows(rows, labels));
    expectSame(await scored(sparse((x) => x !== 0)), expected);
    expectSame(await scored(sparse(() => true)), expected);
  });
});

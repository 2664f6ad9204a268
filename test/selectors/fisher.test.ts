import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset, digits, select } from "../../src/index.js";
import { readDataset } from "../../src/node.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";

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
});

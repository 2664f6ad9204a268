import { describe, expect, test } from "vitest";
import { digits, InputError, type SelectOptions, select } from "../../../src/index.js";
import { expectClose } from "../../support/expect-close.js";
import { denseValues, randomData } from "../../support/random-data.js";
import { multiply, toRows, transpose } from "../../support/scatter.js";

const data = randomData({ rows: 60, features: 12, classes: 4, seed: 4, relevant: 6 });

describe("project", () => {
  test.each<SelectOptions<"dfs">>([
    { gamma: 1 },
    { gamma: 1, scatter: "mean" },
    { gamma: 1, standardize: false },
    { gamma: 0 },
    { alpha: 0 },
    { elimination: "one-shot" },
  ])("gives samples whose scatter is the identity, %j", async (options) => {
    const selection = await select(data, { method: "dfs", k: 5, ...options });
    const z = toRows(selection.project(data));
    expect(z).toHaveLength(data.rows);
    multiply(transpose(z), z).forEach((row, i) => {
      expectClose(
        row,
        row.map((_, j) => (i === j ? 1 : 0)),
        { absolute: 1e-8 },
      );
    });
  });

  test("is ((x − mean) / deviation)·A, with features found by name", async () => {
    const selection = await select(data, { method: "dfs", k: 5, gamma: 1 });
    const { features, means, scales, weights } = selection.map!;
    const row = 17;
    const expected = Array.from({ length: weights.columns }, (_, j) =>
      features.reduce((sum, name, f) => {
        const value = denseValues(data).get(row, data.featureNames.indexOf(name));
        return sum + ((value - means[f]) / scales[f]) * weights.get(f, j);
      }, 0),
    );
    const reversed = data.selectColumns(Array.from({ length: 12 }, (_, j) => 11 - j)).selectRows([row]);
    expectClose(toRows(selection.project(reversed))[0], expected, { relative: 1e-12, absolute: 1e-14 });
  });

  test("of a target-k selection needs only the features that were picked to weigh anything", async () => {
    const selection = await select(data, { method: "dfs", k: 4 });
    const { features, weights } = selection.map!;
    features.forEach((name, f) => {
      const picked = selection.features.includes(name);
      expect(toRows(weights)[f].some((x) => x !== 0)).toBe(picked);
    });
  });

  test("keeps samples of a class together that the fit has not seen", async () => {
    const all = await digits();
    const rows = Array.from({ length: all.rows }, (_, i) => i);
    const [train, rest] = [0, 1].map((half) => all.selectRows(rows.filter((i) => i % 2 === half)));
    const selection = await select(train, { method: "dfs", k: 20, gamma: 1 });
    const [seen, unseen] = [toRows(selection.project(train)), toRows(selection.project(rest))];
    const centres = train.labels!.classes.map((_, code) => {
      const members = seen.filter((_, i) => train.labels!.codes[i] === code);
      return transpose(members).map((x) => x.reduce((sum, value) => sum + value, 0) / members.length);
    });
    const distance = (a: readonly number[], b: readonly number[]) => Math.hypot(...a.map((x, j) => x - b[j]));
    const right = unseen.filter((z, i) => {
      const nearest = centres.map((centre) => distance(z, centre));
      return nearest.indexOf(Math.min(...nearest)) === rest.labels!.codes[i];
    });
    // Linear discriminant analysis reaches about 95 % on the digits.
    expect(right.length / unseen.length).toBeGreaterThan(0.9);
  });

  test("refuses data without the features, and methods that learn no transformation", async () => {
    const selection = await select(data, { method: "dfs", k: 5, gamma: 1 });
    expect(() => selection.project(data.selectColumns([0, 1]))).toThrow(InputError);
    expect(() => selection.project(data.selectColumns([0, 1]))).toThrow(/no feature "3"/);
    const fisher = await select(data, { method: "fisher", k: 5 });
    expect(() => fisher.project(data)).toThrow(/fisher does not learn a transformation/);
  });
});

test("transform keeps the picked columns, best first, of data it has not seen", async () => {
  const selection = await select(data, { method: "dfs", k: 5, gamma: 1 });
  const other = randomData({ rows: 9, features: 12, classes: 4, seed: 5 });
  const reduced = selection.transform(other);
  expect(reduced.featureNames).toEqual(selection.features);
  expect(toRows(denseValues(reduced))).toEqual(
    toRows(denseValues(other)).map((row) => Array.from(selection.ranking.subarray(0, 5), (j) => row[j])),
  );
});

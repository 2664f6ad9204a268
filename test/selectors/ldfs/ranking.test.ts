import { afterAll, describe, expect, test } from "vitest";
import { createKernels, Dataset, digits, InputError, planted, Random, select } from "../../../src/index.js";
import { VanishingRows } from "../../../src/selectors/ldfs/raise-gamma.js";
import { selectWith } from "../../../src/selectors/select.js";
import { denseValues } from "../../support/random-data.js";

const kernels = await createKernels({ kernels: "wasm", threads: 1 });
afterAll(() => kernels.dispose());
const run = (data: Dataset, options: object) => select(data, { method: "ldfs", kernels, ...options });
const variants = ["original", "normalised"];

/** Two features that are noise singly and tell the classes apart together; the others are noise. */
function pair(rows: number, features: number, seed: number): Dataset {
  const random = new Random(seed);
  const codes = Array.from({ length: rows }, (_, i) => i % 2);
  const values = codes.map((code) => {
    const row = Array.from({ length: features }, () => random.normal());
    const shared = 3 * random.normal();
    row[0] = shared + (code - 0.5) + 0.3 * random.normal();
    row[1] = shared + 0.3 * random.normal();
    return row;
  });
  return Dataset.fromRows(values, codes);
}

async function pairsFound(options: object, rows: number, features: number): Promise<number> {
  let found = 0;
  for (let seed = 1; seed <= 5; seed++) {
    const { ranking } = await select(pair(rows, features, seed), { kernels, ...options, k: 2 });
    if (ranking.subarray(0, 2).includes(0) && ranking.subarray(0, 2).includes(1)) found++;
  }
  return found;
}

describe.each(variants)("%s", (variant) => {
  test("finds a pair that is useless singly and strong together, where Fisher score misses it", async () => {
    expect(await pairsFound({ method: "ldfs", variant }, 200, 50)).toBe(5);
    expect(await pairsFound({ method: "fisher" }, 200, 50)).toBe(0);
  });

  test("misses the pair with half as many samples as features", async () => {
    expect(await pairsFound({ method: "ldfs", variant }, 100, 200)).toBe(0);
  });

  test("cannot see classes that differ only in spread", async () => {
    const random = new Random(3);
    const codes = Array.from({ length: 200 }, (_, i) => i % 2);
    const values = codes.map((code) =>
      Array.from({ length: 50 }, (_, j) => random.normal() * (j < 3 && code === 1 ? 4 : 1)),
    );
    const { ranking } = await run(Dataset.fromRows(values, codes), { variant, k: 3 });
    expect(ranking.subarray(0, 3).some((j) => j < 3)).toBe(false);
  });

  test("takes planted features, and from more sources than Fisher score does", async () => {
    const covered: Record<string, number> = { ldfs: 0, fisher: 0 };
    let useful = 0;
    for (let seed = 1; seed <= 5; seed++) {
      const { data, truth } = planted({ classes: 3, seed });
      const origins = new Map(truth.relevant.map((j) => [j, [j]]));
      for (const { column, from } of truth.redundant) origins.set(column, [...from]);
      for (const method of ["ldfs", "fisher"]) {
        const options = method === "ldfs" ? { variant } : {};
        const { ranking } = await selectWith(data, { method, options, kernels, k: 10 });
        const top = Array.from(ranking.subarray(0, 10));
        covered[method] += new Set(top.flatMap((j) => origins.get(j) ?? [])).size;
        if (method === "ldfs") useful += top.filter((j) => origins.has(j)).length;
      }
    }
    expect(useful).toBeGreaterThanOrEqual(45);
    if (variant === "normalised") expect(covered.ldfs).toBeGreaterThan(covered.fisher + 3);
  });

  test("says which γ it chose and why, which definition it used, and leaves no more than k rows", async () => {
    const { data } = planted({ rows: 80, classes: 3, noise: 40, seed: 4 });
    const { chosen, definition, scores, ranking, trace } = await run(data, { variant, k: 8 });
    expect(chosen!.gamma).toBeGreaterThan(0);
    expect(chosen!.l).toBe(2);
    expect(chosen!.alpha).toBe(0.1);
    expect(chosen!.why).toMatch(
      /^the last of \d+ values, each twice the one before: \d rows are left of at most 8$/,
    );
    expect(definition).toContain(variant === "original" ? "as published" : "normalised");
    const rows = Array.from(scores.keys()).filter((j) => scores[j] >= 0.01);
    expect(rows.length).toBeLessThanOrEqual(8);
    expect(Math.max(...scores)).toBe(1);
    // The rows that are left come first, the largest in front.
    const first = Array.from(ranking.subarray(0, rows.length));
    expect([...first].sort((a, b) => a - b)).toEqual(rows);
    for (let at = 1; at < first.length; at++)
      expect(scores[first[at]]).toBeLessThanOrEqual(scores[first[at - 1]]);
    expect(trace!.objective.length).toBeGreaterThan(0);
  });

  test("ranks digits the same in any order of rows and columns", async () => {
    const data = (await digits()).selectRows(Array.from({ length: 400 }, (_, i) => i));
    const shuffled = (n: number) => {
      const order = Int32Array.from({ length: n }, (_, i) => i);
      new Random(9).shuffle(order);
      return order;
    };
    const [rows, columns] = [shuffled(data.rows), shuffled(data.features)];
    const straight = await run(data, { variant, k: 12 });
    const other = await run(data.selectRows(rows).selectColumns(columns), { variant, k: 12 });
    expect(Array.from(other.ranking.subarray(0, 30), (j) => columns[j])).toEqual(
      Array.from(straight.ranking.subarray(0, 30)),
    );
  });

  test("works for every k, from one to all", async () => {
    const { data } = planted({ rows: 60, classes: 4, relevant: 3, copies: 1, combinations: 1, noise: 7 });
    for (const k of [1, 2, 3, 11, 12]) {
      const { ranking, features } = await run(data, { variant, k });
      expect(features.length).toBe(k);
      expect(new Set(ranking).size).toBe(12);
    }
  });

  test("works on data as it is, in any unit", async () => {
    const { data } = planted({ rows: 60, relevant: 4, copies: 0, combinations: 0, noise: 10, seed: 5 });
    const values = denseValues(data).copy();
    values.data.forEach((x, at) => {
      values.data[at] = 1e4 * x;
    });
    const [plain, other] = [
      await run(data, { variant, k: 4, standardize: false }),
      await run(data.with({ values }), { variant, k: 4, standardize: false }),
    ];
    expect(other.ranking).toEqual(plain.ranking);
    expect(Number(other.chosen!.alpha) / Number(plain.chosen!.alpha)).toBeCloseTo(1e8, -2);
  });
});

test("rows are ranked by when they vanished, then by size, then by place", () => {
  const rows = new VanishingRows(Float64Array.of(0.5, 0.2, 0.2, 0.4, 0.3, 0.9));
  rows.watch(Float64Array.of(0.5, 0, 0, 0.005, 0.02, 1));
  rows.watch(Float64Array.of(0.3, 0, 0, 0, 0.009, 1));
  rows.watch(Float64Array.of(0, 0, 0, 0.01, 0.009, 1));
  // 5 is left, 3 came back in the last step, 0 vanished in it, 4 before; 1 and 2 vanished at once and were alike.
  expect(Array.from(rows.order())).toEqual([5, 3, 0, 4, 1, 2]);
});

describe("refuses", () => {
  const { data } = planted({ rows: 20, classes: 3, noise: 30 });
  const refused = async (input: Dataset, options: object, message: RegExp) => {
    await expect(run(input, options)).rejects.toThrow(InputError);
    await expect(run(input, options)).rejects.toThrow(message);
  };

  test("more directions than there can be", async () => {
    await refused(data, { l: 3 }, /^l must be a whole number from 1 to 2; 3 was given$/);
    await refused(data, { l: 2, k: 1 }, /^l must be a whole number from 1 to 1; 2 was given$/);
  });

  test("alpha = 0 where the scatter inside the classes has no inverse", async () => {
    await refused(data, { alpha: 0 }, /^alpha must be above 0 for 60 features and 20 rows/);
    const narrow = planted({ rows: 60, relevant: 2, copies: 0, combinations: 0, noise: 5 }).data;
    expect((await run(narrow, { alpha: 0, k: 2 })).ranking.length).toBe(7);
  });

  test("classes with equal means", async () => {
    const rows = [
      [1, 2],
      [-1, -2],
      [3, 1],
      [-3, -1],
    ];
    await refused(Dataset.fromRows(rows, ["a", "a", "b", "b"]), { k: 1 }, /class means are equal/);
  });
});

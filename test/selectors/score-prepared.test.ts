import { describe, expect, it } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { selectors } from "../../src/selectors/registry.js";
import { select } from "../../src/selectors/select.js";

const levels = (count: number) => Array.from({ length: count }, (_, level) => `level ${level}`);

/** Two classes; one number and one category that differ between them, a category of noise with many levels, noise numbers. */
function table(seed: number, { rows = 120, noiseLevels = 30, gaps = 0 } = {}) {
  const random = new Random(seed);
  const labels = Array.from({ length: rows }, (_, i) => (i % 2 ? "sick" : "well"));
  const gap = (value: number) => (random.uniform() < gaps ? Number.NaN : value);
  const values = labels.map((label) => {
    const shift = label === "sick" ? 1 : 0;
    const draw = random.uniform();
    return [
      gap(random.normal() + shift),
      gap(draw < 0.6 ? shift : draw < 0.8 ? 2 : 1 - shift),
      gap(Math.floor(noiseLevels * random.uniform())),
      ...Array.from({ length: 6 }, () => gap(random.normal())),
    ];
  });
  return new Dataset({
    values: Matrix.fromRows(values),
    labels,
    featureNames: ["marker", "genotype", "street", ...Array.from({ length: 6 }, (_, j) => `noise ${j}`)],
    categories: [null, levels(3), levels(noiseLevels), ...new Array<null>(6).fill(null)],
  });
}

describe("select on tables with categories and missing values", () => {
  for (const options of [{}, { elimination: "one-shot" as const }, { gamma: 10 }])
    it(`dfs ${JSON.stringify(options)}: the relevant number and category come first, the 30-level noise does not, in 10 draws`, async () => {
      for (let seed = 1; seed <= 10; seed++) {
        const { features, scores } = await select(table(seed), { k: 2, ...options });
        expect(new Set(features)).toEqual(new Set(["marker", "genotype"]));
        expect(scores).toHaveLength(9);
      }
    });

  it("a category of two levels scores as its 0/1 column does", async () => {
    const random = new Random(3);
    const labels = Array.from({ length: 60 }, (_, i) => String(i % 3));
    const values = Matrix.fromRows(
      labels.map((label) => [
        Number(random.uniform() < (label === "0" ? 0.8 : 0.3)),
        random.normal() + Number(label),
        random.normal(),
      ]),
    );
    const names = ["yes", "x", "y"];
    const asNumber = await select(new Dataset({ values, labels, featureNames: names }), { gamma: 3 });
    const asCategory = await select(
      new Dataset({ values, labels, featureNames: names, categories: [["no", "yes"], null, null] }),
      { gamma: 3 },
    );
    expect(Array.from(asCategory.ranking)).toEqual(Array.from(asNumber.ranking));
    for (const j of [0, 1, 2]) expect(asCategory.scores[j]).toBeCloseTo(asNumber.scores[j], 6);
  });

  it("the order in which levels are coded changes nothing", async () => {
    const data = table(5);
    const plain = await select(data, { gamma: 5 });
    const turned = [2, 0, 1];
    const recoded = (data.values as Matrix).copy();
    for (let i = 0; i < data.rows; i++) recoded.set(i, 1, turned[recoded.get(i, 1)]);
    const names = levels(3);
    const other = data.with({
      values: recoded,
      categories: data.categories!.map((own, j) => (j === 1 ? [1, 2, 0].map((old) => names[old]) : own)),
    });
    const again = await select(other, { gamma: 5 });
    expect(Array.from(again.ranking)).toEqual(Array.from(plain.ranking));
    for (const [j, score] of again.scores.entries()) expect(score).toBeCloseTo(plain.scores[j], 4);
    // The same rows are projected alike, whatever their codes are.
    const [one, two] = [plain.project(data), plain.project(other)];
    for (const [at, value] of two.data.entries()) expect(value).toBeCloseTo(one.data[at], 10);
  });

  it("missing values are filled and counted in a notice, and every method takes them", async () => {
    const data = table(2, { gaps: 0.1 });
    const { notices, features } = await select(data, { k: 2 });
    const [filled] = notices.filter(({ code }) => code === "missing-values");
    expect(filled.count).toBe((data.values as Matrix).data.filter(Number.isNaN).length);
    expect(filled.columns).toEqual(data.featureNames);
    expect(features).toContain("marker");
    const numbers = data.selectColumns([0, 3, 4, 5, 6, 7, 8]);
    for (const method of ["fisher", "mrmr", "relieff", "rfs", "laplacian"] as const)
      expect((await select(numbers, { method, k: 3 })).features.length).toBe(3);
  });

  it("a category that does not vary ranks last; infinite values are still refused", async () => {
    const data = table(4);
    const flat = (data.values as Matrix).copy();
    for (let i = 0; i < data.rows; i++) flat.set(i, 2, i % 3 ? 7 : Number.NaN);
    const { ranking } = await select(data.with({ values: flat }), { k: 2 });
    expect(ranking[ranking.length - 1]).toBe(2);
    flat.set(3, 0, Number.POSITIVE_INFINITY);
    await expect(select(data.with({ values: flat }), { k: 2 })).rejects.toMatchObject({
      code: "missing-values",
    });
  });

  it("a method that takes numbers only says so, with the columns and what to do", async () => {
    const { categories: _, ...numbersOnly } = selectors.fisher;
    const mine = { ...numbersOnly, name: "mine" };
    await expect(select(table(1), { method: mine, k: 2 })).rejects.toMatchObject({
      code: "not-possible",
      facts: { columns: ["genotype", "street"] },
    });
  });
});

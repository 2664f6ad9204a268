import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { trainClassifier } from "../../src/models/classifiers.js";
import { readDataset } from "../../src/node/read-dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { clusterOrder, correlationsOf } from "../../src/report/correlation-section.js";
import { imageShape } from "../../src/report/image-shape.js";
import { distributionsSection } from "../../src/report/selection-sections.js";
import { findTwins, swapCosts } from "../../src/report/twins.js";
import { findSelector, selectors } from "../../src/selectors/registry.js";
import { select } from "../../src/selectors/select.js";
import fixtures from "../fixtures/report/report.json" with { type: "json" };
import { dataFile, hasData } from "../support/data.js";

/** Which items are together, whatever the clusters are called. */
const together = (clusters: readonly number[]) =>
  clusters.map((own) => clusters.map((other) => own === other));

describe.each(fixtures)("against SciPy and NumPy, $values.length rows", (fixture) => {
  const data = Dataset.fromRows(fixture.values);
  const count = data.features;

  test("correlations", async () => {
    const kernels = await createKernels();
    const all = Array.from({ length: count }, (_, j) => j);
    const found = correlationsOf(data, all, kernels);
    for (const [at, r] of found.entries()) expect(r).toBeCloseTo(fixture.correlations[at], 12);
    await kernels.dispose();
  });

  test("average linkage: heights, clusters, and an order that keeps clusters together", () => {
    const distances = fixture.correlations.map((r, at) => (at % (count + 1) === 0 ? 0 : 1 - Math.abs(r)));
    const { order, clusters, heights } = clusterOrder(distances, count, 0.5);
    for (const [at, height] of heights.entries()) expect(height).toBeCloseTo(fixture.heights[at], 12);
    expect([...order].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, j) => j));
    expect(together(clusters)).toEqual(together(order.map((item) => fixture.clusters[item])));
    expect(
      clusters.every((own, at) => at === 0 || own - clusters[at - 1] === 0 || own - clusters[at - 1] === 1),
    ).toBe(true);
  });

  test("quartiles, over all rows where there are no labels", async () => {
    const selection = await select(data, { method: "laplacian", k: count });
    const { features, classes } = distributionsSection(data, selection);
    expect(classes).toEqual(["all rows"]);
    features.forEach((feature) => {
      const expected = fixture.quartiles[Number(feature.name) - 1];
      const [quartiles] = "quartiles" in feature ? feature.quartiles : [];
      for (const [at, value] of quartiles!.entries()) expect(value).toBeCloseTo(expected[at], 9);
    });
  });
});

test("clusters of one item and of none", () => {
  expect(clusterOrder([0], 1, 0.5)).toEqual({ order: [0], clusters: [0], heights: [], joins: [] });
  expect(clusterOrder([], 0, 0.5).order).toEqual([]);
});

/** Columns in pairs: the second of each is the first with noise, some turned around; one column is constant. */
function pairedData(rows: number, pairs: number): Dataset {
  const random = new Random(3);
  const values = Matrix.zeros(rows, 2 * pairs + 1);
  for (let i = 0; i < rows; i++)
    for (let j = 0; j < pairs; j++) {
      const x = random.normal() + (i % 2) * (j === 0 ? 2 : 0.1);
      values.set(i, 2 * j, x);
      values.set(i, 2 * j + 1, (j % 2 === 0 ? x : -x) * 50 + 10 * random.normal() + 1000);
    }
  return new Dataset({ values, labels: Array.from({ length: rows }, (_, i) => (i % 2 === 0 ? "a" : "b")) });
}

/** The same values, stored one by one. */
function sparse({ rows, columns, data }: Matrix): SparseMatrix {
  const places = Array.from(data.keys()).filter((at) => data[at] !== 0);
  return SparseMatrix.fromTriplets(
    rows,
    columns,
    places.map((at) => Math.floor(at / columns)),
    places.map((at) => at % columns),
    places.map((at) => data[at]),
  );
}

/** Pearson's correlation as the formula has it. */
function pearson(data: Matrix, a: number, b: number): number {
  const column = (j: number) => Array.from({ length: data.rows }, (_, i) => data.get(i, j));
  const centred = (x: number[]) => {
    const mean = x.reduce((sum, value) => sum + value, 0) / x.length;
    return x.map((value) => value - mean);
  };
  const [x, y] = [centred(column(a)), centred(column(b))];
  const dot = (p: number[], q: number[]) => p.reduce((sum, value, i) => sum + value * q[i], 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

describe("twins", () => {
  const data = pairedData(50, 6);
  const values = data.values as Matrix;

  test.each([
    ["dense", data],
    ["sparse", data.with({ values: sparse(values) })],
  ])("are those of the brute force, closest first, in %s data", async (_, given) => {
    const kernels = await createKernels();
    const chosen = [0, 3, 5];
    const twins = await findTwins(given, chosen, kernels, { without: [7] });
    twins.forEach((list, place) => {
      const expected = Array.from({ length: data.features - 1 }, (_, j) => j)
        .filter((j) => !chosen.includes(j) && j !== 7)
        .map((column) => ({ column, correlation: pearson(values, chosen[place], column) }))
        .sort((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation))
        .slice(0, 3);
      expect(list.map(({ column }) => column)).toEqual(expected.map(({ column }) => column));
      for (const [at, { correlation }] of list.entries())
        expect(correlation).toBeCloseTo(expected[at].correlation, 12);
    });
    expect(twins[1][0]).toMatchObject({ column: 2 });
    expect(twins[1][0].correlation).toBeLessThan(-0.9);
    await kernels.dispose();
  });

  test("cost what a support vector machine on the changed columns loses", async () => {
    const kernels = await createKernels();
    const chosen = [0, 4];
    const twins = await findTwins(data, chosen, kernels, { count: 1 });
    const { accuracy, costs, rows, folds } = (await swapCosts(data, chosen, twins, kernels, { seed: 1 }))!;
    expect({ rows, folds }).toEqual({ rows: 50, folds: 5 });
    // One fold after another is fitted again from the columns themselves, with the folds that the costs were measured on.
    const { stratifiedFolds } = await import("../../src/evaluation/folds.js");
    const { codes, classes } = data.labels!;
    const splits = stratifiedFolds(codes, 5, new Random(1).fork("swap folds"));
    const literal = (columns: readonly number[]) => {
      const picked = standardised(values.selectColumns(columns));
      let right = 0;
      for (const { train, test: held } of splits) {
        const own = Int32Array.from(train, (row) => codes[row]);
        const model = trainClassifier(
          "svm",
          { values: picked.selectRows(train), codes: own, classes },
          {},
          kernels,
        );
        const predicted = model.predict(picked.selectRows(held));
        held.forEach((row, at) => {
          if (predicted[at] === codes[row]) right++;
        });
      }
      return right / data.rows;
    };
    expect(accuracy).toBe(literal(chosen));
    expect(costs[0][0]).toBe(accuracy - literal([twins[0][0].column, 4]));
    expect(costs[1][0]).toBe(accuracy - literal([0, twins[1][0].column]));
    await kernels.dispose();
  });
});

/** Mean 0, standard deviation 1 (n − 1). */
function standardised(values: Matrix): Matrix {
  const result = Matrix.zeros(values.rows, values.columns);
  for (let j = 0; j < values.columns; j++) {
    let [sum, squares] = [0, 0];
    for (let i = 0; i < values.rows; i++) sum += values.get(i, j);
    for (let i = 0; i < values.rows; i++) squares += (values.get(i, j) - sum / values.rows) ** 2;
    const deviation = Math.sqrt(squares / (values.rows - 1));
    for (let i = 0; i < values.rows; i++)
      result.set(i, j, (values.get(i, j) - sum / values.rows) / deviation);
  }
  return result;
}

describe("pictures", () => {
  const random = new Random(5);
  const smooth = Dataset.fromRows(
    Array.from({ length: 30 }, () => {
      const [a, b, c] = [random.normal(), random.normal(), random.normal()];
      return Array.from(
        { length: 81 },
        (_, j) => a * Math.floor(j / 9) + b * (j % 9) + 9 * c + random.normal(),
      );
    }),
  );

  test("a square without names whose neighbours are alike is one; noise, names and other numbers are none", () => {
    expect(imageShape(smooth)).toMatchObject({ width: 9, height: 9 });
    const noise = Dataset.fromRows(
      Array.from({ length: 30 }, () => Array.from({ length: 81 }, () => random.normal())),
    );
    expect(imageShape(noise)).toBeNull();
    expect(
      imageShape(smooth.with({ featureNames: Array.from({ length: 81 }, (_, j) => `gene ${j}`) })),
    ).toBeNull();
    expect(imageShape(smooth.selectColumns([0, 1, 2, 3]))).toBeNull();
  });

  test("upright pictures tell the order: alike left and right, not above and below", () => {
    const upright = Dataset.fromRows(
      Array.from({ length: 40 }, () => {
        const [a, b] = [random.normal(), random.normal()];
        return Array.from(
          { length: 144 },
          (_, j) => a * Math.floor(j / 12) + b * Math.abs((j % 12) - 5.5) + 0.3 * random.normal(),
        );
      }),
    );
    const turned = upright.selectColumns(
      Array.from({ length: 144 }, (_, j) => (j % 12) * 12 + Math.floor(j / 12)),
    );
    expect(imageShape(upright)?.order).toBe("rows");
    expect(imageShape(turned.with({ featureNames: upright.featureNames }))?.order).toBe("columns");
  });

  test.skipIf(!hasData)("faces lie column after column, digits row after row", async () => {
    expect(imageShape(await readDataset(dataFile("paper/ORL.mat")))).toEqual({
      width: 32,
      height: 32,
      order: "columns",
    });
    expect(imageShape(await readDataset(dataFile("paper/USPS.mat")))).toEqual({
      width: 16,
      height: 16,
      order: "rows",
    });
    expect(imageShape(await readDataset(dataFile("paper/COLON.mat")))).toBeNull();
  });

  test("MATLAB has columns first; a size that does not fit is refused", () => {
    const ringed = Dataset.fromRows(
      Array.from({ length: 20 }, (_, i) =>
        Array.from(
          { length: 81 },
          (_, j) => i * (1 + Math.abs(Math.floor(j / 9) - 4) + Math.abs((j % 9) - 4)),
        ),
      ),
    );
    const matlab = ringed.with({ source: { name: "a.mat", format: "mat", transforms: [] } });
    expect(imageShape(matlab)?.order).toBe("columns");
    expect(imageShape(matlab, { order: "rows" })?.order).toBe("rows");
    expect(imageShape(smooth, { width: 27, height: 3 })).toEqual({ width: 27, height: 3, order: "rows" });
    expect(() => imageShape(smooth, { width: 10, height: 8 })).toThrow(
      /10 × 8 have 80 pixels; the data has 81/,
    );
  });
});

test("every method has a work to cite, with an entry for BibTeX", () => {
  const keys = Object.keys(selectors).map((name) => {
    const { bibtex = "", citedAs } = findSelector(name);
    expect(citedAs).toMatch(/, (19|20)\d\d$/);
    expect(bibtex).toMatch(
      /^@(article|inproceedings|book)\{\w+,\n( {2}\w+ = \{.+\},\n)+ {2}\w+ = \{.+\}\n\}$/,
    );
    for (const field of ["author", "title", "year"]) expect(bibtex).toContain(`\n  ${field} = {`);
    return /\{(\w+),/.exec(bibtex)![1];
  });
  expect(new Set(keys).size).toBe(keys.length);
  // The year and the first author are those that the method itself names.
  for (const name of Object.keys(selectors)) {
    const { citation, bibtex = "" } = findSelector(name);
    const year = /\b(19|20)\d\d\b/.exec(citation)?.[0];
    if (year) expect(bibtex).toContain(`year = {${year}}`);
    const author = /^\S+ (?:\S\. )*([\p{L}-]+)/u.exec(citation)![1];
    expect(bibtex.normalize()).toContain(author.replace("Š", "{\\v S}"));
  }
});

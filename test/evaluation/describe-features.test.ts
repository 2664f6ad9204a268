import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Dataset } from "../../src/data/dataset.js";
import type { TransformName } from "../../src/data/transforms.js";
import {
  adjustBenjaminiHochberg,
  describeFeatures,
  describeOptions,
  type LogBase,
} from "../../src/evaluation/describe-features.js";
import { readDataset } from "../../src/node/read-dataset.js";
import { Matrix } from "../../src/numeric/matrix.js";
import { Random } from "../../src/numeric/random.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { dataFile, hasData } from "../support/data.js";
import { expectClose } from "../support/expect-close.js";
import { denseValues, randomData } from "../support/random-data.js";

const featureTestNames = describeOptions.featureTest.choices;

/** A statistic and its p: SciPy's, and from the definition with 60 digits. */
interface Tested {
  scipy: [number, number];
  exact: [number, number];
}

interface NumberColumn {
  values: (number | null)[];
  higher: number;
  effect: number;
  difference: number;
  missing: number;
  f: Tested;
  kruskal: Tested;
}

interface CategoryColumn extends Tested {
  labels: number[];
  levels: (number | null)[];
  count: number;
  missing: number;
  effect: number;
}

const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`../fixtures/evaluation/${name}.json`, import.meta.url), "utf8"));

/** test/fixtures/evaluation/make_describe_features.py wrote it. */
const oracle: {
  numbers: { labels: number[]; columns: NumberColumn[]; q: { f: number[]; kruskal: number[] } }[];
  categories: CategoryColumn[];
} = read("describe-features");

function fromColumns(columns: readonly (readonly (number | null)[])[], labels: number[]): Dataset {
  return Dataset.fromRows(
    labels.map((_, i) => columns.map((column) => column[i] ?? NaN)),
    labels,
  );
}

/** The same data with zeros left out. */
function asSparse(data: Dataset): Dataset {
  const dense = denseValues(data);
  const [rows, columns, values]: [number[], number[], number[]] = [[], [], []];
  for (let i = 0; i < dense.rows; i++)
    for (let j = 0; j < dense.columns; j++)
      if (dense.get(i, j) !== 0) {
        rows.push(i);
        columns.push(j);
        values.push(dense.get(i, j));
      }
  return data.with({ values: SparseMatrix.fromTriplets(data.rows, data.features, rows, columns, values) });
}

const sets = oracle.numbers.map(({ labels, columns }) =>
  fromColumns(
    columns.map(({ values }) => values),
    labels,
  ),
);

describe.each(featureTestNames)("the test %s", (name) => {
  const described = sets.map((data) => describeFeatures(data, { featureTest: name }));
  const pairs = oracle.numbers.flatMap(({ columns }, set) =>
    columns.map((column, j) => ({ ...column[name], found: described[set].features[j] })),
  );

  test("has the statistic and p of its definition, down to 1e-220", () => {
    expect(Math.min(...pairs.map(({ exact }) => exact[1]))).toBeLessThan(name === "f" ? 1e-220 : 1e-60);
    for (const { found, exact } of pairs) expectClose([found.statistic, found.p], exact, { relative: 1e-11 });
  });

  test("agrees with SciPy", () => {
    for (const { found, scipy, exact } of pairs) {
      // SciPy itself loses digits where classes lie 10,000 standard deviations apart.
      const lost = Math.abs(scipy[1] - exact[1]) > 1e-10 * exact[1];
      expect(lost).toBe(name === "f" && exact[0] > 1e9);
      if (!lost) expectClose([found.statistic, found.p], scipy, { relative: 1e-10 });
    }
  });

  test("has the q of SciPy's false_discovery_control", () => {
    oracle.numbers.forEach(({ q }, set) => {
      expectClose(
        described[set].features.map((feature) => feature.q),
        q[name],
        { relative: 1e-10 },
      );
    });
  });

  test("says which class is higher and by how many standard deviations", () => {
    oracle.numbers.forEach(({ columns }, set) => {
      const { features } = described[set];
      expect(features.map(({ higher }) => higher)).toEqual(columns.map(({ higher }) => String(higher)));
      expect(features.map(({ missing }) => missing)).toEqual(columns.map(({ missing }) => missing));
      expectClose(
        features.map(({ effect }) => effect),
        columns.map(({ effect }) => effect),
        { relative: 1e-10 },
      );
    });
  });

  test("gives the same bits for sparse data", () => {
    for (const data of sets)
      expect(describeFeatures(asSparse(data), { featureTest: name })).toEqual(
        describeFeatures(data, { featureTest: name }),
      );
  });

  test("leaves the data as it is", () => {
    const data = randomData({ rows: 30, features: 4, seed: 3 });
    const [dense, sparse] = [denseValues(data).data.slice(), asSparse(data)];
    const entries = (sparse.values as SparseMatrix).values.slice();
    describeFeatures(data, { featureTest: name });
    describeFeatures(sparse, { featureTest: name });
    expect(denseValues(data).data).toEqual(dense);
    expect((sparse.values as SparseMatrix).values).toEqual(entries);
  });

  test.skipIf(!hasData).each(["COLON", "ISOLET"])("agrees with SciPy on %s", async (file) => {
    const expected: [number, number, number][] = read("describe-features-real")[file][name];
    const { features } = describeFeatures(await readDataset(dataFile(`paper/${file}.mat`)), {
      featureTest: name,
    });
    expected.forEach(([statistic, p, q], place) => {
      const found = features[7 * place];
      expectClose([found.statistic], [statistic], { relative: 1e-10 });
      for (const [actual, scipy] of [
        [found.p, p],
        [found.q, q],
      ])
        if (scipy > 1e-300) expectClose([actual], [scipy], { relative: 1e-10 });
        else expect(actual).toBeLessThan(1.1e-300);
    });
  });
});

describe("categories", () => {
  const describeCategory = ({ labels, levels, count }: CategoryColumn) => {
    const names = Array.from({ length: count }, (_, level) => `level ${level}`);
    return describeFeatures(fromColumns([levels], labels).with({ categories: [names] })).features[0];
  };

  test("have the chi-square test and Cramér's V of SciPy", () => {
    for (const column of oracle.categories) {
      const found = describeCategory(column);
      expect(found.test).toBe("chi-square");
      expect(found.missing).toBe(column.missing);
      expectClose([found.statistic, found.p], column.exact, { relative: 1e-11 });
      expectClose([found.statistic, found.p, found.effect], [...column.scipy, column.effect], {
        relative: 1e-10,
      });
    }
  });

  test("name the class and the level that stand out", () => {
    const labels = [..."aaaaaaaaaabbbbbbbbbb"];
    const colours = [..."rrrrrrrggbrgggbbbbbb"].map((colour) => "rgb".indexOf(colour));
    const data = new Dataset({
      values: Matrix.fromRows(colours.map((colour) => [colour])),
      labels,
      categories: [["red", "green", "blue"]],
    });
    // Red: 7 in a and 1 in b where 4 and 4 are expected, 9/4 each; green: 2 and 3; blue: 1 and 6 of 3.5, 6.25/3.5 each.
    expect(describeFeatures(data).features[0]).toMatchObject({ higher: "a", level: "red" });
    expectClose([describeFeatures(data).features[0].statistic], [4.5 + 0.2 + 12.5 / 3.5]);
  });

  test("name a level that is more frequent than expected, not one that is rarer", () => {
    // x: none in a where 1 is expected, the largest part of chi-square; y: 4 in a of 3, 1/3; x: 5 in b of 4, 1/4.
    const values = [..."yyyyxxxxxyyyyyyyyyyy"].map((level) => ["xy".indexOf(level)]);
    const data = new Dataset({
      values: Matrix.fromRows(values),
      labels: [..."aaaabbbbbbbbbbbbbbbb"],
      categories: [["x", "y"]],
    });
    expect(describeFeatures(data).features[0]).toMatchObject({ higher: "a", level: "y" });
  });

  test("of one level, or the same in all classes, have effect 0 and p = 1", () => {
    const data = fromColumns(
      [
        [1, 1, 1, 1],
        [0, 1, 0, 1],
      ],
      [0, 0, 1, 1],
    ).with({
      categories: [
        ["x", "y"],
        ["x", "y"],
      ],
    });
    for (const feature of describeFeatures(data).features)
      expect(feature).toMatchObject({ higher: null, effect: 0, p: 1, q: 1, statistic: 0 });
    expect(describeFeatures(data).features[0]).not.toHaveProperty("level");
  });
});

describe("special columns", () => {
  const labels = [0, 0, 0, 1, 1, 1];
  const columns = {
    constant: [2, 2, 2, 2, 2, 2],
    "constant in each class": [1, 1, 1, 3, 3, 3],
    "missing in one class": [1, 2, 3, null, null, null],
    missing: [null, null, null, null, null, null],
    "the same mean": [1, 2, 3, 1, 2, 3],
    "the same mean but for rounding": [1, 4, 2, 4, 1.1, 1.9],
    "one row in each class": [4, null, null, 5, null, null],
  };
  const describeAll = (name: "f" | "kruskal") => {
    const { features } = describeFeatures(fromColumns(Object.values(columns), labels), { featureTest: name });
    return Object.fromEntries(Object.keys(columns).map((column, j) => [column, features[j]]));
  };

  test.each(featureTestNames)("%s says so where there is nothing to test", (name) => {
    const found = describeAll(name);
    expect(found.constant).toMatchObject({ higher: null, effect: 0, statistic: 0, p: 1, q: 1 });
    expect(found["the same mean"]).toMatchObject({ higher: null, effect: 0, statistic: 0, p: 1 });
    expect(found["the same mean but for rounding"]).toMatchObject({ higher: null, effect: 0 });
    for (const column of ["missing in one class", "missing"])
      expect(found[column]).toMatchObject({ higher: null, effect: NaN, statistic: NaN, p: NaN, q: NaN });
    expect(found.missing.missing).toBe(6);
  });

  test("classes without any spread are told apart for certain by F, not by ranks", () => {
    expect(describeAll("f")["constant in each class"]).toMatchObject({
      higher: "1",
      effect: Infinity,
      statistic: Infinity,
      p: 0,
      q: 0,
    });
    // Ranks 2, 2, 2, 5, 5, 5: H = 27/7 over 1 − 48/210 = 5, with one degree of freedom.
    expectClose([describeAll("kruskal")["constant in each class"].statistic], [5]);
  });

  test("one row in each class has ranks but no spread", () => {
    expect(describeAll("f")["one row in each class"]).toMatchObject({ higher: "1", effect: NaN, p: NaN });
    expectClose([describeAll("kruskal")["one row in each class"].statistic], [1]);
  });

  test("a class that no row has does not count", () => {
    const data = randomData({ rows: 40, features: 3, classes: 3, seed: 5 });
    const rows = Array.from(data.labels!.codes.keys()).filter((i) => data.labels!.codes[i] !== 1);
    const two = data.selectRows(rows);
    const named = Array.from(two.labels!.codes, (code) => two.labels!.classes[code]);
    expect(describeFeatures(two)).toEqual(describeFeatures(two.with({ labels: named })));
  });

  test("data without labels, and options that do not exist, are refused", () => {
    expect(() => describeFeatures(Dataset.fromRows([[1], [2]]))).toThrow(/no labels/);
    expect(() => describeFeatures(sets[0], { featureTest: "t" as "f" })).toThrow(
      'featureTest must be one of f, kruskal; "t" was given',
    );
    expect(() => describeFeatures(sets[0], { logBase: "3" as "e" })).toThrow(/logBase must be one of/);
  });
});

describe("fold changes", () => {
  const folds = (transforms: TransformName[], logBase?: LogBase) =>
    describeFeatures(sets[2].with({ source: { transforms } }), { logBase });
  const differences = oracle.numbers[2].columns.map(({ difference }) => difference);

  test.each([
    [["log"], Math.E],
    [["log2"], 2],
    [["log10"], 10],
    [["normalize-total", "log1p"], Math.E],
  ] as [TransformName[], number][])("are there after %j", (transforms, base) => {
    expectClose(
      folds(transforms).features.map(({ foldChange }) => foldChange!),
      differences.map((difference) => base ** difference),
      { relative: 1e-10 },
    );
  });

  test.each([[[]], [["normalize-total"]], [["log1p", "normalize-total"]], [["log1p", "log2"]]] as [
    TransformName[],
  ][])("are not there after %j", (transforms) => {
    expect(folds(transforms).logBase).toBe("none");
    for (const feature of folds(transforms).features) expect(feature).not.toHaveProperty("foldChange");
  });

  test("are there when asked for, and not there when refused", () => {
    expectClose([folds([], "2").features[1].foldChange!], [2 ** differences[1]], { relative: 1e-10 });
    expect(folds(["log2"], "none").features[1]).not.toHaveProperty("foldChange");
  });

  test("of logarithms are ratios of geometric means", () => {
    const counts = [3, 12, 6, 48, 24, 96];
    const data = Dataset.fromRows(
      counts.map((count) => [Math.log2(count)]),
      [0, 0, 0, 1, 1, 1],
    );
    expectClose([describeFeatures(data, { logBase: "2" }).features[0].foldChange!], [8], { relative: 1e-14 });
  });
});

describe("Benjamini and Hochberg's adjustment", () => {
  test("is R's p.adjust in the order given", () => {
    // p.adjust(c(0.01, 0.04, 0.03, 0.005, 0.9), "BH")
    expectClose(adjustBenjaminiHochberg([0.01, 0.04, 0.03, 0.005, 0.9]), [0.025, 0.05, 0.05, 0.025, 0.9]);
    expect(Array.from(adjustBenjaminiHochberg([]))).toEqual([]);
  });

  test("rises with p, is never below p or above 1, and does not count what is missing", () => {
    const random = new Random(4);
    const p = Float64Array.from({ length: 300 }, (_, i) => (i % 7 === 0 ? NaN : random.uniform() ** 3));
    const q = adjustBenjaminiHochberg(p);
    const present = [...p.keys()].filter((i) => i % 7 !== 0).sort((a, b) => p[a] - p[b]);
    present.forEach((i, place) => {
      expect(q[i]).toBeGreaterThanOrEqual(p[i]);
      expect(q[i]).toBeLessThanOrEqual(1);
      if (place > 0) expect(q[i]).toBeGreaterThanOrEqual(q[present[place - 1]]);
    });
    expect(Array.from(q.filter((_, i) => i % 7 === 0)).every(Number.isNaN)).toBe(true);
    expect(Array.from(q.filter((_, i) => i % 7 !== 0))).toEqual(
      Array.from(adjustBenjaminiHochberg(p.filter((_, i) => i % 7 !== 0))),
    );
  });
});

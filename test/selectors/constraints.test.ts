import { afterEach, describe, expect, test, vi } from "vitest";
import { Dataset, InputError, type Matrix, Random, select, selectors } from "../../src/index.js";
import { matchFeatures } from "../../src/selectors/constraints.js";
import type { SelectSettings } from "../../src/selectors/select.js";

type FisherOptions = SelectSettings & { method?: "fisher" };

/**
 * Two classes of four rows. A column's values inside a class are −1, 1, −1, 1 around ±gap, so its Fisher score is gap²:
 * the order by score is known by hand.
 */
function byGaps(gaps: Readonly<Record<string, number>>): Dataset {
  const names = Object.keys(gaps);
  const rows = Array.from({ length: 8 }, (_, i) =>
    names.map((name) => (i < 4 ? -gaps[name] : gaps[name]) + (i % 2 ? 1 : -1)),
  );
  return Dataset.fromRows(
    rows,
    rows.map((_, i) => (i < 4 ? "x" : "y")),
    names,
  );
}

/** By score: d e c b a f. */
const data = byGaps({ a: 2, b: 3, c: 4, d: 6, e: 5, f: 1 });
const run = (options: FisherOptions = {}, input = data) => select(input, { method: "fisher", ...options });
const order = (selection: { ranking: Int32Array }, input = data) =>
  Array.from(selection.ranking, (j) => input.featureNames[j]).join("");
const refused = async (options: FisherOptions, message: RegExp, input = data) => {
  await expect(run(options, input)).rejects.toThrow(InputError);
  await expect(run(options, input)).rejects.toThrow(message);
};

afterEach(() => vi.restoreAllMocks());

/** Runs `select` and gives what the method was handed. */
async function seenBy(options: FisherOptions) {
  const spy = vi.spyOn(selectors.fisher, "score");
  await run(options);
  const [seen, , { k, kept }] = spy.mock.lastCall!;
  return { names: seen.featureNames.join(""), k, kept: kept && Array.from(kept) };
}

test("without a say of the user's nothing changes", async () => {
  const plain = await run({ k: 3 });
  expect(order(plain)).toBe("decbaf");
  expect(plain).toMatchObject({ kept: [], excluded: [], featureGroups: {}, features: ["d", "e", "c"] });
  expect(await seenBy({ k: 3 })).toEqual({ names: "abcdef", k: 3, kept: undefined });
  expect(order(await run({ k: 3, keep: [], exclude: [], featureGroups: {} }))).toBe("decbaf");
});

describe("keep", () => {
  test("kept features come first, in the method's order, and count in k", async () => {
    const picked = await run({ k: 3, keep: ["f", "a"] });
    expect(order(picked)).toBe("afdecb");
    expect(picked).toMatchObject({ features: ["a", "f", "d"], kept: ["a", "f"], k: 3 });
    expect(picked.transform(data).featureNames).toEqual(["a", "f", "d"]);
  });

  test("the method is told which they are, and k with them", async () => {
    expect(await seenBy({ k: 3, keep: ["f", "a"] })).toEqual({ names: "abcdef", k: 3, kept: [0, 5] });
    // Places are those in the data that the method sees.
    expect(await seenBy({ k: 3, keep: ["f", "d"], exclude: ["a", "e"] })).toEqual({
      names: "bcdf",
      k: 3,
      kept: [2, 3],
    });
  });

  test("a constant feature can be kept, and stands behind the others that are", async () => {
    const input = byGaps({ a: 2, b: 3, c: 4 });
    const values = (input.values as Matrix).copy();
    for (let i = 0; i < input.rows; i++) values.set(i, 0, 7);
    const constant = input.with({ values });
    expect(order(await run({ keep: ["a", "b"], k: 2 }, constant), constant)).toBe("bac");
  });

  test("as many as k may be kept, and not more", async () => {
    expect((await run({ k: 2, keep: ["f", "a"] })).features).toEqual(["a", "f"]);
    await refused(
      { k: 2, keep: ["a", "b", "f"] },
      /^3 features are to be kept \(a, b, f\), but k is 2; select at least as many \(k: 3\), or keep fewer with keep$/,
    );
    const wide = byGaps(Object.fromEntries(Array.from({ length: 30 }, (_, j) => [`g${j}`, j])));
    await refused(
      { keep: ["g1*", "g2*"] },
      /^22 features are to be kept \(.*\), but k is 20 by default;/,
      wide,
    );
  });
});

describe("exclude", () => {
  test("excluded features rank last in the data's order, have no score, and are never picked", async () => {
    const picked = await run({ k: 4, exclude: ["e", "b"] });
    expect(order(picked)).toBe("dcafbe");
    expect(picked).toMatchObject({ features: ["d", "c", "a", "f"], excluded: ["b", "e"] });
    expect(Array.from(picked.scores, Number.isNaN)).toEqual([false, true, false, false, true, false]);
  });

  test("the method does not get to see them, so what is wrong with them does not matter", async () => {
    const values = (data.values as Matrix).copy();
    values.set(3, 1, Number.NaN);
    values.set(5, 4, Number.POSITIVE_INFINITY);
    const spoilt = data.with({ values });
    await refused({}, /1 value is infinite/, spoilt);
    const picked = await run({ exclude: ["e", "b"] }, spoilt);
    expect(picked.scores).toEqual((await run({ exclude: ["e", "b"] })).scores);
    expect(await seenBy({ exclude: ["e", "b"] })).toMatchObject({ names: "acdf", k: 4 });
  });

  test("k goes up to what is left, and the usual k falls to it", async () => {
    expect((await run({ exclude: ["e", "b"] })).k).toBe(4);
    await refused(
      { k: 5, exclude: ["e", "b"] },
      /^k can be at most 4 here, because 2 of 6 features are excluded; 5 was given$/,
    );
    await refused({ k: 0, exclude: ["e"] }, /^k must be a whole number from 1 to 5; 0 was given$/);
    await refused({ exclude: ["*"] }, /^every feature is excluded/);
  });
});

describe("groups", () => {
  test("a group stands at the place of its best feature, side by side, and counts as one", async () => {
    const picked = await run({ k: 2, featureGroups: { g: ["f", "d"] } });
    expect(order(picked)).toBe("dfecba");
    expect(picked).toMatchObject({ features: ["d", "f", "e"], k: 2, featureGroups: { g: ["d", "f"] } });
    expect(picked.transform(data).featureNames).toEqual(["d", "f", "e"]);
    expect(order(await run({ k: 2, featureGroups: new Map([["g", ["f", "d"]]]) }))).toBe("dfecba");
  });

  test("a group is never split, whatever k", async () => {
    const featureGroups = { g: ["d", "f"], h: ["a", "b", "c"] };
    const sizes = [];
    for (const k of [1, 2, 3]) sizes.push((await run({ k, featureGroups })).features.join(""));
    expect(sizes).toEqual(["df", "dfe", "dfecba"]);
    await refused(
      { k: 4, featureGroups },
      /^k can be at most 3 here, because a group counts as one; 4 was given$/,
    );
  });

  test("the method is asked for as many features as k choices hold on average", async () => {
    // Four choices hold six features.
    expect((await seenBy({ k: 2, featureGroups: { g: ["a", "b", "c"] } })).k).toBe(3);
    // The kept group holds three, each other choice one.
    expect(await seenBy({ k: 2, featureGroups: { g: ["a", "b", "c"] }, keep: ["b"] })).toMatchObject({
      k: 4,
      kept: [0, 1, 2],
    });
    expect((await seenBy({ k: 1, featureGroups: { g: ["*"] } })).k).toBe(6);
  });

  test("keeping one feature keeps its group", async () => {
    const picked = await run({ k: 2, keep: ["f"], featureGroups: { g: ["a", "f"], h: ["b", "c"] } });
    expect(order(picked)).toBe("afdecb");
    expect(picked).toMatchObject({ kept: ["a", "f"], features: ["a", "f", "d"] });
    await refused(
      { k: 1, keep: ["f", "b"], featureGroups: { g: ["a", "f"] } },
      /^2 features are to be kept \(a, b\), but k is 1;/,
    );
  });

  test("excluding one feature leaves the rest of its group", async () => {
    const picked = await run({ k: 1, exclude: ["d"], featureGroups: { g: ["a", "d", "f"] } });
    expect(order(picked)).toBe("ecbafd");
    expect(picked.featureGroups).toEqual({ g: ["a", "f"] });
    const kept = await run({ k: 1, keep: ["a"], exclude: ["d"], featureGroups: { g: ["a", "d", "f"] } });
    expect(kept).toMatchObject({ kept: ["a", "f"], excluded: ["d"], features: ["a", "f"] });
  });

  test("a group's name stands for its features, unless a feature has that name", async () => {
    const featureGroups = { g: ["a", "f"], b: ["c", "d"] };
    expect((await run({ exclude: ["g"], featureGroups })).excluded).toEqual(["a", "f"]);
    expect((await run({ exclude: ["b"], featureGroups })).excluded).toEqual(["b"]);
    expect((await run({ keep: ["g"], exclude: ["a"], featureGroups })).kept).toEqual(["f"]);
    await refused({ keep: ["g"], exclude: ["g"], featureGroups }, /^a, f are both kept and excluded/);
    expect((await run({ exclude: ["g"], featureGroups })).featureGroups).toEqual({ b: ["c", "d"] });
  });

  test("overlapping groups are refused, a feature named twice in one is not", async () => {
    await refused(
      { featureGroups: { g: ["a", "b"], h: ["b", "c"] } },
      /^feature "b" is in the groups "g" and "h"; a feature can be in one group only$/,
    );
    expect((await run({ featureGroups: { g: ["a", "b", "a", "*b"] } })).featureGroups).toEqual({
      g: ["a", "b"],
    });
  });

  test("an annotation may name more features than the data has, and the result says so", async () => {
    const { featureGroups, notices } = await run({
      featureGroups: { g: ["a", "b", "zz1", "zz2"], h: ["zz3"] },
    });
    expect(featureGroups).toEqual({ g: ["a", "b"] });
    expect(notices.map(({ text }) => text)).toEqual([
      "of the features named in feature groups, zz1, zz2, zz3 are not in the data; the groups do not include them",
    ]);
    await refused(
      { featureGroups: { g: ["zz1"] } },
      /zz1 is not in the data, nor is any other; check the names/,
    );
  });

  test("a large group of noise is picked more often than a single column of noise", async () => {
    const wins = async (size: number) => {
      let count = 0;
      for (let seed = 1; seed <= 200; seed++) {
        const random = new Random(seed);
        const rows = Array.from({ length: 100 }, (_, i) => [
          (i % 2) * 0.5 + random.normal(),
          ...Array.from({ length: size }, () => random.normal()),
        ]);
        const labels = rows.map((_, i) => i % 2);
        const names = ["real", ...Array.from({ length: size }, (_, j) => `level_${j + 1}`)];
        const input = Dataset.fromRows(rows, labels, names);
        const { features } = await run({ k: 1, featureGroups: { noise: ["level_*"] } }, input);
        if (features[0] !== "real") count++;
      }
      return count;
    };
    // docs/select.md has the figures, for more sizes.
    expect(await wins(30)).toBeGreaterThan(2 * (await wins(1)));
  });

  test("the names of a group may be any words", async () => {
    const featureGroups = new Map([
      ["__proto__", ["a", "b"]],
      ["constructor", ["c"]],
    ]);
    const picked = await run({ featureGroups, keep: ["__proto__"] });
    expect(Object.entries(picked.featureGroups)).toEqual([
      ["__proto__", ["a", "b"]],
      ["constructor", ["c"]],
    ]);
    expect(picked.kept).toEqual(["a", "b"]);
  });
});

describe("names", () => {
  test("a pattern stands for every name that it matches", () => {
    const names = ["gene_1", "gene_12", "xgene_1", "a*", "ab", "aXbXc", "abc", ""];
    const placeOf = new Map(names.map((name, j) => [name, j]));
    const matches = (wanted: string) => matchFeatures(wanted, names, placeOf).map((j) => names[j]);
    expect(matches("gene_*")).toEqual(["gene_1", "gene_12"]);
    expect(matches("*gene_1")).toEqual(["gene_1", "xgene_1"]);
    expect(matches("*_1*")).toEqual(["gene_1", "gene_12", "xgene_1"]);
    expect(matches("a*b*c")).toEqual(["aXbXc", "abc"]);
    expect(matches("ab*b")).toEqual([]); // the two parts may not share a letter
    expect(matches("ab*c*c")).toEqual([]);
    expect(matches("a*")).toEqual(["a*"]); // a name comes before a pattern
    expect(matches("**")).toEqual(names);
    expect(matches("gene_.")).toEqual([]);
  });

  test("what is not there is refused, with the nearest name", async () => {
    const input = byGaps({ age: 1, weight: 2, height: 3 });
    const features = "the features are age, weight, height";
    await refused(
      { keep: ["hieght"] },
      new RegExp(`^keep: unknown feature "hieght" \\(did you mean "height"\\?\\); ${features}$`),
      input,
    );
    await refused({ exclude: ["Age"] }, /^exclude: unknown feature "Age" \(did you mean "age"\?\)/, input);
    await refused(
      { keep: ["gene_*"] },
      new RegExp(`^keep: no feature matches "gene_\\*"; ${features}$`),
      input,
    );
    await refused(
      { keep: ["bodi"], featureGroups: { body: ["age", "weight"] } },
      /did you mean "body"/,
      input,
    );
  });

  test("keeping and excluding the same feature is refused", async () => {
    await refused({ keep: ["a", "b"], exclude: ["b"] }, /^b is both kept and excluded; take it out of one/);
    await refused({ keep: ["a"], exclude: ["*"] }, /^a is both kept and excluded/);
  });

  test("what is no list of names is refused", async () => {
    const wrong = (options: Record<string, unknown>) => options as FisherOptions;
    await refused(wrong({ keep: "a" }), /^keep must be a list of feature names; "a" was given$/);
    await refused(wrong({ exclude: [3] }), /^exclude must be a list of feature names; it holds 3$/);
    await refused(
      wrong({ featureGroups: ["a"] }),
      /^featureGroups must be an object or a Map .*; a list was given$/,
    );
    await refused(
      wrong({ featureGroups: { g: "a" } }),
      /^group "g" must be a list of feature names; "a" was given$/,
    );
    await refused(
      wrong({ featureGroups: null }),
      /^featureGroups must be an object or a Map .*; null was given$/,
    );
  });
});

import { describe, expect, test } from "vitest";
import { libraryWording } from "../../src/core/diagnostic.js";
import { wordNotice } from "../../src/core/notice.js";
import { Dataset } from "../../src/data/dataset.js";
import { SparseMatrix } from "../../src/numeric/sparse-matrix.js";
import { planMeasuring } from "../../src/study/measure.js";
import type { SelectPlan } from "../../src/study/plan.js";

/** Data of this size without any value. */
const shaped = (rows: number, features: number, classes: number) =>
  new Dataset({
    values: new SparseMatrix(
      rows,
      features,
      new Int32Array(rows + 1),
      new Int32Array(0),
      new Float64Array(0),
    ),
    labels: {
      codes: Int32Array.from({ length: rows }, (_, i) => i % classes),
      classes: Array.from({ length: classes }, String),
    },
  });

const picked = (method: string, k: number, options = {}) => ({
  method,
  options,
  features: Array.from({ length: k }, String),
  kept: [] as string[],
  excluded: [],
  featureGroups: {},
});

/** What is measured of a selection, and what the reader is told. */
function planned(
  data: Dataset,
  selection: ReturnType<typeof picked>,
  measure: SelectPlan["measure"] = {},
  judge?: SelectPlan["judge"],
) {
  const plan: SelectPlan = {
    schema: "salience/plan@1",
    task: "select",
    data: [{ source: "x.csv" }],
    select: {},
    measure,
    judge,
  };
  const { extent, notices } = planMeasuring(data, plan, { selection, tuning: null });
  return { extent, notes: notices.map((one) => wordNotice(one, libraryWording)) };
}

describe("what is measured of a selection", () => {
  test("less where the data is larger, and nothing where it would take very long", () => {
    const small = planned(shaped(100, 500, 2), picked("fisher", 20));
    expect(small.extent).toEqual({ k: [2, 5, 10, 15, 20, 30, 40], folds: 5, permutations: 20 });
    expect(small.notes).toEqual([]);
    const large = planned(shaped(3000, 2000, 10), picked("fisher", 20));
    expect(large.extent!.permutations).toBe(0);
    expect(large.notes[0]).toContain("permutations: 20");
    const huge = planned(shaped(9000, 30_000, 30), picked("dfs", 20, { gamma: null }));
    expect(huge.extent).toBeNull();
    expect(huge.notes[0]).toContain("too long");
    const asked = { permutations: 3 };
    expect(planned(shaped(9000, 30_000, 30), picked("dfs", 20, { gamma: null }), asked).extent).toEqual({
      k: [20],
      folds: 5,
      permutations: 3,
    });
  });

  test("folds fit the smallest class, k fits what may be picked", () => {
    const few = shaped(6, 30, 2);
    expect(planned(few, picked("fisher", 20)).extent).toMatchObject({ folds: 3, k: [2, 5, 10, 15, 20, 30] });
    expect(planned(few, { ...picked("fisher", 8), kept: ["0", "1", "2", "3", "4"] }).extent!.k[0]).toBe(5);
    expect(planned(shaped(6, 30, 6), picked("fisher", 20)).extent).toBeNull();
    expect(planned(shaped(100, 2, 2), picked("fisher", 1)).extent!.k).toEqual([1, 2]);
    expect(planned(few, { ...picked("fisher", 2), featureGroups: { a: ["0"] } }).notes[0]).toContain(
      "groups",
    );
  });

  test("what the plan says is done as it says", () => {
    const measure = { k: [3, 6], permutations: 2 };
    expect(planned(shaped(9000, 30_000, 30), picked("dfs", 6), measure, { folds: 10 }).extent).toEqual({
      ...measure,
      folds: 10,
    });
  });

  test("nothing without labels, with one class, or with a class of one row", () => {
    const data = shaped(20, 10, 2);
    expect(planned(data.with({ labels: null }), picked("laplacian", 2)).notes[0]).toContain("no labels");
    expect(planned(shaped(20, 10, 1), picked("laplacian", 2)).notes[0]).toContain("one class");
    const single = data.with({ labels: Array.from({ length: 20 }, (_, i) => (i === 0 ? "c" : i % 2)) });
    expect(planned(single, picked("fisher", 2)).notes[0]).toContain("single row");
    expect(planned(single, picked("fisher", 2), {}, { rareClasses: "drop" }).extent).not.toBeNull();
  });
});

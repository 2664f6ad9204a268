import { describe, expect, test } from "vitest";
import { scarceClasses, stratifiedFolds } from "../../src/evaluation/folds.js";
import { innerFolds, rowsNeeded, settleRareClasses } from "../../src/evaluation/rare-classes.js";
import { Dataset, Random } from "../../src/index.js";

/** One row per letter, its place as the only value. */
const dataOf = (letters: string) =>
  Dataset.fromRows(
    Array.from(letters, (_, i) => [i]),
    [...letters],
  );

const namesOf = (data: Dataset) =>
  Array.from(data.labels!.codes, (code) => data.labels!.classes[code]).join(" ");

describe("rare classes", () => {
  const data = dataOf("aaaaaabbbcccccccdd");

  test("are refused with their names, sizes and what can be done", () => {
    expect(() => settleRareClasses(data, { folds: 5 })).toThrow(
      'classes "b" (3 rows), "d" (2 rows) are too small: 5 folds need 5 of every class; leave out their rows (rareClasses: "drop"), or merge these classes into one (rareClasses: "merge")',
    );
    expect(() => settleRareClasses(dataOf("aaaaaabbb"), { folds: 5 })).toThrow(
      'class "b" (3 rows) is too small: 5 folds need 5 of every class; use at most 3 folds (folds: 3), or leave out one row at a time (folds: "leave-one-out")',
    );
    // Nothing is advised that would be refused in turn: no class would be left, or those that are joined are still too few.
    expect(() => settleRareClasses(dataOf("aaabbbccc"), { folds: 5 })).toThrow(
      /of every class; use at most 3 folds \(folds: 3\), or leave out one row at a time \(folds: "leave-one-out"\)$/,
    );
    expect(() => settleRareClasses(dataOf("aaaaaabbbbbbcd"), { folds: 5 })).toThrow(
      /of every class; leave out their rows \(rareClasses: "drop"\)$/,
    );
    expect(() => settleRareClasses(dataOf("aaaaaab"), { folds: 5 })).toThrow(/more rows of them are needed$/);
    expect(() => settleRareClasses(dataOf("aaaaaab"), { folds: "leave-one-out" })).toThrow(
      'class "b" (1 row) is too small: leave-one-out needs 3 of every class',
    );
  });

  test("are left out, and the classes numbered anew", () => {
    const settled = settleRareClasses(data, { folds: 5, choice: "drop" });
    expect(namesOf(settled.data)).toBe("a a a a a a c c c c c c c");
    expect(settled.data.labels!.classes).toEqual(["a", "c"]);
    expect(Array.from(settled.rows)).toEqual([0, 1, 2, 3, 4, 5, 9, 10, 11, 12, 13, 14, 15]);
    expect(settled.notices).toEqual([
      {
        code: "rows-left-out",
        level: "note",
        text: '5 rows were left out: classes "b" (3 rows), "d" (2 rows) are too small',
        count: 5,
        classes: ["b", "d"],
      },
    ]);
    expect(data.rows).toBe(18);
  });

  test("are joined under a name that says of what", () => {
    const settled = settleRareClasses(data, { folds: 5, choice: "merge" });
    expect(settled.data.labels!.classes).toEqual(["a", "c", "other (b, d)"]);
    expect(namesOf(settled.data).replaceAll("other (b, d)", "o")).toBe("a a a a a a o o o c c c c c c c o o");
    expect(settled.rows.length).toBe(18);
    expect(settled.notices[0]).toMatchObject({
      code: "small-classes",
      text: 'classes with fewer than 5 rows were merged: "other (b, d)" has 5 rows',
    });
  });

  test("nothing is done where nothing is rare", () => {
    expect(settleRareClasses(data, { folds: 2, choice: "merge" }).notices[0].text).toContain(
      '"other (b, d)" has 5',
    );
    const fine = settleRareClasses(dataOf("aaabbb"), { folds: 3, choice: "drop" });
    expect(fine.notices).toEqual([]);
    expect(namesOf(fine.data)).toBe("a a a b b b");
  });

  test("a class without rows is not rare and goes", () => {
    const emptied = data.selectRows([0, 1, 2, 3, 4, 9, 10, 11, 12, 13]);
    expect(emptied.labels!.classes).toEqual(["a", "b", "c", "d"]);
    const settled = settleRareClasses(emptied, { folds: 5 });
    expect(settled.data.labels!.classes).toEqual(["a", "c"]);
    expect(namesOf(settled.data)).toBe("a a a a a c c c c c");
  });

  test("what does not help is refused", () => {
    const settle = (letters: string, choice: "drop" | "merge") => () =>
      settleRareClasses(dataOf(letters), { folds: 5, choice });
    expect(settle("aaaaaaaabbb", "drop")).toThrow("fewer than two classes are left, so use fewer folds");
    expect(settle("aaaaaaabbbbbbbcc", "merge")).toThrow('("c") have 2 rows; 5 are needed');
    expect(settle("aaabbbccc", "merge")).toThrow("every class is rare");
    expect(() => settleRareClasses(new Dataset({ values: data.values }), { folds: 5 })).toThrow("no labels");
  });

  test("with groups, a class is as large as the groups that have it are many", () => {
    // a has six rows in three groups, b and c seven in five and six.
    const given = dataOf("aaaaaabbbbbbbccccccc");
    const groups = Int32Array.from("00112201234560123455".split(""), Number);
    expect(() => settleRareClasses(given, { folds: 5, rowGroups: groups })).toThrow(
      'class "a" (3 groups) is too small',
    );
    expect(settleRareClasses(given, { folds: 5, rowGroups: groups, choice: "drop" }).data.rows).toBe(14);
    expect(settleRareClasses(given, { folds: 5 }).data.rows).toBe(20);
  });

  test("a joined class does not take the name of another", () => {
    const labels = ["x", "x", "x", "x", "x", "b", "b", "c", "c", "c", ...Array(5).fill("other (b, c)")];
    const given = Dataset.fromRows(
      labels.map((_, i) => [i]),
      labels,
    );
    expect(settleRareClasses(given, { folds: 5, choice: "merge" }).data.labels!.classes).toEqual([
      "other (b, c)",
      "x",
      "other (b, c)*",
    ]);
  });
});

describe("how many", () => {
  test("rows a class needs: two in every training set, inner ones too, and no more than that", () => {
    for (const inner of [false, true])
      for (let folds = 2; folds <= 10; folds++) {
        const enough = (rows: number) => {
          const codes = new Int32Array(rows);
          const outer = stratifiedFolds(codes, folds, new Random(1));
          if (scarceClasses(codes, outer, 2).length > 0) return false;
          return outer.every(({ train }) => {
            const own = new Int32Array(train.length);
            return !inner || scarceClasses(own, stratifiedFolds(own, 2, new Random(1)), 2).length === 0;
          });
        };
        const needed = rowsNeeded(folds, inner);
        expect(enough(needed)).toBe(true);
        if (needed > folds) expect(enough(needed - 1)).toBe(false);
        if (folds >= 5) expect(needed).toBe(folds);
      }
    for (const folds of [1, 0, 2.5, NaN]) expect(() => rowsNeeded(folds)).toThrow(`${folds} was given`);
    expect([rowsNeeded("leave-one-out"), rowsNeeded("leave-one-out", true)]).toEqual([3, 5]);
  });

  test("inner folds: the smallest class, two to five", () => {
    const of = (letters: string) => innerFolds(dataOf(letters).labels!.codes);
    expect([of("aaaaaaaabbbbbbb"), of("aaaaaaabbb"), of("aaaab"), of("aabb")]).toEqual([5, 3, 2, 2]);
    expect(innerFolds(Int32Array.of(0, 0, 0, 2, 2, 2))).toBe(3);
    expect(innerFolds(new Int32Array(30), null, 10)).toBe(10);
    // Four rows of each class, but the second in three groups.
    expect(innerFolds(Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1), Int32Array.of(1, 2, 3, 4, 5, 6, 7, 7))).toBe(3);
  });
});

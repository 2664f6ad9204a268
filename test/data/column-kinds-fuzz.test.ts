import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bytesSource } from "../../src/data/byte-source.js";
import { surveyFile } from "../../src/data/parse-dataset.js";
import { Dataset, InputError } from "../../src/index.js";

/** Cells as they occur: numbers, words, dates, marks of missing values, and anything else. */
const cell = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: -3, max: 12 }).map(String) },
  { weight: 4, arbitrary: fc.double({ noDefaultInfinity: true }).map(String) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "yes",
      "no",
      "a",
      "b",
      "low",
      "2024-05-31",
      "31.5.2024",
      "S1",
      "x y z",
      "true",
      "1e400",
    ),
  },
  { weight: 3, arbitrary: fc.constantFrom("", "NA", "?", "-", "none", "#N/A", "nan", " ") },
  { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
);

/** Some columns repeat few cells, some count, some hold anything. */
const column = (rows: number) =>
  fc.oneof(
    fc.array(cell, { minLength: rows, maxLength: rows }),
    fc
      .array(cell, { minLength: 1, maxLength: 3 })
      .chain((few) => fc.array(fc.constantFrom(...few), { minLength: rows, maxLength: rows })),
    fc.integer({ min: -5, max: 5 }).map((first) => Array.from({ length: rows }, (_, i) => String(first + i))),
  );

const name = fc.oneof(
  fc.constantFrom(
    "id",
    "class",
    "label",
    "batch",
    "age",
    "",
    "x",
    "x",
    "gene 1",
    "toString",
    "__proto__",
    "1",
    "last",
  ),
  fc.string({ maxLength: 6 }),
);

const table = fc
  .tuple(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) =>
    fc.record({
      names: fc.array(name, { minLength: columns, maxLength: columns }),
      columns: fc.array(column(rows), { minLength: columns, maxLength: columns }),
    }),
  );

const options = fc.record(
  {
    missing: fc.constantFrom("impute" as const, "drop-rows" as const, "drop-columns" as const),
    nominal: fc.constantFrom("categories" as const, "codes" as const),
    target: fc.constantFrom("first", "last"),
    smallClasses: fc.constantFrom("drop" as const, "merge" as const),
  },
  { requiredKeys: [] },
);

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
const csvOf = (names: readonly string[], columns: readonly (readonly string[])[]) =>
  [names, ...columns[0].map((_, i) => columns.map((values) => values[i]))]
    .map((line) => line.map(quoted).join(","))
    .join("\n");

/** Where each column of the data went, or an error with a name. */
function accountFor(data: Dataset, names: readonly string[], own: readonly string[] = []): string[] {
  const told = data.notices.flatMap(({ columns = [], column: one }) => [
    ...columns,
    ...(one === undefined ? [] : [one]),
  ]);
  const known = new Set([...data.featureNames, ...told, ...own, ...(data.labels ? [data.labelName] : [])]);
  return names.filter((one) => !known.has(one));
}

describe("whatever a table holds", () => {
  test("a file is read or refused by name, and no column is lost in silence", async () => {
    await fc.assert(
      fc.asyncProperty(table, options, async ({ names, columns }, given) => {
        const source = bytesSource(new TextEncoder().encode(csvOf(names, columns)), "t.csv");
        const survey = await surveyFile(source, {
          header: true,
          separator: ",",
          decimal: ".",
          ...given,
        }).catch((error: unknown) => {
          expect(error).toBeInstanceOf(InputError);
          return null;
        });
        if (!survey) return;
        const found = survey.columns!;
        const ids = found.filter(({ use }) => use === "ids").map((one) => one.name);
        expect(
          accountFor(
            survey.data,
            found.map((one) => one.name),
            ids,
          ),
        ).toEqual([]);
        // A first column without a name holds the names of the rows.
        expect(found.length + Number(survey.data.rowIds !== null && ids.length === 0)).toBe(names.length);
        for (const { name, use } of found)
          if (use === "feature") expect(survey.data.featureNames).toContain(name);
      }),
      { numRuns: 400, seed: 13 },
    );
  });

  test("objects are taken or refused by name, and no column is lost in silence", () => {
    const value = fc.oneof(
      cell,
      fc.double(),
      fc.boolean(),
      fc.constantFrom(null, undefined, "", Number.NaN),
      fc.date(),
      fc.bigInt({ min: -9n, max: 9n }),
    );
    const key = fc.constantFrom("a", "b", "id", "class", "", "1", "toString");
    const row = fc.uniqueArray(fc.tuple(key, value), { selector: ([one]) => one, maxLength: 6 });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 20 }), options, (rows, { target: _, ...given }) => {
        const objects = rows.map((entries) => Object.fromEntries(entries));
        let data: Dataset;
        try {
          data = Dataset.fromObjects(objects, given);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
          return;
        }
        const names = [...new Set(objects.flatMap(Object.keys))].filter((one) => one !== "");
        expect(accountFor(data, names)).toEqual([]);
      }),
      { numRuns: 400, seed: 13 },
    );
  });
});

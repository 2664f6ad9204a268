import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { readFlags, readOptions, rowGroupsFlag } from "../../src/cli/flags/shared-flags.js";
import { InputError } from "../../src/core/input-error.js";
import { flagName } from "../../src/core/text.js";
import { planted } from "../../src/data/bundled/planted.js";
import { allowedReading, checkReading, isAllowedReading } from "../../src/data/check-reading.js";
import { parseDataset } from "../../src/data/parse-dataset.js";
import { readers } from "../../src/data/readers/index.js";
import {
  type Reading,
  type ReadingOption,
  type ReadOptions,
  readingOptionNames,
  readingOptions,
} from "../../src/data/reading-options.js";
import { readDataset } from "../../src/node.js";
import { makeRecipe } from "../../src/recipe/make-recipe.js";
import { parseRecipe } from "../../src/recipe/parse-recipe.js";
import { recipeReadOptions } from "../../src/recipe/recipe-read-options.js";
import { select } from "../../src/selectors/select.js";

const definitions: Readonly<Record<string, ReadingOption>> = readingOptions;
const text = new TextEncoder().encode("id,a,class\np,1,x\nq,2,y\nr,3,x\ns,4,y\n");
const read = (options: object) => parseDataset(text, { name: "a.csv", ...options });

/** One value of every option, so that a new option cannot be forgotten here. */
const everything = {
  target: "class",
  task: "regression",
  labels: "labels.csv",
  labelSheet: "Samples",
  labelColumn: 2,
  join: ["batch"],
  labelPattern: "^[a-z]+",
  idColumn: "first",
  rowGroups: "patient",
  drop: ["x", "y"],
  columns: ["age=category", "q*=number"],
  missing: "drop-rows",
  smallClasses: "merge",
  duplicateRows: "drop",
  transforms: ["normalize-total", "log1p"],
  nominal: "one-hot",
  sample: 100,
  samplesIn: "columns",
  format: "csv",
  separator: "tab",
  decimal: ",",
  header: false,
  sheet: "Sheet 2",
  values: "X",
  features: ["a"],
  levels: [{ column: "colour", levels: ["red", "blue"] }],
  optional: ["target"],
} as const satisfies Required<Reading>;

describe("the list", () => {
  test("an example of every option is allowed, and is plain JSON", () => {
    for (const name of readingOptionNames) expect(isAllowedReading(name, everything[name]), name).toBe(true);
    expect(JSON.parse(JSON.stringify(everything))).toEqual(everything);
    expect(Object.keys(everything)).toEqual([...readingOptionNames]);
  });

  test("formats are those of readers, defaults are choices", () => {
    const known = readers.map(({ format }) => format);
    for (const [name, option] of Object.entries(definitions)) {
      for (const format of option.formats ?? []) expect(known, name).toContain(format);
      if (option.kind === "choice" && option.default !== undefined)
        expect(option.choices).toContain(option.default);
    }
  });

  test("no help names a flag", () => {
    for (const { help } of Object.values(definitions)) expect(help).not.toMatch(/--[a-z]/);
  });

  test("the types follow from it", () => {
    const options: ReadOptions = { missing: "drop-rows", target: 1, transforms: ["log"] };
    expect(options.missing).toBe("drop-rows");
    // @ts-expect-error a choice that there is not
    const wrongChoice: ReadOptions = { missing: "drop" };
    // @ts-expect-error an option that there is not
    const wrongName: ReadOptions = { groups: "patient" };
    // @ts-expect-error a transform that there is not
    const wrongTransform: Reading = { transforms: ["sqrt"] };
    for (const wrong of [wrongChoice, wrongName, wrongTransform])
      expect(() => checkReading(wrong)).toThrow(InputError);
  });
});

/** A recipe of data that was read with every option. */
const recipeJson = await (async () => {
  const { data } = planted({ rows: 40, noise: 4 });
  const named = data.with({ labelName: "class", source: { name: "old.csv", format: "csv" } });
  return makeRecipe(named, await select(named, { method: "fisher", k: 2 }));
})();

describe("what derives from it", () => {
  test("flags: every option that people give has one, by its name", () => {
    const flags = { ...readFlags, ...rowGroupsFlag };
    const people = Object.entries(definitions).filter(([, { programsOnly }]) => !programsOnly);
    expect(Object.keys(flags).sort()).toEqual(people.map(([name]) => flagName(name)).sort());
    expect(flags).toHaveProperty("transform");
    expect(readFlags["samples-in"].choices).toEqual(["rows", "columns"]);
  });

  test("flags give the options that they are named for", () => {
    const { labels, labelSheet, labelColumn, join, labelPattern, features, levels, optional, ...given } =
      everything;
    const flags = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [flagName(name), value]),
    ) as Parameters<typeof readOptions>[0];
    expect(readOptions(flags)).toEqual(given);
  });

  test("a recipe holds every option, and hands on what holds for a new file", () => {
    const recipe = parseRecipe({ ...recipeJson, reading: everything });
    expect(recipe.reading).toEqual(everything);
    const { target, task, idColumn, columns, transforms, nominal, levels, features } = everything;
    const always = {
      target,
      task,
      idColumn,
      columns,
      transforms,
      nominal,
      levels,
      features,
      optional: ["target", "idColumn"],
    };
    expect(recipeReadOptions(recipe, "new.parquet")).toEqual(always);
    const { samplesIn, format, separator, decimal, header, sheet, values } = everything;
    const form = { samplesIn, format, separator, decimal, header, sheet, values };
    expect(recipeReadOptions(recipe, "new.csv.gz")).toEqual({ ...always, ...form });
  });

  test.each(readingOptionNames)("a recipe with a damaged %s is refused with its place", (name) => {
    const damaged = { ...recipeJson, reading: { ...everything, [name]: { odd: true } } };
    expect(() => parseRecipe(damaged)).toThrow(`reading.${name} must be ${allowedReading(name)}`);
  });

  test("the table in docs/formats.md", () => {
    const page = readFileSync(new URL("../../docs/formats.md", import.meta.url), "utf8");
    const rows = Object.entries(definitions).map(([name, option]) => {
      const flag = option.programsOnly ? "" : `\`--${flagName(name)}\``;
      const otherwise = option.kind === "choice" && option.default ? ` (${option.default})` : "";
      return `| \`${name}\` | ${flag} | ${allowedReading(name as keyof Reading)}${otherwise} | ${option.formats?.join(", ") ?? "all"} | ${option.help} |`;
    });
    const section = page.split(/^## /m).find((part) => part.startsWith("Reading options"))!;
    const written = section.split("\n").filter((line) => line.startsWith("| `"));
    expect(written).toEqual(rows);
  });
});

describe("validation, at every door", () => {
  test.each([
    [{ targte: "class" }, "unknown-name", /^"targte" is not a reading option \(did you mean "target"\?\)/],
    [{ groups: "id" }, "unknown-name", /^"groups" is not a reading option/],
    [{ toString: "class" }, "unknown-name", /^"toString" is not a reading option/],
    [{ missing: "drop-row" }, "option-value", /"drop-row" was given \(did you mean "drop-rows"\?\)$/],
    [{ transforms: ["log", "lg2"] }, "option-value", /^transforms must be one of .*"lg2" was given/],
    [{ transforms: "log" }, "option-value", /^transforms must be a list of some of log, .*"log" was given$/],
    [{ drop: "id" }, "option-value", /^drop must be a list of names; "id" was given$/],
    [{ header: "no" }, "option-value", /^header must be true or false; "no" was given$/],
    [{ target: ["class"] }, "option-value", /^target must be a column's name or its number from 1; a list/],
    [{ target: 1.5 }, "option-value", /^target must be a column's name or its number from 1; 1.5 was given$/],
    [{ separator: null }, "option-value", /^separator must be text; null was given$/],
    [{ target: "class", labelPattern: "^a" }, "options-conflict", /^labelPattern takes the labels from/],
    [
      { labelColumn: "class" },
      "options-conflict",
      /^labelColumn names a column of the file given with labels/,
    ],
  ])("%j is refused", async (options, code, message) => {
    for (const reading of [read(options), readDataset("none.csv", options as object)]) {
      const error: InputError = await reading.then(
        () => expect.unreachable(),
        (thrown) => thrown,
      );
      expect(error).toBeInstanceOf(InputError);
      expect(error.code).toBe(code);
      expect(error.message).toMatch(message);
    }
  });

  test("labels come from one place", async () => {
    const labels = { name: "l.csv", size: 3, read: async () => text };
    await expect(read({ target: "class", labels })).rejects.toMatchObject({
      code: "options-conflict",
      message: "target and labels are both given; labels is used with labelColumn",
    });
    expect(() => readOptions({ target: "class", labels: "l.csv" })).toThrow(InputError);
  });

  test("an option that is set to undefined is not given", async () => {
    expect((await read({ target: "class", idColumn: "id", missing: undefined })).features).toBe(1);
    expect(checkReading({ target: undefined })).toEqual({});
  });
});

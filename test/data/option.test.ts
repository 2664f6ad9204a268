import { describe, expect, test } from "vitest";
import { nearestName } from "../../src/core/nearest-name.js";
import { allowedValues, checkOption, completeOptions, type OptionDefinition } from "../../src/core/option.js";

const number = (bounds: object): OptionDefinition => ({ type: "number", default: 1, help: "", ...bounds });

describe("options", () => {
  test.each([
    [number({}), "a number"],
    [number({ min: 0 }), "a number of at least 0"],
    [number({ min: 1, max: 34, integer: true }), "a whole number from 1 to 34"],
    [number({ above: 0 }), "a number above 0"],
    [number({ above: 0, max: 2 }), "a number above 0 and up to 2"],
    [number({ max: 5 }), "a number up to 5"],
    [{ type: "choice", default: "a", help: "", choices: ["a", "b"] } as OptionDefinition, "one of a, b"],
    [{ type: "flag", default: true, help: "" } as OptionDefinition, "true or false"],
  ])("words what is allowed: %j", (option, words) => {
    expect(allowedValues(option)).toBe(words);
  });

  test("a refusal says what was given and what is allowed", () => {
    expect(() => checkOption("p", number({ above: 0, max: 2 }), 3)).toThrow(
      "p must be a number above 0 and up to 2; 3 was given",
    );
    expect(() => checkOption("p", number({}), "x")).toThrow('p must be a number; "x" was given');
    expect(() => checkOption("p", number({}), Number.POSITIVE_INFINITY)).toThrow("Infinity was given");
    expect(() => checkOption("p", number({}), null)).toThrow("null was given");
    checkOption("p", number({ default: null }), null);
  });

  test("defaults are filled in and unknown names refused with the nearest known one", () => {
    const definitions = { gamma: number({ default: 0.5 }), steps: number({ default: null }) };
    expect(completeOptions("dfs", definitions, { gamma: 2 })).toEqual({ gamma: 2, steps: null });
    expect(() => completeOptions("dfs", definitions, { gama: 2 })).toThrow(
      '"gama" is not an option of dfs (did you mean "gamma"?); dfs has gamma, steps',
    );
    expect(() => completeOptions("dfs", definitions, { toString: 2 })).toThrow(
      '"toString" is not an option of dfs',
    );
  });
});

test.each([
  ["clas", "class"],
  ["CLASS", "class"],
  ["calss", "class"],
  ["zzz", null],
  ["", null],
])("the nearest name to %j is %j", (written, expected) => {
  expect(nearestName(written, ["glass type", "class", "id"])).toBe(expected);
});

test("names with other numbers in them, and short names, are never meant", () => {
  expect(nearestName("g1", ["g2", "g"])).toBe(null);
  expect(nearestName("pixel_4_2", ["pixel_4_3"])).toBe(null);
  expect(nearestName("g_1", ["g1"])).toBe("g1");
  expect(nearestName("g1", ["g2", "g_1"])).toBe("g_1");
  expect(nearestName("age", ["sex"])).toBe(null);
  expect(nearestName("ID", ["id"])).toBe("id");
});

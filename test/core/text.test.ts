import fc from "fast-check";
import { expect, test } from "vitest";
import { joinList, splitList } from "../../src/core/text.js";

test("lists of the command line: commas divide, quotes hold an entry together", () => {
  expect(splitList("a, b ,c,")).toEqual(["a", "b", "c"]);
  expect(splitList('"CRP, mg/l=number",age=category')).toEqual(["CRP, mg/l=number", "age=category"]);
  expect(splitList('5" probe,b')).toEqual(['5" probe', "b"]);
  expect(splitList("")).toEqual([]);
  expect(joinList(["a", "CRP, mg/l", 'so "called"'])).toBe('a,"CRP, mg/l","so ""called"""');
});

test("whatever is joined is split again", () => {
  const name = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== "");
  fc.assert(
    fc.property(fc.array(name), (names) => {
      expect(splitList(joinList(names))).toEqual(names);
    }),
  );
});

import { expect } from "vitest";

/** The same numbers to the last bit; NaN equals NaN, 0 is not −0. Much faster than toEqual on long arrays. */
export function expectSame(actual: ArrayLike<number>, expected: ArrayLike<number>): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++)
    if (!Object.is(actual[i], expected[i]))
      expect.fail(`element ${i}: ${actual[i]} is not the same as ${expected[i]}`);
}

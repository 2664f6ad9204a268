import { expect } from "vitest";

/** Numbers agree to a relative tolerance; `absolute` is zero unless asked for. NaN equals nothing. */
export function expectClose(
  actual: ArrayLike<number>,
  expected: ArrayLike<number>,
  { relative = 1e-12, absolute = 0 }: { relative?: number; absolute?: number } = {},
): void {
  expect(actual.length).toBe(expected.length);
  for (let i = 0; i < expected.length; i++) {
    const allowed = absolute + relative * Math.abs(expected[i]);
    if (actual[i] !== expected[i] && !(Math.abs(actual[i] - expected[i]) <= allowed))
      expect.fail(`element ${i}: ${actual[i]} is not within ${allowed} of ${expected[i]}`);
  }
}

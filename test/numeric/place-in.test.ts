import { expect, test } from "vitest";
import { placeIn, placesInOrder } from "../../src/numeric/place-in.js";
import { Random } from "../../src/numeric/random.js";

test("places in order are those of a stable sort, with ties, zeros of both signs, infinities and gaps", () => {
  const random = new Random(3);
  for (let length = 0; length < 80; length++) {
    const values = Float64Array.from({ length }, () => Math.round(6 * random.uniform()) - 3);
    values.forEach((value, at) => {
      if (value === 3) values[at] = Number.NaN;
      if (value === -3) values[at] = at % 2 ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
      if (value === 0 && at % 2) values[at] = -0;
    });
    const literal = Array.from(values.keys()).filter((at) => !Number.isNaN(values[at]));
    literal.sort((a, b) => (values[a] < values[b] ? -1 : values[a] > values[b] ? 1 : a - b));
    expect(Array.from(placesInOrder(values))).toEqual(literal);
  }
});

test("the place of a value is how many are smaller", () => {
  const sorted = Float64Array.of(-1, 0, 0, 2);
  for (const [value, smaller] of [
    [-2, 0],
    [0, 1],
    [1, 3],
    [2, 3],
    [3, 4],
  ])
    expect(placeIn(sorted, value)).toBe(smaller);
});

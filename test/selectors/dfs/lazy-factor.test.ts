import { expect, test } from "vitest";
import { LazyFactor } from "../../../src/selectors/dfs/lazy-factor.js";

const features = 64;
const vectors = 4;

/** The E of every step, each entry growing by its own factor, and what factors were made for. */
function factorsFor(growth: (step: number) => number, steps: number, steady: boolean, solves = 1) {
  const made: Float64Array[] = [];
  const ages: number[] = [];
  const factor = new LazyFactor((diagonal) => made.push(diagonal.slice()));
  let diagonal = Float64Array.from({ length: features }, (_, i) => 1 + i);
  const wanted: Float64Array[] = [];
  for (let step = 0; step < steps; step++) {
    wanted.push(diagonal);
    factor.ask(diagonal, steady);
    for (let solve = 0; solve < solves; solve++) factor.use(vectors);
    ages.push(factor.age);
    diagonal = diagonal.map((e, i) => e * (1 + growth(step) * (i % 2 ? 1 : 0.5)));
  }
  return { made, wanted, ages };
}

test("a factor serves while E has moved by less than 7 % on average", () => {
  // 3 % a step on average: the third step after a factor is 9 % off.
  const { made, wanted, ages } = factorsFor(() => 0.04, 7, false);
  expect(made).toEqual([wanted[0], wanted[3], wanted[6]]);
  expect(ages).toEqual([0, 1, 2, 0, 1, 2, 0]);
});

test("of an E that goes on steadily, the next one is factored, and that serves longer", () => {
  const { made, wanted, ages } = factorsFor(() => 0.04, 9, true);
  expect(made).toHaveLength(3);
  expect(made[0]).toEqual(wanted[0]);
  made[1].forEach((e, i) => {
    expect(e / wanted[4][i]).toBeCloseTo(1, 12);
  });
  // Made for the E to come, so its age counts from one.
  expect(ages).toEqual([0, 1, 2, 1, 2, 3, 4, 1, 2]);
});

test("an E that moves faster is foreseen only as far as a factor may be off, and not at all beyond 15 %", () => {
  const { made, wanted } = factorsFor((step) => (step === 0 ? 0.16 : 1), 3, true);
  // 12 % from the first to the second E; the factor for the second lies 7 / 12 of as much further on, entry by entry.
  const change = wanted[1].reduce((sum, e, i) => sum + 1 - wanted[0][i] / e, 0) / features;
  made[1].forEach((e, i) => {
    expect(e).toBeCloseTo(wanted[1][i] * (wanted[1][i] / wanted[0][i]) ** (0.07 / change), 9);
  });
  expect(made[2]).toEqual(wanted[2]);
});

test("three solves with an old factor are enough, a new one is made for the E of the step or the next", () => {
  expect(factorsFor(() => 0.004, 3, false, 4).made).toHaveLength(3);
  expect(factorsFor(() => 0.004, 3, true, 9).made).toHaveLength(3);
});

test("with few features for each vector every E is factored as it is", () => {
  const made: Float64Array[] = [];
  const factor = new LazyFactor((diagonal) => made.push(diagonal));
  const first = new Float64Array(features).fill(1);
  const second = first.map(() => 1.01);
  for (const diagonal of [first, second]) {
    factor.ask(diagonal, true);
    factor.use(features / 8);
  }
  expect(made).toEqual([first, second]);
});

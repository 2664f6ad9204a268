import { expect, test } from "vitest";
import { InnerLoop } from "../../../src/selectors/dfs/inner-loop.js";
import type { Subspace } from "../../../src/selectors/dfs/subspace.js";
import type { WithinScatter } from "../../../src/selectors/dfs/within-scatter.js";

const accuracy = { ofSurrogate: false, limit: 1e-8 };

/**
 * Vectors whose errors every step divides by a number of their own, and what was asked of them. As in a subspace, a step gives the
 * errors before it.
 */
class Shrinking {
  readonly theta: Float64Array;
  readonly size: number;
  readonly asked: number[] = [];
  errors: Float64Array;

  constructor(readonly divisors: readonly number[]) {
    this.size = divisors.length;
    this.theta = new Float64Array(this.size).fill(1);
    this.errors = new Float64Array(this.size);
  }

  /** Another M: all vectors are wrong again. */
  begin(): void {
    this.errors.fill(1e-2);
    this.asked.length = 0;
  }

  step(_: Float64Array, first: number): Float64Array {
    this.asked.push(first);
    const before = this.errors.map((error, j) => (j < first ? 0 : error));
    this.errors = this.errors.map((error, j) => (j < first ? error : error / this.divisors[j]));
    return before;
  }

  get largest(): number {
    return Math.max(...this.errors);
  }
}

function loopOver(space: Shrinking, age = () => 0) {
  const within = {
    get factorAge() {
      return age();
    },
  };
  const loop = new InnerLoop(space as unknown as Subspace, within as WithinScatter, space.size);
  return () => {
    space.begin();
    return loop.run(new Float64Array(0), accuracy);
  };
}

test("a step that would only confirm is not made, once it was seen what the one before it leaves", () => {
  const space = new Shrinking(new Array(8).fill(1e3));
  const run = loopOver(space);
  // 1e-2, 1e-5, 1e-8 and 1e-11 are the errors before steps 1 to 4: the fourth sees that the third was enough.
  expect([run(), run()]).toEqual([4, 4]);
  // After two outer steps it is known: a third step leaves 1e-11, twice that for caution.
  expect(run()).toBe(3);
  expect(space.largest).toBeLessThan(accuracy.limit);
});

test("what a factor of another age leaves is not taken for known", () => {
  const space = new Shrinking(new Array(8).fill(1e3));
  let age = 0;
  const run = loopOver(space, () => age);
  run();
  run();
  expect(run()).toBe(3);
  age = 1;
  expect(run()).toBe(4);
  expect(run()).toBe(3);
});

test("vectors that are right are left alone, a whole number of tiles of four", () => {
  const space = new Shrinking([1e9, 1e9, 1e9, 1e9, 1e9, 1e9, 10, 10]);
  const run = loopOver(space);
  run();
  // Six are right after the first step, as the second sees; four of them are a tile.
  expect(space.asked.slice(0, 4)).toEqual([0, 0, 4, 4]);
  run();
  run();
  expect(space.asked.slice(0, 3)).toEqual([0, 4, 4]);
  expect(space.largest).toBeLessThan(accuracy.limit);
});

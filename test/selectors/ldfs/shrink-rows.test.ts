import { describe, expect, test } from "vitest";
import { Matrix, Random } from "../../../src/index.js";
import { Blocks } from "../../../src/selectors/dfs/penalty.js";
import { rowMaxima, shrinkDerivative, shrinkRows } from "../../../src/selectors/ldfs/shrink-rows.js";
import { expectClose } from "../../support/expect-close.js";

/** The proximal step of one feature: its entries form one column. */
function shrink(entries: readonly number[], threshold: number) {
  const y = Matrix.fromRows(entries.map((x) => [x]));
  const out = Matrix.zeros(entries.length, 1);
  const levels = new Float64Array(1);
  shrinkRows(y, threshold, out, levels);
  return { entries: Array.from(out.data), level: levels[0] };
}

/** The projection on the ℓ1 ball, by bisection for the soft threshold. */
function projectOnBall(y: readonly number[], radius: number): number[] {
  const sizeAt = (cut: number) => y.reduce((sum, x) => sum + Math.max(0, Math.abs(x) - cut), 0);
  if (sizeAt(0) <= radius) return [...y];
  let [low, high] = [0, Math.max(...y.map(Math.abs))];
  for (let step = 0; step < 200; step++) {
    const middle = (low + high) / 2;
    if (sizeAt(middle) > radius) low = middle;
    else high = middle;
  }
  return y.map((x) => Math.sign(x) * Math.max(0, Math.abs(x) - high));
}

const objective = (z: readonly number[], y: readonly number[], threshold: number) =>
  z.reduce((sum, x, j) => sum + (x - y[j]) ** 2 / 2, 0) + threshold * Math.max(...z.map(Math.abs));

describe("the proximal step of ‖·‖_∞", () => {
  test("is what the projection on the ℓ1 ball leaves (Moreau)", () => {
    const random = new Random(1);
    for (let trial = 0; trial < 500; trial++) {
      const y = Array.from({ length: 1 + random.integer(12) }, () =>
        random.integer(5) === 0 ? Math.round(random.normal()) : random.normal(),
      );
      const threshold = 3 * random.uniform();
      const { entries, level } = shrink(y, threshold);
      const projected = projectOnBall(y, threshold);
      expectClose(
        entries,
        y.map((x, j) => x - projected[j]),
        { absolute: 1e-12 },
      );
      expect(level).toBeCloseTo(Math.max(...entries.map(Math.abs)), 14);
    }
  });

  test("is the best of all points of a fine grid", () => {
    const y = [0.9, -0.5];
    for (const threshold of [0.1, 0.4, 0.7, 1.3, 1.5]) {
      const { entries } = shrink(y, threshold);
      let best = Number.POSITIVE_INFINITY;
      for (let a = -1; a <= 1; a += 0.005)
        for (let b = -1; b <= 1; b += 0.005) best = Math.min(best, objective([a, b], y, threshold));
      expect(objective(entries, y, threshold)).toBeLessThanOrEqual(best + 1e-12);
      expect(objective(entries, y, threshold)).toBeGreaterThan(best - 0.01);
    }
  });

  test("cuts by hand: 3, 2, 1 with threshold 2 are cut at 1.5", () => {
    expect(shrink([3, -2, 1], 2).entries).toEqual([1.5, -1.5, 1]);
    expect(shrink([3, -2, 1], 6).level).toBe(0);
    expect(shrink([3, -2, 1], 7).entries.map(Math.abs)).toEqual([0, 0, 0]);
    expect(shrink([-3], 1).entries).toEqual([-2]);
  });

  test("treats every feature by itself", () => {
    const y = Matrix.fromRows([
      [3, 0.1, -4],
      [-2, 0.2, 0],
      [1, 0, 4],
    ]);
    const out = Matrix.zeros(3, 3);
    const levels = new Float64Array(3);
    shrinkRows(y, 2, out, levels);
    expect(Array.from(levels)).toEqual([1.5, 0, 3]);
    expect(Array.from(rowMaxima(out))).toEqual([1.5, 0, 3]);
    expect([out.get(0, 2), out.get(2, 2)]).toEqual([-3, 3]);
  });

  test("of blocks is what the projection of their lengths on the ℓ1 ball leaves", () => {
    const random = new Random(2);
    const blocks = new Blocks(Int32Array.of(0, 1, 1, 0, 1, 2), Float64Array.of(1.5, 0.7, 1));
    for (let trial = 0; trial < 200; trial++) {
      const rows = Array.from({ length: 3 }, () => Array.from({ length: 6 }, () => random.normal()));
      const threshold = 2 * random.uniform();
      const out = Matrix.zeros(3, 6);
      const levels = new Float64Array(3);
      shrinkRows(Matrix.fromRows(rows), threshold, out, levels, blocks);
      for (const block of [0, 1, 2]) {
        const own = Array.from(blocks.of.keys()).filter((i) => blocks.of[i] === block);
        const lengths = rows.map((row) => Math.hypot(...own.map((i) => row[i])));
        const projected = projectOnBall(lengths, threshold * blocks.weights[block]);
        rows.forEach((row, j) => {
          const part = 1 - projected[j] / lengths[j];
          expectClose(
            own.map((i) => out.get(j, i)),
            own.map((i) => part * row[i]),
            { absolute: 1e-12 },
          );
        });
        expect(levels[block]).toBeCloseTo(rowMaxima(out, blocks)[block], 12);
      }
    }
  });

  test.each([
    ["rows", undefined],
    [
      "blocks",
      new Blocks(
        new Int32Array(60).map((_, i) => i % 25),
        new Float64Array(25).fill(1.2),
      ),
    ],
  ])("its derivative agrees with differences: %s", (_, blocks) => {
    const random = new Random(4);
    const [l, d] = [5, 60];
    const fill = () => {
      const matrix = Matrix.zeros(l, d);
      for (let at = 0; at < matrix.data.length; at++) matrix.data[at] = random.normal();
      return matrix;
    };
    const [y, change] = [fill(), fill()];
    const [threshold, step] = [blocks ? 5 : 3, 1e-7];
    const at = (part: number) => {
      const out = Matrix.zeros(l, d);
      const levels = new Float64Array(blocks?.weights.length ?? d);
      const moved = new Matrix(
        y.data.map((x, k) => x + part * change.data[k]),
        l,
        d,
      );
      shrinkRows(moved, threshold, out, levels, blocks);
      return { out, levels };
    };
    const [before, here, after] = [at(-step), at(0), at(step)];
    expect(here.levels.some((level) => level === 0)).toBe(true);
    expect(here.levels.some((level) => level > 0)).toBe(true);
    const slopes = after.out.data.map((x, k) => (x - before.out.data[k]) / (2 * step));
    shrinkDerivative(y, here.levels, change, blocks);
    expectClose(change.data, slopes, { absolute: 1e-6 });
  });
});

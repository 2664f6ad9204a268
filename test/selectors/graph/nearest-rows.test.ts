import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createKernels } from "../../../src/kernels/create-kernels.js";
import type { Kernels } from "../../../src/kernels/kernels.js";
import { Matrix } from "../../../src/numeric/matrix.js";
import { Random } from "../../../src/numeric/random.js";
import { nearestRows } from "../../../src/selectors/graph/nearest-rows.js";
import { expectClose } from "../../support/expect-close.js";

const silent = async () => {};

/** Rows, all or every so many, against every row, sorted by distance and then by place. */
function literal(values: Matrix, k: number, step = 1): { rows: number[]; distances: number[] } {
  const rows: number[] = [];
  const distances: number[] = [];
  for (let i = 0; i < values.rows; i += step) {
    const others = Array.from({ length: values.rows }, (_, j) => {
      let distance = 0;
      for (let t = 0; t < values.columns; t++) distance += (values.get(i, t) - values.get(j, t)) ** 2;
      return { j, distance };
    }).filter(({ j }) => j !== i);
    others.sort((a, b) => a.distance - b.distance || a.j - b.j);
    for (const { j, distance } of others.slice(0, k)) {
      rows.push(j);
      distances.push(distance);
    }
  }
  return { rows, distances };
}

const filled = (rows: number, columns: number, value: () => number) =>
  new Matrix(Float64Array.from({ length: rows * columns }, value), rows, columns);

describe.each(["wasm", "fast", "reference"] as const)("nearest rows with %s kernels", (name) => {
  let kernels: Kernels;
  beforeAll(async () => {
    kernels = await createKernels({ kernels: name });
  });
  afterAll(() => kernels.dispose());

  const expectLiteral = async (values: Matrix, k: number) => {
    const expected = literal(values, k);
    const found = await nearestRows(kernels, values, k, silent);
    expect(Array.from(found.rows)).toEqual(expected.rows);
    expectClose(found.distances, expected.distances, { relative: 1e-13 });
  };

  test("are those of all distances", async () => {
    const random = new Random(1);
    for (const [n, d, k] of [
      [2, 3, 1],
      [40, 5, 39],
      [150, 33, 5],
      [90, 300, 7],
    ])
      await expectLiteral(
        filled(n, d, () => random.normal()),
        k,
      );
  });

  test("are found in data of many tiles", async () => {
    const random = new Random(2);
    const [step, k] = [50, 3];
    const values = filled(2200, 3, () => random.normal());
    const { rows } = await nearestRows(kernels, values, k, silent);
    const some = Array.from(rows).filter((_, at) => Math.floor(at / k) % step === 0);
    expect(some).toEqual(literal(values, k, step).rows);
  });

  test("equal distances go by place", async () => {
    const random = new Random(3);
    // Few whole numbers: most distances have many equals, and some rows are copies.
    await expectLiteral(
      filled(200, 4, () => random.integer(3)),
      5,
    );
    await expectLiteral(
      filled(60, 2, () => 7),
      4,
    );
  });

  test("are right where products of rows have no digits left", async () => {
    const random = new Random(4);
    // All rows lie 1e9 from the origin and about 1 from each other: a product has 16 digits, a distance needs 20.
    await expectLiteral(
      filled(80, 6, () => 1e9 + Math.round(random.normal() * 64) / 64),
      5,
    );
    // One row far out must not cost the others their precision.
    const one = filled(80, 6, () => random.normal());
    one.set(17, 3, 1e12);
    await expectLiteral(one, 5);
  });

  test("are all others where fewer are there than asked for", async () => {
    const random = new Random(5);
    const values = filled(6, 2, () => random.normal());
    const { count, rows } = await nearestRows(kernels, values, 50, silent);
    expect(count).toBe(5);
    expect(Array.from(rows)).toEqual(literal(values, 5).rows);
    expect(
      (
        await nearestRows(
          kernels,
          filled(1, 2, () => 0),
          5,
          silent,
        )
      ).count,
    ).toBe(0);
  });
});

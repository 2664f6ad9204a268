import { readFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { createKernels } from "../../src/kernels/create-kernels.js";
import { exp, log, pow } from "../../src/numeric/math.js";
import { Random } from "../../src/numeric/random.js";
import { bareKernels } from "./bare-kernels.js";

const names = ["reference", "wasm", "fast"] as const;
const built = await Promise.all(names.map((kernels) => createKernels({ kernels })));
afterAll(() => Promise.all(built.map((kernels) => kernels.dispose())));
const implementations = [...built, await bareKernels()];

function expectSameBits(given: Float64Array, expected: Float64Array): void {
  const bits = new Int32Array(expected.buffer);
  const different = new Int32Array(given.buffer).findIndex((word, i) => word !== bits[i]) >> 1;
  if (different >= 0) expect.fail(`${given[different]} instead of ${expected[different]} at ${different}`);
}

/** The arguments of the high-precision cases, edges, and numbers with random bits: every exponent, NaN, subnormal. */
function manyArguments(): Float64Array {
  const cases: Record<string, string[][]> = JSON.parse(
    readFileSync(new URL("../fixtures/numeric/math.json", import.meta.url), "utf8"),
  );
  const random = new Random(5);
  const words = Object.values(cases).flatMap((rows) => rows.map(([x]) => BigInt(`0x${x}`)));
  for (let i = 0; i < 20000; i++)
    words.push((BigInt(random.integer(2 ** 32)) << 32n) | BigInt(random.integer(2 ** 32)));
  const edges = [0, -0, 1, -1, 2, -2, 3, -3, Infinity, -Infinity, NaN, 5e-324, -5e-324, 1e308, -1e308];
  const usual = Array.from({ length: 5000 }, () => 10 * random.normal());
  return Float64Array.of(...edges, ...usual, ...new Float64Array(BigUint64Array.from(words).buffer));
}

const x = manyArguments();

test.each([
  ["exp", exp],
  ["log", log],
] as const)("%s gives the bits of the scalar function", (name, scalar) => {
  const expected = x.map((value) => scalar(value));
  for (const kernels of implementations) {
    const out = new Float64Array(x.length);
    kernels[name](x, out);
    expectSameBits(out, expected);
  }
});

test.each([0, -0, 1, 2, -1, 0.5, -0.5, 3, -3, 1 / 3, -2.75, 1e-5, 200, 1e300, Infinity, -Infinity, NaN])(
  "pow with exponent %d gives the bits of the scalar function",
  (exponent) => {
    const expected = x.map((value) => pow(value, exponent));
    for (const kernels of implementations) {
      const out = new Float64Array(x.length);
      kernels.pow(x, exponent, out);
      expectSameBits(out, expected);
    }
  },
);

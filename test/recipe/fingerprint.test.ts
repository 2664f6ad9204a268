import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Dataset, Matrix } from "../../src/index.js";
import { fingerprint } from "../../src/recipe/fingerprint.js";

const rows = [
  [1.5, 0, -2],
  [0, 0, 3],
  [-0, 1e-300, Number.NaN],
];
const data = Dataset.fromRows(rows, ["b", "a", "b"], ["x", "y", "ü"]);

/** The definition, written out with Node's hash. */
function literal(): string {
  const hash = createHash("sha256");
  const int = (n: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(n);
    hash.update(bytes);
  };
  const double = (x: number) => {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleLE(x);
    hash.update(bytes);
  };
  hash.update('[3,["x","y","ü"],["a","b"]]');
  [1, 0, 1].forEach(int);
  for (let j = 0; j < 3; j++) {
    const places = [0, 1, 2].filter((i) => rows[i][j] !== 0);
    int(places.length);
    if (places.length < 3) places.forEach(int);
    for (const i of places) double(rows[i][j]);
  }
  return hash.digest("hex");
}

test("is the SHA-256 of the bytes that are described", async () => {
  expect(await fingerprint(data)).toBe(literal());
});

test("sees names, labels, values and places, and nothing else", async () => {
  const of = async (changed: Dataset) => (await fingerprint(changed)) === literal();
  const swap = (change: (values: Matrix) => void) => {
    const values = Matrix.fromRows(rows);
    change(values);
    return data.with({ values });
  };
  expect(await of(swap((values) => values.set(0, 0, 1.5000000000000002)))).toBe(false);
  expect(
    await of(
      swap((values) => {
        values.set(0, 0, 0);
        values.set(1, 0, 1.5);
      }),
    ),
  ).toBe(false);
  expect(await of(data.with({ featureNames: ["x", "y", "u"] }))).toBe(false);
  expect(await of(data.with({ labels: ["b", "b", "a"] }))).toBe(false);
  expect(await of(data.with({ labels: null }))).toBe(false);
  expect(await of(swap((values) => values.set(1, 0, -0)))).toBe(true);
  expect(
    await of(
      data.with({
        labels: { codes: Int32Array.of(2, 1, 2), classes: ["0", "a", "b"] },
        labelName: "other",
        rowIds: ["1", "2", "3"],
        source: { name: "elsewhere" },
      }),
    ),
  ).toBe(true);
});

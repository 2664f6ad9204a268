import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { npyReader, npzReader } from "../../../src/data/readers/npy.js";
import type { Matrix } from "../../../src/numeric/matrix.js";
import { dataFile, hasData } from "../../support/data.js";
import {
  damage,
  damaged,
  expectArrays,
  expectedOf,
  expectRefusal,
  expectSafe,
  fixture,
  read,
} from "./array-fixtures.js";

const readerOf = (file: string) => (file.endsWith(".npy") ? npyReader : npzReader);
const load = (file: string, options = {}) => read(readerOf(file), fixture(`npy/${file}`), file, options);

describe("what NumPy and SciPy read", () => {
  test.each(expectedOf("npy"))("%s", async (name, expected) => {
    expectArrays(await load(name.split("#")[0], expected.options), expected);
  });
});

test("a larger array in Fortran order", async () => {
  const values = (await load("large_fortran.npy")).values as Matrix;
  expect([values.rows, values.columns]).toEqual([70, 45]);
  for (let i = 0; i < 70; i++) for (let j = 0; j < 45; j++) expect(values.get(i, j)).toBe(1000 * i + j);
});

describe("choice of arrays", () => {
  const cases: [string, object, RegExp][] = [
    [
      "labels.npz",
      { values: "Z" },
      /array "Z" not found; the arrays are X \(5 × 3\), int \(5\), unicode \(5, text\)/,
    ],
    ["refused.npz", { values: "objects" }, /"objects" holds pickled Python objects/],
    ["refused.npz", { values: "complex" }, /"complex" holds complex numbers/],
    ["refused.npz", { values: "fields" }, /"fields" has named fields/],
    ["refused.npz", { values: "dates" }, /"dates" has the type "<M8\[s\]"/],
    ["refused.npz", { values: "cube" }, /cube \(2 × 3 × 4\) has 3 dimensions/],
    ["refused.npz", { values: "short" }, /short \(4\) has 1 dimension;/],
    ["refused.npz", { values: "empty" }, /empty \(0 × 3\) is empty/],
    ["refused.npz", { target: "short" }, /the labels short \(4\) do not match/],
    ["refused.npz", { target: "objects" }, /pickled/],
    [
      "version1.npy",
      { target: "y" },
      /a single NumPy array has no labels; .* give the labels in a separate file with labels$/,
    ],
  ];
  test.each(cases)("%s %o is refused", async (file, options, message) => {
    await expectRefusal(load(file, options), file, message);
  });
});

describe("damaged files", () => {
  test("a lone array that is cut off", async () => {
    const bytes = fixture("npy/version1.npy");
    for (const end of [0, 5, 9, 60, 127, 130, bytes.length - 1])
      await expectRefusal(
        read(npyReader, bytes.subarray(0, end), "cut.npy"),
        "cut.npy",
        /cut off|not a NumPy/,
      );
  });

  test("an archive that is cut off", async () => {
    const bytes = fixture("npy/named.npz");
    for (const end of [0, 1, 21, 100, 500, bytes.length - 1])
      await expectRefusal(read(npzReader, bytes.subarray(0, end), "cut.npz"), "cut.npz", /cut off|damaged/);
  });

  test.each(["types.npz", "labels.npz"])("one wrong bit in the data of %s fails its CRC", async (file) => {
    const bytes = fixture(`npy/${file}`);
    const options = { values: file === "types.npz" ? "f2_C_little" : "X" };
    // The first member starts at 0; this is inside its content.
    bytes[file === "types.npz" ? 220 : 120] ^= 4;
    await expectRefusal(read(npzReader, bytes, file, options), file, /member ".*" is damaged/);
  });

  test("a shape that the file does not hold is refused before memory is taken", async () => {
    const text = new TextDecoder("latin1").decode(fixture("npy/version1.npy"));
    for (const shape of ["(9999999999999, 3)", "(5, 300000000)"]) {
      const longer = text.replace(`(5, 3), }${" ".repeat(shape.length - 6)}`, `${shape}, }`);
      const bytes = Uint8Array.from(longer, (character) => character.charCodeAt(0));
      await expectRefusal(read(npyReader, bytes, "large.npy"), "large.npy", /cut off|damaged/);
    }
  });

  test("only clear refusals", async () => {
    const files = [
      "types.npz",
      "labels.npz",
      "named.npz",
      "zip64.npz",
      "version2.npy",
      "sparse_csr.npz",
      "sparse_csc.npz",
      "sparse_coo.npz",
    ];
    const options = [{}, { values: "f8_F_big" }, { target: "unicode" }, { target: "bytes" }];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.constantFrom(...options),
        damage,
        (file, options, damages) =>
          expectSafe(readerOf(file), damaged(fixture(`npy/${file}`), damages), options),
      ),
      { numRuns: 1500, seed: 5 },
    );
  });
});

test("the caller's bytes are neither changed nor shared", async () => {
  const bytes = fixture("npy/version1.npy");
  const before = bytes.slice();
  const { values } = await read(npyReader, bytes, "a.npy");
  (values as Matrix).data.fill(0);
  expect(bytes).toEqual(before);
});

test.skipIf(!hasData)("the real file dermatology.npz", async () => {
  const bytes = new Uint8Array(readFileSync(dataFile("formats/dermatology.npz")));
  const { values, labels, labelName } = await read(npzReader, bytes, "dermatology.npz");
  // numpy.load: x is (366, 34) float32, y is (366,) int64.
  const real = JSON.parse(new TextDecoder().decode(fixture("npy/real.json")));
  expect([values.rows, values.columns, labelName]).toEqual([366, 34, "y"]);
  expect(Array.from((values as Matrix).data.subarray(0, 68))).toEqual(real.firstRows);
  expect(labels).toEqual(real.labels);
});

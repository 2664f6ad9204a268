import { describe, expect, test } from "vitest";
import { xxhash32 } from "../../../src/data/readers/shared/checksums.js";
import { decompressLz4Block, decompressLz4Frame } from "../../../src/data/readers/shared/lz4.js";
import { halfToNumber } from "../../../src/data/readers/shared/typed-numbers.js";
import { xxhash64Low } from "../../../src/data/readers/shared/xxhash64.js";
import { decompressZstd } from "../../../src/data/readers/shared/zstd.js";
import { fixtureBytes } from "../../support/columnar.js";

// The formulas of make_arrow.mjs, which had the lz4 and zstd tools pack what they give.
const content = Uint8Array.from({ length: 200_000 }, (_, i) => ((i >> 7) * (i >> 13)) % 251);
let state = 1;
const noise = Uint8Array.from({ length: 3000 }, () => {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state & 255;
});

/** Vitest compares long arrays element by element, and slowly. */
function expectSame(bytes: Uint8Array, expected: Uint8Array): void {
  expect(bytes.length).toBe(expected.length);
  expect(Buffer.compare(bytes, expected)).toBe(0);
}

describe("LZ4 frames of the lz4 tool", () => {
  test.each([
    ["linked", content],
    ["independent", content],
    ["checksums", content],
    ["stored", noise],
  ])("%s", (name, unpacked) => {
    expectSame(decompressLz4Frame(fixtureBytes(`arrow/${name}.lz4`), unpacked.length), unpacked);
  });

  test("a wrong size, a wrong byte anywhere, and a missing end are found out", () => {
    const frame = fixtureBytes("arrow/checksums.lz4");
    expect(() => decompressLz4Frame(frame, content.length - 1)).toThrow("do not have their stated size");
    expect(() => decompressLz4Frame(fixtureBytes("arrow/linked.lz4"), content.length - 1)).toThrow(
      "are inconsistent",
    );
    expect(() => decompressLz4Frame(fixtureBytes("arrow/linked.lz4"), content.length + 1)).toThrow(
      "instead of",
    );
    for (let at = 0; at < frame.length; at += 311) {
      const damaged = frame.slice();
      damaged[at] ^= 1 << (at % 8);
      expect(() => decompressLz4Frame(damaged, content.length)).toThrow();
      expect(() => decompressLz4Frame(frame.subarray(0, at), content.length)).toThrow();
    }
  });
});

test("a bare LZ4 block; one that copies from before its beginning is refused", () => {
  // One literal, a match of four bytes at a distance of one (or five), and an empty end.
  expect(decompressLz4Block(Uint8Array.of(0x10, 65, 1, 0, 0), 5)).toEqual(new Uint8Array(5).fill(65));
  expect(() => decompressLz4Block(Uint8Array.of(0x10, 65, 5, 0, 0), 5)).toThrow("are inconsistent");
});

test("xxHash agrees with the published values", () => {
  // From the reference implementation: xxhsum -H0 of the empty input, of "a", of "abc" and of the text below.
  const hash = (text: string) => xxhash32(new TextEncoder().encode(text));
  expect(hash("")).toBe(0x02cc5d05);
  expect(hash("a")).toBe(0x550d7456);
  expect(hash("abc")).toBe(0x32d153ff);
  expect(hash("Nobody inspects the spammish repetition")).toBe(0xe2293b2f);
});

describe("Zstandard", () => {
  const unpacked = Uint8Array.from([...content, ...noise, ...content]);

  test.each(["blocks", "unsized"])("several blocks of the zstd tool: %s", (name) => {
    expectSame(decompressZstd(fixtureBytes(`arrow/${name}.zst`), unpacked.length), unpacked);
  });

  test("several frames, and frames to skip", () => {
    const frame = fixtureBytes("arrow/blocks.zst");
    const skipped = Uint8Array.of(0x53, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 9, 9, 9);
    const twice = Uint8Array.from([...frame, ...skipped, ...frame]);
    expectSame(decompressZstd(twice, 2 * unpacked.length), Uint8Array.from([...unpacked, ...unpacked]));
  });

  test("a wrong size, a missing end and something else are refused", () => {
    const frame = fixtureBytes("arrow/unsized.zst");
    expect(() => decompressZstd(frame, unpacked.length + 1)).toThrow("instead of");
    expect(() => decompressZstd(frame, unpacked.length - 1)).toThrow("are inconsistent");
    expect(() => decompressZstd(fixtureBytes("arrow/linked.lz4"), 10)).toThrow("wrong first bytes");
    for (let at = 1; at < frame.length; at += 311)
      expect(() => decompressZstd(frame.subarray(0, at), unpacked.length)).toThrow();
  });
});

test("the checksum of a Zstandard frame is verified", () => {
  // The lower halves of xxhsum -H1 of the empty input, of "a", of "abc"; and as xxHash's own tests have it, of 32 bytes and more.
  const hash = (text: string) => xxhash64Low(new TextEncoder().encode(text));
  expect(hash("")).toBe(0x51d8e999);
  expect(hash("a")).toBe(0xa98c6e5b);
  expect(hash("abc")).toBe(0xad770999);
  // One block that is stored as it is: nothing but the checksum tells that a byte is wrong.
  const frame = (text: string) => [
    ...[0x28, 0xb5, 0x2f, 0xfd, 0x24, 3, 0x19, 0, 0],
    ...new TextEncoder().encode(text),
  ];
  const sum = [0x99, 0x09, 0x77, 0xad];
  expect(decompressZstd(Uint8Array.from([...frame("abc"), ...sum]), 3)).toEqual(
    new TextEncoder().encode("abc"),
  );
  expect(() => decompressZstd(Uint8Array.from([...frame("abd"), ...sum]), 3)).toThrow("checksum");
  const large = fixtureBytes("arrow/blocks.zst").slice();
  large[large.length - 1] ^= 1;
  expect(() => decompressZstd(large, 2 * content.length + noise.length)).toThrow("checksum");
});

test("half-precision floats", () => {
  // What numpy.array(bits, "uint16").view("float16") gives.
  const bits = [
    0x0000, 0x0001, 0x03ff, 0x0400, 0x3555, 0x3c00, 0x7bff, 0x7c00, 0x7e00, 0x8000, 0xbc00, 0xfc00,
  ];
  expect(bits.map(halfToNumber)).toEqual([
    0,
    2 ** -24,
    6.097555160522461e-5,
    6.103515625e-5,
    0.333251953125,
    1,
    65504,
    Infinity,
    NaN,
    -0,
    -1,
    -Infinity,
  ]);
});

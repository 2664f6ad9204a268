import { describe, expect, test } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { crc32 } from "../../../src/data/readers/shared/checksums.js";
import { zipMembers } from "../../../src/data/readers/shared/zip.js";
import { zipBytes } from "../../../src/data/writers/zip.js";
import { fixture } from "./array-fixtures.js";

test("CRC-32 has its check value, in one piece and in two", () => {
  const bytes = new TextEncoder().encode("123456789");
  expect(crc32(bytes)).toBe(0xcbf43926);
  expect(crc32(bytes.subarray(4), crc32(bytes.subarray(0, 4)))).toBe(0xcbf43926);
});

function archive(): Uint8Array {
  const content = new TextEncoder().encode("some text");
  const chunks = zipBytes([
    { name: "one", chunks: [content.subarray(0, 4), content.subarray(4)] },
    { name: "zwei ü", chunks: [] },
  ]);
  return Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
}

describe("members", () => {
  test("are found, with a comment behind the directory too", async () => {
    const bytes = archive();
    const commented = Uint8Array.from([...bytes, ...new TextEncoder().encode("a comment")]);
    commented[bytes.length - 2] = 9;
    for (const given of [bytes, commented]) {
      const members = await zipMembers(bytesSource(given, "a.zip"));
      expect(members.map((member) => member.name)).toEqual(["one", "zwei ü"]);
      expect(new TextDecoder().decode(await members[0].readAll())).toBe("some text");
      expect(await members[1].readAll()).toHaveLength(0);
    }
  });

  test("of Python's zip64 archives have their sizes and contents", async () => {
    const members = await zipMembers(bytesSource(fixture("npy/zip64.npz"), "zip64.npz"));
    expect(members.map(({ name, size }) => [name, size])).toEqual([
      ["X.npy", 248],
      ["y.npy", 168],
    ]);
    expect(await members[0].readAll()).toHaveLength(248);
  });

  test.each([
    ["encrypted", 8, 1, /"one" is encrypted/],
    ["packed in another way", 10, 9, /"one" is packed with method 9/],
    ["placed beyond the end", 43, 0x7f, /"one" is damaged/],
  ])("that are %s are refused", async (_, field, value, message) => {
    const bytes = archive();
    const directory = bytes.findIndex(
      (_, i) => bytes[i] === 0x50 && bytes[i + 1] === 0x4b && bytes[i + 2] === 1,
    );
    bytes[directory + field] = value;
    const [member] = await zipMembers(bytesSource(bytes, "a.zip"));
    await expect(member.readAll()).rejects.toThrow(message);
  });
});

test("large members give their start without being unpacked whole", async () => {
  const { deflateRawSync } = await import("node:zlib");
  const content = Uint8Array.from({ length: 300_000 }, (_, i) => (i * 7919 * (i % 977)) >> 3);
  const packed = new Uint8Array(deflateRawSync(content));
  const chunks = zipBytes([{ name: "big", chunks: [packed] }]);
  const bytes = Uint8Array.from(chunks.flatMap((chunk) => [...chunk]));
  const directory = 30 + 3 + packed.length;
  const view = new DataView(bytes.buffer);
  view.setUint16(directory + 10, 8, true);
  view.setUint32(directory + 16, crc32(content), true);
  view.setUint32(directory + 24, content.length, true);
  // The end of the packed bytes is damaged: whoever only wants the start does not notice.
  expect(packed.length).toBeGreaterThan(100_000);
  const [whole] = await zipMembers(bytesSource(bytes.slice(), "a.zip"));
  expect(await whole.readAll()).toEqual(content);
  bytes[directory - 5] ^= 0xff;
  const [broken] = await zipMembers(bytesSource(bytes, "a.zip"));
  expect((await broken.readStart(1000)).subarray(0, 1000)).toEqual(content.subarray(0, 1000));
  await expect(broken.readAll()).rejects.toThrow(/"big" is damaged/);
});

import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { type ByteSource, bytesSource } from "../../../src/data/byte-source.js";
import { gzipSource } from "../../../src/data/readers/shared/gzip-stream.js";
import { RowSource } from "../../../src/data/stream/row-source.js";
import { Random } from "../../../src/numeric/random.js";
import { refusal } from "./text-support.js";

const random = new Random(4);
const content = Uint8Array.from({ length: 900_000 }, () => 48 + random.integer(10));
const whole = gzipSync(content);
const members = Buffer.concat([
  gzipSync(content.subarray(0, 300_000)),
  gzipSync(content.subarray(300_000, 300_001)),
  gzipSync(content.subarray(300_001)),
]);
/** What looks like the start of a member, stored inside one. */
const decoy = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3);
const withDecoy = Uint8Array.from([...content.subarray(0, 5000), ...decoy, ...content.subarray(0, 7000)]);

/** The same bytes, and how many of them were read. */
function counted(bytes: Uint8Array): ByteSource & { readonly taken: () => number } {
  const inner = bytesSource(bytes, "data.csv.gz");
  let taken = 0;
  const read = async (start: number, end: number) => {
    const part = await inner.read(start, end);
    taken += part.length;
    return part;
  };
  return { ...inner, read, taken: () => taken };
}

const same = (found: Uint8Array, start: number, end: number, truth = content) =>
  expect(Buffer.compare(found, truth.subarray(start, end))).toBe(0);

describe.each([
  ["one member", whole],
  ["several members", members],
])("a gzip file of %s, unpacked while it is read", (_, packed) => {
  test("gives any stretch, forward, overlapping and back", async () => {
    const source = await gzipSource(bytesSource(packed, "data.csv.gz"));
    expect(source).toMatchObject({ name: "data.csv", size: content.length });
    for (const [start, end] of [
      [0, 4096],
      [0, 250_000],
      [240_000, 400_000],
      [399_990, 900_000],
      [10, 20],
      [700_000, 700_001],
      [300_000, 300_001],
      [899_999, 1_000_000],
    ])
      same(await source.read(start, end), start, end);
    const both = await Promise.all([source.read(5, 500_000), source.read(100, 200)]);
    same(both[0], 5, 500_000);
    same(both[1], 100, 200);
  });

  test("is refused where it is cut off or damaged", async () => {
    for (const wrong of [
      packed.subarray(0, packed.length - 9),
      Buffer.concat([packed, Buffer.from("junk")]),
      Buffer.from(packed).fill(7, 5000, 5100),
    ])
      expect(await refusal(gzipSource(bytesSource(wrong, "data.csv.gz")))).toMatch(
        /the gzip data is damaged or cut off in the part that starts at byte \d+ of \d+/,
      );
  });
});

test("bytes that look like a member inside one do no harm", async () => {
  const source = await gzipSource(bytesSource(gzipSync(withDecoy, { level: 0 }), "data.gz"));
  expect(source.size).toBe(withDecoy.length);
  same(await source.read(0, withDecoy.length), 0, withDecoy.length, withDecoy);
});

test("reading forward unpacks once", async () => {
  const packed = counted(whole);
  const source = await gzipSource(packed);
  const before = packed.taken();
  for (let start = 0; start < source.size; start += 90_000)
    same(await source.read(start, start + 100_000), start, start + 100_000);
  expect(packed.taken() - before).toBeLessThanOrEqual(whole.length);
});

test("a table that unpacks to more than 64 MB is read in blocks, with the values of the plain one", async () => {
  const line = `${"1.5,2,".repeat(2000)}a\n${"3,4,".repeat(2000)}b\n`;
  const header = `${Array.from({ length: 4000 }, (_, j) => `f${j}`).join(",")},class\n`;
  const text = header + line.repeat(3400);
  expect(text.length).toBeGreaterThan(2 ** 26);
  const packed = counted(gzipSync(text, { level: 1 }));
  const rows = await RowSource.open(packed, { target: "class" });
  let [count, sum] = [0, 0];
  for await (const { values, labels } of rows.pass()) {
    count += labels.length;
    sum += "data" in values ? values.data[0] + values.data[values.columns] : 0;
  }
  expect(count).toBe(6800);
  expect(sum % 4.5).toBe(0);
  expect(rows.name).toBe("data.csv");
}, 60_000);

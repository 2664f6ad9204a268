import { deflateRawSync, deflateSync, gunzipSync, gzipSync, inflateRawSync } from "node:zlib";
import { afterEach, describe, expect, test, vi } from "vitest";
import { bytesSource } from "../../../src/data/byte-source.js";
import { gunzip } from "../../../src/data/readers/shared/gunzip.js";
import { inflateRaw, inflateZlib } from "../../../src/data/readers/shared/inflate.js";
import { survivors } from "../../support/mutations.js";
import { refusal } from "./text-support.js";

const digits = (length: number, seed: number) =>
  Uint8Array.from({ length }, (_, i) => 48 + ((Math.imul(i + seed, 2654435761) >>> 21) % 10));
const join = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));
const unzip = (bytes: Uint8Array, name = "data.csv.gz") => gunzip(bytesSource(bytes, name));

async function content(bytes: Uint8Array): Promise<Uint8Array> {
  const source = await unzip(bytes);
  return source.read(0, source.size);
}

/** Vitest compares typed arrays element by element, which takes seconds here. */
function expectBytes(found: Uint8Array, truth: Uint8Array): void {
  expect(found.length).toBe(truth.length);
  expect(Buffer.compare(found, truth)).toBe(0);
}

/** A block as bgzip writes it: a member with its own length in the extra field `BC`. */
function bgzipBlock(data: Uint8Array): Uint8Array {
  const member = gzipSync(data);
  const block = join(
    member.subarray(0, 10),
    Uint8Array.of(6, 0, 0x42, 0x43, 2, 0, 0, 0),
    member.subarray(10),
  );
  block[3] = 4;
  new DataView(block.buffer).setUint16(16, block.length - 1, true);
  return block;
}

/** DecompressionStream as browsers have it: whatever follows the first gzip member is an error. */
class StrictDecompressionStream extends TransformStream<Uint8Array, Uint8Array> {
  constructor() {
    const chunks: Uint8Array[] = [];
    super({
      transform: (chunk) => void chunks.push(chunk),
      flush(controller) {
        const bytes = join(...chunks);
        const headerSize = bytes[3] & 4 ? 18 : 10;
        // biome-ignore lint/suspicious/noExplicitAny: `info` is documented, but not in the types
        const { engine } = inflateRawSync(bytes.subarray(headerSize), { info: true } as object) as any;
        if (headerSize + engine.bytesWritten + 8 !== bytes.length)
          throw new TypeError("Junk found after the end");
        controller.enqueue(new Uint8Array(gunzipSync(bytes)));
      },
    });
  }
}

afterEach(() => void vi.unstubAllGlobals());

test("a member that holds more than it says is given up as soon as that shows", async () => {
  const lying = gzipSync(new Uint8Array(2 ** 26));
  lying.fill(0, lying.length - 4);
  let pieces = 0;
  const unpacked = gunzip(bytesSource(lying, "zeros.csv.gz"), () => {
    pieces++;
  });
  await expect(unpacked).rejects.toThrow("the gzip data is damaged or cut off");
  // The second piece is more than nothing, which is what the file says it holds; there are thousands.
  expect(pieces).toBe(1);
});

describe.each(["as in Node", "as in browsers"])("members, %s", (where) => {
  const stub = () =>
    where === "as in browsers" && vi.stubGlobal("DecompressionStream", StrictDecompressionStream);
  const [a, b, c] = [digits(200_000, 1), digits(70_000, 2), digits(5, 3)];

  test("one", async () => {
    stub();
    expectBytes(await content(gzipSync(a)), a);
  });

  test("several, joined by cat", async () => {
    stub();
    expectBytes(await content(join(gzipSync(a), gzipSync(b), gzipSync(c))), join(a, b, c));
  });

  test("stored data that look like the start of a member", async () => {
    stub();
    const tricky = join(b, gzipSync(c), b, Uint8Array.of(0x1f, 0x8b, 8, 0), b);
    const members = join(gzipSync(tricky, { level: 0 }), gzipSync(tricky, { level: 0 }));
    expectBytes(await content(members), join(tricky, tricky));
  });

  test("bgzip, with its empty last block", async () => {
    stub();
    const blocks = [
      a.subarray(0, 60_000),
      a.subarray(60_000, 120_000),
      a.subarray(120_000),
      new Uint8Array(0),
    ];
    expectBytes(await content(join(...blocks.map(bgzipBlock))), a);
  });
});

describe("damage", () => {
  const data = digits(100_000, 5);
  const packed = new Uint8Array(gzipSync(data));
  const two = join(packed, packed);

  test.each([
    ["cut off", packed.subarray(0, packed.length / 2)],
    ["cut off in the check sum", packed.subarray(0, -3)],
    ["a changed byte", packed.with(3000, packed[3000] ^ 8)],
    ["a wrong check sum", packed.with(packed.length - 6, packed[packed.length - 6] ^ 1)],
    ["junk behind it", join(packed, digits(50, 1))],
    ["zeros where the second member was", join(packed, new Uint8Array(packed.length))],
    ["the second member cut off", two.subarray(0, -100)],
    ["the second member's first byte changed", two.with(packed.length, 0x20)],
    ["the second member's method changed", two.with(packed.length + 2, 9)],
    ["only the first bytes", packed.subarray(0, 5)],
    ["a bgzip block whose length is wrong", bgzipBlock(data.subarray(0, 1000)).with(16, 77)],
  ])("%s is refused", async (_, bytes) => {
    expect(await refusal(unzip(bytes))).toMatch(
      /^data\.csv\.gz: the gzip data is damaged or cut off .* byte \d+ of \d+/,
    );
  });

  test("an empty file", async () => {
    expect(await refusal(unzip(new Uint8Array(0)))).toBe("data.csv.gz: the file is empty");
  });

  test("mutated files end in the right content or a refusal", async () => {
    const small = join(gzipSync(digits(3000, 1)), bgzipBlock(digits(500, 2)), gzipSync(digits(10, 3)));
    expect(await survivors(small, 300, (bytes) => unzip(bytes))).toEqual([]);
  });
});

test("the source is named without .gz, progress rises to 1, abort stops", async () => {
  const packed = new Uint8Array(gzipSync(digits(3_000_000, 1)));
  const fractions: number[] = [];
  const source = await gunzip(bytesSource(packed, "big.csv.gz"), (fraction) => fractions.push(fraction));
  expect(source.name).toBe("big.csv");
  expect(fractions).toEqual([...fractions].sort((x, y) => x - y));
  expect(fractions.at(-1)).toBe(1);
  const stop = new AbortController();
  const reason = new Error("enough");
  const work = gunzip(bytesSource(packed, "big.csv.gz"), () => stop.abort(reason), stop.signal);
  await expect(work).rejects.toBe(reason);
});

describe("inflate", () => {
  const data = digits(50_000, 9);
  const zlib = new Uint8Array(deflateSync(data));
  const raw = new Uint8Array(deflateRawSync(data));
  const member = gzipSync(data);
  const checkSum = new DataView(member.buffer, member.byteOffset + member.length - 8).getUint32(0, true);

  test("zlib and raw streams", async () => {
    expectBytes(await inflateZlib(zlib, 50_000), data);
    expectBytes(await inflateRaw(raw, 50_000, checkSum), data);
    const nothing = new Uint8Array(deflateRawSync(new Uint8Array(0)));
    expectBytes(await inflateRaw(nothing, 0, 0), new Uint8Array(0));
  });

  test("more than allowed is refused, also from a bomb", async () => {
    expect(await refusal(inflateZlib(zlib, 49_999))).toMatch(/more than the allowed 49999 bytes/);
    const bomb = new Uint8Array(deflateSync(new Uint8Array(200_000_000)));
    expect(await refusal(inflateZlib(bomb, 1_000_000))).toMatch(/more than the allowed 1000000 bytes/);
  });

  test("damage, a wrong size and a wrong check sum are refused", async () => {
    expect(await refusal(inflateZlib(zlib.subarray(0, -10), 1e6))).toMatch(/damaged/);
    expect(await refusal(inflateRaw(raw, 50_000, checkSum ^ 1))).toMatch(/damaged/);
    expect(await refusal(inflateRaw(raw, 50_001, checkSum))).toMatch(/damaged/);
    expect(await refusal(inflateRaw(raw, 49_999, checkSum))).toMatch(/damaged|more than/);
    expect(await refusal(inflateRaw(raw, 2 ** 40, checkSum))).toMatch(/damaged/);
    expect(await refusal(inflateRaw(raw.subarray(0, 1000), 50_000, checkSum))).toMatch(/damaged/);
  });
});

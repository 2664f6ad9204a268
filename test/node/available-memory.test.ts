import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { bytesText, parseBytes } from "../../src/core/memory.js";
import { availableMemory } from "../../src/node/available-memory.js";
import { scratchFile } from "../../src/node/scratch-file.js";

test.each([
  ["1.5GB", 1.5e9],
  ["800 MB", 8e8],
  ["2GiB", 2 ** 31],
  ["1000000", 1e6],
  ["64kb", 64_000],
  ["2G", 2e9],
  ["500M", 5e8],
])("%s is %d bytes", (text, bytes) => expect(parseBytes(text, "memory")).toBe(bytes));

test.each(["", "much", "-1GB", "0", "1.5 G B", "1e9"])("%j is no amount of memory", (text) =>
  expect(() => parseBytes(text, "memory")).toThrow(/memory must be an amount of memory such as 1\.5GB/),
);

test("amounts in words", () => {
  expect([1.5e9, 24e9, 350e6, 2_345_678, 640].map(bytesText)).toEqual([
    "1.5 GB",
    "24 GB",
    "350 MB",
    "2.3 MB",
    "0.6 kB",
  ]);
});

test("what is set counts, less what the program takes; else what is free", () => {
  const set = availableMemory("1.5GB");
  expect(set).toBeGreaterThan(0);
  expect(set).toBeLessThan(1.5e9);
  expect(availableMemory("1MB")).toBe(0);
  expect(availableMemory()).toBeGreaterThan(0);
  expect(() => availableMemory("lots")).toThrow(/memory must be/);
});

test("a scratch file gives back what was written, and is not seen while it is used", () => {
  const ours = () => readdirSync(tmpdir()).filter((name) => name.startsWith(`salience-${process.pid}-`));
  const file = scratchFile(8);
  file.append(Uint8Array.of(1, 2, 3));
  file.append(Uint8Array.of(4, 5));
  if (process.platform !== "win32") expect(ours()).toEqual([]);
  const read = new Uint8Array(3);
  file.read(1, read);
  expect(Array.from(read)).toEqual([2, 3, 4]);
  expect(() => file.read(4, read)).toThrow(/ends at byte 5/);
  file.close();
  expect(ours()).toEqual([]);
});

test("a scratch file that is larger than the disk is refused", () => {
  expect(() => scratchFile(1e18)).toThrow(/a temporary file of 1000000000 GB is needed.*TMPDIR/);
});

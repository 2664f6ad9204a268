import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { bytesText } from "../../src/core/memory.js";
import { memoryForData } from "../../src/node/memory-limit.js";
import { scratchFile } from "../../src/node/scratch-file.js";

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
  const set = memoryForData("2GB");
  expect(set).toBeGreaterThan(0);
  expect(set).toBeLessThan(2e9 - 150e6);
  expect(memoryForData("1MB")).toBe(0);
  expect(memoryForData()).toBeGreaterThan(0);
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

import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Sha256 } from "../../src/core/sha256.js";

/** The same bytes every time. */
const bytes = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8)) & 255);
const node = (data: Uint8Array) => createHash("sha256").update(data).digest("hex");

test("equals Node's at every length around the block size", () => {
  for (let length = 0; length <= 260; length++)
    expect(new Sha256().update(bytes(length)).digest()).toBe(node(bytes(length)));
});

test("does not depend on the pieces", () => {
  const data = bytes(10_000);
  for (const piece of [1, 7, 63, 64, 65, 1000]) {
    const hash = new Sha256();
    for (let at = 0; at < data.length; at += piece) hash.update(data.subarray(at, at + piece));
    expect(hash.digest()).toBe(node(data));
  }
});

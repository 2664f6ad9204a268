import fc from "fast-check";
import { afterEach, expect, test, vi } from "vitest";
import { InputError } from "../../src/core/input-error.js";
import { Allocator } from "../../src/kernels/wasm/allocator.js";
import { KernelMemory } from "../../src/kernels/wasm/kernel-memory.js";

afterEach(() => {
  vi.restoreAllMocks();
});

const PAGE = 65536;

test("whatever is asked for and given back: no overlap, all inside, holes are used again and joined", () => {
  const step = fc.oneof(
    fc.record({ allocate: fc.integer({ min: 0, max: 3 * PAGE }) }),
    fc.record({ free: fc.nat() }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let end = 2 * PAGE;
      const start = 1000;
      const allocator = new Allocator(start, end, (needed) => {
        end = Math.ceil(needed / PAGE) * PAGE;
        return end;
      });
      const live: { address: number; bytes: number }[] = [];
      for (const step of steps) {
        if ("allocate" in step) {
          const address = allocator.allocate(step.allocate);
          const bytes = Math.max(step.allocate, 1);
          expect(address % 64).toBe(0);
          expect(address >= start && address + bytes <= end).toBe(true);
          for (const other of live)
            expect(address >= other.address + other.bytes || address + bytes <= other.address).toBe(true);
          live.push({ address, bytes });
        } else if (live.length > 0) {
          const [{ address }] = live.splice(step.free % live.length, 1);
          allocator.free(address);
          expect(() => allocator.free(address)).toThrow("not allocated");
        }
      }
      for (const { address } of live) allocator.free(address);
      // Everything was joined again into one hole from the first address to the end.
      const everything = end - Math.ceil(start / 64) * 64;
      const before = end;
      expect(allocator.allocate(everything)).toBe(Math.ceil(start / 64) * 64);
      expect(end).toBe(before);
    }),
    { seed: 1, numRuns: 300 },
  );
});

test("a hole is used before memory grows", () => {
  let end = PAGE;
  const allocator = new Allocator(0, end, (needed) => {
    end = needed;
    return end;
  });
  const first = allocator.allocate(1000);
  allocator.allocate(1000);
  allocator.free(first);
  expect(allocator.allocate(500)).toBe(first);
  // The rest of the first page, extended by what is missing.
  expect(allocator.allocate(PAGE)).toBe(2048);
  expect(end).toBe(2048 + PAGE);
});

test("memory that grows keeps its contents and recognizes arrays from before and after", () => {
  const memory = new KernelMemory();
  memory.open(1024);
  const before = memory.view(memory.allocate(80), 10);
  before.fill(7);
  const size = memory.shared.buffer.byteLength;
  const after = memory.view(memory.allocate(3 * 2 ** 20), 10);
  expect(memory.shared.buffer.byteLength).toBeGreaterThan(size);
  expect(before.buffer).not.toBe(after.buffer);
  expect([memory.holds(before), memory.holds(after)]).toEqual([true, true]);
  expect(memory.view(before.byteOffset, 10).every((value) => value === 7)).toBe(true);
  expect(memory.holds(new Float64Array(3))).toBe(false);
  expect(memory.holds(new KernelMemory().view(0, 3))).toBe(false);
});

test("more than 4 GB is refused in one line, and what was there stays usable", () => {
  const memory = new KernelMemory();
  memory.open(1024);
  expect(() => memory.allocate(2 ** 32)).toThrow(InputError);
  expect(() => memory.allocate(2 ** 32)).toThrow(
    /^the kernels would need 4096 MB of memory, but can have at most \d+ MB here/,
  );
  expect(memory.allocate(64)).toBe(1024);
  memory.close();
  expect(() => memory.allocate(64)).toThrow("disposed");
});

test("where the engine does not set 4 GB aside, less is asked for", () => {
  const { Memory } = WebAssembly;
  vi.spyOn(WebAssembly, "Memory").mockImplementation(function (this: unknown, descriptor) {
    if ((descriptor.maximum ?? 0) > 5000) throw new RangeError("could not allocate memory");
    return new Memory(descriptor);
  });
  const memory = new KernelMemory();
  memory.open(1024);
  expect(memory.allocate(100 * 2 ** 20)).toBe(1024);
  expect(() => memory.allocate(200 * 2 ** 20)).toThrow("but can have at most 256 MB here");
});

/** A stretch of addresses, from `start` up to `end`. */
interface Hole {
  start: number;
  end: number;
}

/** Cache lines are not shared between two allocations, so threads do not get into each other's way. */
const ALIGNMENT = 64;

/** Hands out addresses and takes them back: first fit, neighbouring holes are joined. */
export class Allocator {
  /** In rising order, no two touching. */
  private readonly holes: Hole[] = [];
  private readonly sizes = new Map<number, number>();
  private end: number;

  /**
   * @param start where free memory begins
   * @param end where it ends for now
   * @param extend asked for an end of at least the given address, returns the new end, or throws
   */
  constructor(
    start: number,
    end: number,
    private readonly extend: (needed: number) => number,
  ) {
    const first = roundUp(start);
    this.end = end;
    if (end > first) this.holes.push({ start: first, end });
  }

  /** The address of `bytes` free bytes, a multiple of 64. */
  allocate(bytes: number): number {
    const size = roundUp(Math.max(bytes, 1));
    let at = this.holes.findIndex((hole) => hole.end - hole.start >= size);
    if (at < 0) at = this.grow(size);
    const hole = this.holes[at];
    const address = hole.start;
    hole.start += size;
    if (hole.start === hole.end) this.holes.splice(at, 1);
    this.sizes.set(address, size);
    return address;
  }

  /** Takes back what {@link allocate} gave. */
  free(address: number): void {
    const size = this.sizes.get(address);
    if (size === undefined) throw new Error(`address ${address} is not allocated`);
    this.sizes.delete(address);
    this.addHole({ start: address, end: address + size });
  }

  /** Extends the memory so that its last hole holds `size` bytes; returns that hole's place. */
  private grow(size: number): number {
    const last = this.holes.at(-1);
    const start = last?.end === this.end ? last.start : roundUp(this.end);
    const end = this.extend(start + size);
    const hole = { start: Math.max(start, roundUp(this.end)), end };
    this.end = end;
    this.addHole(hole);
    return this.holes.length - 1;
  }

  private addHole({ start, end }: Hole): void {
    let at = this.holes.findIndex((hole) => hole.start >= end);
    if (at < 0) at = this.holes.length;
    const before = this.holes[at - 1];
    const after = this.holes[at];
    const joined = {
      start: before?.end === start ? before.start : start,
      end: after?.start === end ? after.end : end,
    };
    const from = joined.start < start ? at - 1 : at;
    const to = joined.end > end ? at + 1 : at;
    this.holes.splice(from, to - from, joined);
  }
}

function roundUp(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}

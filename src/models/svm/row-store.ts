import type { KernelRows } from "./kernel-rows.js";

/** 64 MB of numbers. */
const usualRoom = 1 << 24;

/**
 * The kernel rows that the solver uses, side by side in single precision: `data[locate(place) + other place]`. When there
 * is no room for another, the one not used for longest is given up.
 */
export class RowStore {
  data = new Float32Array(0);
  private rows!: KernelRows;
  private samples!: Int32Array;
  private size = 0;
  private slots = 0;
  private used = 0;
  private clock = 0;
  /** By place: its slot, or −1. By slot: its place, and when it was used last. */
  private slotOf = new Int32Array(0);
  private placeOf = new Int32Array(0);
  private usedAt = new Float64Array(0);

  /** Holds at most this many numbers, but always two rows. */
  constructor(private readonly room = usualRoom) {}

  /** Takes up a problem; `samples` may be reordered by the owner, who then tells by `swap`. */
  begin(rows: KernelRows, samples: Int32Array, size: number): void {
    this.rows = rows;
    this.samples = samples;
    this.size = size;
    this.slots = Math.min(size, Math.max(2, Math.floor(this.room / size)));
    this.used = 0;
    this.clock = 0;
    if (this.slotOf.length < size) {
      this.slotOf = new Int32Array(size);
      this.placeOf = new Int32Array(size);
      this.usedAt = new Float64Array(size);
    }
    this.slotOf.fill(-1, 0, size);
  }

  /** Where the row of this place begins in `data`. The rows of the last two calls are held. */
  locate(place: number): number {
    let slot = this.slotOf[place];
    if (slot < 0) slot = this.make(place);
    this.usedAt[slot] = ++this.clock;
    return slot * this.size;
  }

  /** Two places have changed their samples; `samples` is changed already. */
  swap(a: number, b: number): void {
    const { data, size, slotOf, placeOf } = this;
    for (let slot = 0, at = 0; slot < this.used; slot++, at += size)
      [data[at + a], data[at + b]] = [data[at + b], data[at + a]];
    [slotOf[a], slotOf[b]] = [slotOf[b], slotOf[a]];
    if (slotOf[a] >= 0) placeOf[slotOf[a]] = a;
    if (slotOf[b] >= 0) placeOf[slotOf[b]] = b;
  }

  private make(place: number): number {
    const { size } = this;
    let slot = this.used;
    if (slot < this.slots) {
      this.used++;
      this.reserve(this.used * size);
    } else {
      slot = this.oldest();
      this.slotOf[this.placeOf[slot]] = -1;
    }
    this.slotOf[place] = slot;
    this.placeOf[slot] = place;
    this.rows.fill(this.samples[place], this.samples, size, this.data, slot * size);
    return slot;
  }

  private oldest(): number {
    let oldest = 0;
    for (let slot = 1; slot < this.used; slot++) if (this.usedAt[slot] < this.usedAt[oldest]) oldest = slot;
    return oldest;
  }

  /** Most problems need few of their rows, so room is made as it is needed. */
  private reserve(length: number): void {
    if (this.data.length >= length) return;
    const larger = new Float32Array(Math.min(2 * length, Math.max(length, this.room)));
    larger.set(this.data);
    this.data = larger;
  }
}

import type { RowSource } from "../data/stream/row-source.js";
import { Matrix } from "../numeric/matrix.js";

/** How many values are kept at the same time, over all columns. */
const mostKept = 2 ** 24;
const binCount = 256;

/**
 * The exact medians of some columns of rows that are read again and again, missing values left out; as in memory the mean of the
 * middle two where their number is even, 0 of none. A pass keeps all values between two bounds where they are few enough, and
 * else counts them in bins, of which the one with the median gives the bounds of the next pass. Two or three passes are usual.
 */
export async function streamMedians(
  source: RowSource,
  columns: readonly number[],
  onProgress?: (fraction: number) => void,
): Promise<Float64Array> {
  const searches = columns.map(() => new MedianSearch(Math.max(1024, Math.floor(mostKept / columns.length))));
  while (searches.some(({ median }) => median === null)) {
    const open = searches.filter(({ median }) => median === null);
    for (const one of open) one.begin();
    for await (const { values } of source.pass(onProgress)) {
      const dense = values instanceof Matrix ? values : values.toDense();
      columns.forEach((j, at) => {
        if (searches[at].median !== null) return;
        for (let i = 0; i < dense.rows; i++) {
          const value = dense.get(i, j);
          if (!Number.isNaN(value)) searches[at].take(value);
        }
      });
    }
    for (const one of open) one.conclude();
  }
  return Float64Array.from(searches, ({ median }) => median!);
}

/** Narrows the bounds between which a median lies, pass by pass. */
export class MedianSearch {
  median: number | null = null;
  private low = Number.NEGATIVE_INFINITY;
  private high = Number.POSITIVE_INFINITY;
  private count = 0;
  private below = 0;
  private inside = 0;
  private least = 0;
  private most = 0;
  private kept: number[] = [];
  private readonly counts = new Float64Array(binCount);
  private readonly leasts = new Float64Array(binCount);
  private readonly mosts = new Float64Array(binCount);

  constructor(private readonly cap: number) {}

  begin(): void {
    this.count = 0;
    this.below = 0;
    this.inside = 0;
    this.least = Number.POSITIVE_INFINITY;
    this.most = Number.NEGATIVE_INFINITY;
    this.kept = [];
    this.counts.fill(0);
    this.leasts.fill(Number.POSITIVE_INFINITY);
    this.mosts.fill(Number.NEGATIVE_INFINITY);
  }

  take(value: number): void {
    this.count++;
    if (value < this.low) this.below++;
    if (!(value >= this.low && value <= this.high)) return;
    this.inside++;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    if (this.kept.length < this.cap) this.kept.push(value);
    if (!Number.isFinite(this.high - this.low)) return;
    // Monotone in the value, so that bins hold neighbours.
    const part = (value - this.low) / (this.high - this.low);
    const bin = Math.min(binCount - 1, Math.floor(part * binCount));
    this.counts[bin]++;
    if (value < this.leasts[bin]) this.leasts[bin] = value;
    if (value > this.mosts[bin]) this.mosts[bin] = value;
  }

  conclude(): void {
    const { count, below, inside } = this;
    if (count === 0) this.median = 0;
    if (count === 0) return;
    const [first, second] = [((count - 1) >> 1) - below, (count >> 1) - below];
    if (inside <= this.cap) {
      const sorted = Float64Array.from(this.kept).sort();
      this.median = middle(sorted[first], sorted[second]);
    } else if (this.least === this.most) this.median = this.least;
    else if (!Number.isFinite(this.high - this.low)) {
      this.low = this.least;
      this.high = this.most;
    } else {
      const [one, other] = [this.binOf(first), this.binOf(second)];
      if (one !== other) this.median = middle(this.mosts[one], this.leasts[other]);
      else {
        this.low = this.leasts[one];
        this.high = this.mosts[one];
        if (this.low === this.high) this.median = this.low;
      }
    }
    this.kept = [];
  }

  /** The bin of the value of this rank among those between the bounds. */
  private binOf(rank: number): number {
    let before = 0;
    for (let bin = 0; bin < binCount; bin++) {
      before += this.counts[bin];
      if (rank < before) return bin;
    }
    return binCount - 1;
  }
}

const middle = (a: number, b: number) => (a === b ? a : a + (b - a) / 2);

const binCount = 256;

/** Between which bounds a median lies; null for no bound. */
export interface MedianBounds {
  readonly low: number | null;
  readonly high: number | null;
}

/**
 * Narrows the bounds between which the median of a column lies, pass by pass. A pass keeps all values between the bounds where they are
 * few enough, and else counts them in bins, of which the one with the median gives the bounds of the next pass. Two or three passes
 * are usual. Missing values are left out; the median of an even number of values is the mean of the middle two, and 0 of none.
 */
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

  /** For one pass between bounds that are known. */
  static between({ low, high }: MedianBounds, cap: number): MedianSearch {
    const search = new MedianSearch(cap);
    search.low = low ?? search.low;
    search.high = high ?? search.high;
    search.begin();
    return search;
  }

  get bounds(): MedianBounds {
    const known = (bound: number) => (Number.isFinite(bound) ? bound : null);
    return { low: known(this.low), high: known(this.high) };
  }

  /** What a pass over some of the rows has shown, as numbers. */
  tally(): number[] {
    const { count, below, inside, least, most, cap, counts, leasts, mosts } = this;
    const kept = inside <= cap ? this.kept : [];
    const bins = inside <= cap ? [] : [...counts, ...leasts, ...mosts];
    return [count, below, inside, least, most, kept.length, bins.length, ...kept, ...bins];
  }

  /** Adds what was shown of other rows, from a place among numbers on; gives the place behind it. */
  add(numbers: Float64Array, from: number): number {
    const [count, below, inside, least, most, kept, bins] = numbers.subarray(from, from + 7);
    this.count += count;
    this.below += below;
    this.inside += inside;
    if (least < this.least) this.least = least;
    if (most > this.most) this.most = most;
    let at = from + 7;
    for (const end = at + kept; at < end; at++) this.place(numbers[at]);
    if (bins > 0)
      for (let bin = 0; bin < binCount; bin++) {
        this.counts[bin] += numbers[at + bin];
        this.leasts[bin] = Math.min(this.leasts[bin], numbers[at + binCount + bin]);
        this.mosts[bin] = Math.max(this.mosts[bin], numbers[at + 2 * binCount + bin]);
      }
    return at + bins;
  }

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
    // Infinite values are refused when moments are gathered; here they would keep the bounds from narrowing.
    if (!Number.isFinite(value)) return;
    this.count++;
    if (value < this.low) this.below++;
    if (!(value >= this.low && value <= this.high)) return;
    this.inside++;
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
    this.place(value);
  }

  /** Keeps a value between the bounds, and counts it in its bin. */
  private place(value: number): void {
    if (this.kept.length < this.cap) this.kept.push(value);
    if (!this.isBounded) return;
    const range = this.high - this.low;
    // Monotone in the value, so that bins hold neighbours. A range that no number can hold is taken by halves.
    const part = Number.isFinite(range)
      ? (value - this.low) / range
      : (value / 2 - this.low / 2) / (this.high / 2 - this.low / 2);
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
    else if (!this.isBounded) {
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

  private get isBounded(): boolean {
    return Number.isFinite(this.low) && Number.isFinite(this.high);
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

const middle = (a: number, b: number) =>
  a === b ? a : Number.isFinite(b - a) ? a + (b - a) / 2 : a / 2 + b / 2;

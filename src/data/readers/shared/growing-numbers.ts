/** Numbers of a count not known beforehand. */
export class GrowingNumbers<T extends Float64Array | Int32Array> {
  length = 0;
  private store: T;

  constructor(private readonly allocate: (length: number) => T) {
    this.store = allocate(1024);
  }

  push(value: number): void {
    if (this.length === this.store.length) {
      const grown = this.allocate(this.length * 2);
      grown.set(this.store);
      this.store = grown;
    }
    this.store[this.length++] = value;
  }

  /** What has been pushed, as a copy of its own size. */
  toArray(): T {
    return this.store.slice(0, this.length) as T;
  }
}

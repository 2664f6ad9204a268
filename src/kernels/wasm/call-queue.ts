import { type Call, operations, type WasmExports } from "./wasm-exports.js";

// Words of the control block.
const SIGNAL = 0; // counts what was published; threads sleep on it
const CLAIM = 1; // generation and how many calls are left to claim, in one word so that both change together
const DONE = 2; // how many calls are finished; the publisher sleeps on it
const FAILED = 3;
const WORDS = 16;

const COUNT_BITS = 8;
const COUNT_MASK = (1 << COUNT_BITS) - 1;
const NUMBERS_PER_CALL = 20;
/** How often a thread looks again before it sleeps: some tens of microseconds. */
const TURNS_BEFORE_SLEEP = 20_000;

/**
 * A list of calls in shared memory, from which threads take one after the other until none is left.
 *
 * Whoever takes a call counts down CLAIM by compare-and-exchange. As the word also holds the generation, a thread that
 * slept through a whole job cannot take a call of it from the next one, so nobody has to wait until all have woken up.
 */
export class CallQueue {
  /** How many calls fit. */
  static readonly capacity = COUNT_MASK;
  /** How many bytes it takes. */
  static readonly bytes = WORDS * 4 + CallQueue.capacity * NUMBERS_PER_CALL * 8;

  private readonly words: Int32Array;
  private readonly numbers: Float64Array;

  constructor(memory: WebAssembly.Memory, address: number) {
    this.words = new Int32Array(memory.buffer, address, WORDS);
    this.numbers = new Float64Array(
      memory.buffer,
      address + WORDS * 4,
      CallQueue.capacity * NUMBERS_PER_CALL,
    );
  }

  /** Writes calls and wakes the threads. All earlier calls must be done. */
  publish(calls: readonly Call[]): void {
    calls.forEach(([operation, ...args], i) => {
      this.numbers[i * NUMBERS_PER_CALL] = operations.indexOf(operation);
      this.numbers[i * NUMBERS_PER_CALL + 1] = args.length;
      this.numbers.set(args, i * NUMBERS_PER_CALL + 2);
    });
    Atomics.store(this.words, DONE, 0);
    const generation = Atomics.add(this.words, SIGNAL, 1) + 1;
    Atomics.store(this.words, CLAIM, (generation << COUNT_BITS) | calls.length);
    Atomics.notify(this.words, SIGNAL);
  }

  /** Takes and runs calls until none is left. */
  work(wasm: WasmExports, scratch: number): void {
    for (let call = this.claim(); call >= 0; call = this.claim()) {
      const from = call * NUMBERS_PER_CALL;
      const args = this.numbers.subarray(from + 2, from + 2 + this.numbers[from + 1]);
      try {
        wasm[operations[this.numbers[from]]](...args, scratch);
      } catch {
        Atomics.store(this.words, FAILED, 1);
      }
      Atomics.add(this.words, DONE, 1);
      Atomics.notify(this.words, DONE);
    }
  }

  /** Sleeps until calls are published, and runs them, for ever. */
  serve(wasm: WasmExports, scratch: number): never {
    while (true) {
      const seen = Atomics.load(this.words, SIGNAL);
      this.work(wasm, scratch);
      // Calls come in quick succession, and falling asleep and waking up takes longer than many of them.
      for (let turn = 0; turn < TURNS_BEFORE_SLEEP && Atomics.load(this.words, SIGNAL) === seen; turn++);
      Atomics.wait(this.words, SIGNAL, seen);
    }
  }

  /** Waits until `count` calls are done. A browser's main thread may not sleep, so there it turns in place. */
  waitUntilDone(count: number, maySleep: boolean): void {
    for (let turn = 0; turn < TURNS_BEFORE_SLEEP && Atomics.load(this.words, DONE) < count; turn++);
    for (let done = Atomics.load(this.words, DONE); done < count; done = Atomics.load(this.words, DONE))
      if (maySleep) Atomics.wait(this.words, DONE, done);
    if (Atomics.exchange(this.words, FAILED, 0)) throw new Error("a kernel failed on one of the threads");
  }

  /** Takes one call: its place, or −1 when none is left. */
  private claim(): number {
    while (true) {
      const claim = Atomics.load(this.words, CLAIM);
      const left = claim & COUNT_MASK;
      if (left === 0) return -1;
      if (Atomics.compareExchange(this.words, CLAIM, claim, claim - 1) === claim) return left - 1;
    }
  }
}

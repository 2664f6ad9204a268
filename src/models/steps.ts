/** Told the part done; may pause the work, or throw to end it. */
export type Progress = (fraction: number) => void | Promise<void>;

/** Runs work that yields the part done now and then, to its end. */
export function finish<T>(steps: Generator<number, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

/** The same with `progress` awaited at every yield. What the work holds is given back when progress throws. */
export async function finishAsync<T>(steps: Generator<number, T>, progress: Progress): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    try {
      await progress(value);
    } catch (error) {
      steps.throw(error);
      throw error;
    }
  }
}

/** Work as a part of longer work: what it yields runs from `from` to `to`. */
export function* partOf<T>(steps: Generator<number, T>, from: number, to: number): Generator<number, T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    try {
      yield from + (to - from) * value;
    } catch (error) {
      steps.throw(error);
      throw error;
    }
  }
}

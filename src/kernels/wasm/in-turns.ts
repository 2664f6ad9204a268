/**
 * What a promise comes to, or an error once so many turns have passed in vain. One timer after the other, and not one for all: where
 * this thread is busy for longer than its patience, the answer waits behind the timer, and is heard before the next one ends.
 */
export function inTurns<T>(
  promise: Promise<T>,
  { turns, turnMilliseconds }: { readonly turns: number; readonly turnMilliseconds: number },
): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout>;
    const wait = (left: number) => {
      timer = setTimeout(() => {
        if (left > 1) wait(left - 1);
        else reject(new Error(`no answer within ${(turns * turnMilliseconds) / 1000} s`));
      }, turnMilliseconds);
    };
    wait(turns);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

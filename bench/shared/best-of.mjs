/**
 * The best time of each side in seconds. The sides take turns, so that whatever else the machine does hits all alike,
 * and the first rounds, which V8 runs in unoptimized code, do not count for long.
 * @param {number} rounds
 * @param {Readonly<Record<string, () => number | Promise<number>>>} sides each runs once and returns its seconds
 * @returns {Promise<Record<string, number>>}
 */
export async function bestOf(rounds, sides) {
  /** @type {Record<string, number>} */
  const best = {};
  for (let round = 0; round < rounds; round++)
    for (const [name, run] of Object.entries(sides))
      best[name] = Math.min(best[name] ?? Infinity, await run());
  return best;
}

/**
 * A side for {@link bestOf}: the seconds of one run of `work`, averaged over `repeat`; `prepare` is not timed.
 * @param {() => void} work
 * @param {{ repeat?: number, prepare?: () => void }} [options]
 */
export function timed(work, { repeat = 1, prepare } = {}) {
  return () => {
    prepare?.();
    const start = performance.now();
    for (let i = 0; i < repeat; i++) work();
    return (performance.now() - start) / 1000 / repeat;
  };
}

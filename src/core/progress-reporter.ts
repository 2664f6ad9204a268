/** How long work may run before the event loop gets a turn. */
const turnMilliseconds = 30;

/** Passes progress on, never decreasing; stops the work when it is aborted; gives the event loop a turn now and then. */
export class ProgressReporter {
  private highest = -1;
  private lastTurn = performance.now();

  constructor(
    private readonly listener: ((fraction: number) => void) | undefined,
    private readonly signal: AbortSignal | undefined,
  ) {}

  async report(fraction: number): Promise<void> {
    this.signal?.throwIfAborted();
    const reached = Math.min(1, Math.max(fraction, this.highest));
    if (reached > this.highest) {
      this.highest = reached;
      this.listener?.(reached);
    }
    if (performance.now() - this.lastTurn < turnMilliseconds) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    this.lastTurn = performance.now();
    this.signal?.throwIfAborted();
  }
}

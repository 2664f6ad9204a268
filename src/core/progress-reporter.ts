/** How long work may run before the event loop gets a turn. */
const turnMilliseconds = 30;

/** When it last got one. Shared: many short pieces of work, each with a reporter of its own, must not starve it either. */
let lastTurn = performance.now();

/** Passes progress on, never decreasing; stops the work when it is aborted; gives the event loop a turn now and then. */
export class ProgressReporter {
  private highest = -1;

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
    if (performance.now() - lastTurn < turnMilliseconds) return;
    await new Promise((resolve) => setTimeout(resolve, 0));
    lastTurn = performance.now();
    this.signal?.throwIfAborted();
  }
}

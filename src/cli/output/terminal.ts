/** The only place that writes to the terminal. Results go to standard output, everything else to standard error. */
export class Terminal {
  /** Nothing but results is shown. */
  quiet = false;
  /** Standard output holds JSON, so nothing else may go there. */
  outputIsJson = false;
  private barShown = false;
  private lastDrawn = 0;

  constructor(
    private readonly output: NodeJS.WriteStream,
    private readonly errors: NodeJS.WriteStream,
    private readonly environment: NodeJS.ProcessEnv,
  ) {}

  /** Prints a line of the result. */
  print(line = ""): void {
    if (this.outputIsJson) return;
    this.clearBar();
    this.output.write(`${line}\n`);
  }

  /** Prints text that is the whole result, as it is. */
  printRaw(text: string): void {
    this.clearBar();
    this.output.write(text);
  }

  /** Tells the user something beside the result. */
  note(line: string): void {
    if (this.quiet) return;
    this.clearBar();
    this.errors.write(`${line}\n`);
  }

  /** Tells the user what went wrong, also when quiet. */
  complain(line: string): void {
    this.clearBar();
    this.errors.write(`${line}\n`);
  }

  /** A bar that shows only on a terminal. Draws at most ten times a second. */
  progress(what: string): (fraction: number) => void {
    if (this.quiet || !this.errors.isTTY) return () => {};
    const started = performance.now();
    return (fraction) => {
      const now = performance.now();
      if (fraction >= 1) return this.clearBar();
      if (now - started < 300 || now - this.lastDrawn < 100) return;
      this.lastDrawn = now;
      this.barShown = true;
      const width = 30;
      const full = Math.round(width * fraction);
      const left =
        fraction > 0.02 ? `, ${seconds(((now - started) / 1000 / fraction) * (1 - fraction))} left` : "";
      const percent = `${String(Math.floor(100 * fraction)).padStart(3)} %`;
      this.errors.write(`\r\u001b[K${what} ${"█".repeat(full)}${"░".repeat(width - full)} ${percent}${left}`);
    };
  }

  clearBar(): void {
    if (this.barShown) this.errors.write("\r\u001b[K");
    this.barShown = false;
  }

  bold = (text: string): string => this.paint(1, text);
  dim = (text: string): string => this.paint(2, text);
  red = (text: string): string => this.paint(31, text);
  yellow = (text: string): string => this.paint(33, text);
  cyan = (text: string): string => this.paint(36, text);

  /** Colours only on a terminal, and not where NO_COLOR is set. */
  private paint(code: number, text: string): string {
    const colours = this.output.isTTY && !this.environment.NO_COLOR && this.environment.TERM !== "dumb";
    return colours ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

/** Names come from files; what would break a table is shown as a mark. */
export const onOneLine = (name: string): string => name.replace(/\p{Cc}/gu, "·");

/** A span of time in words. */
export function seconds(s: number): string {
  if (s < 0.001) return "under a millisecond";
  if (s < 1) return `${Math.max(1, Math.round(s * 1000))} ms`;
  if (s < 100) return `${Number(s.toPrecision(2))} s`;
  return s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}

import { fstatSync } from "node:fs";
import { type Notice, wordNotice } from "../../core/notice.js";
import type { TimeLeft } from "../../core/time-left.js";
import { writeFully, writingError } from "../../node/write-file.js";
import { flagWording } from "../flags/flag.js";

/** A notice as the command line words it. */
export const noticeText = (notice: Notice): string => wordNotice(notice, flagWording);

/**
 * The only place that writes to the terminal. Results go to standard output, everything else to standard error. What is
 * printed waits until the work is done and its files are written (`flush`), so that no file is lost when a reader such as
 * `head` closes the pipe. A closed standard error is no longer written to.
 */
export class Terminal {
  /** Only results are shown. */
  quiet = false;
  /** Standard output holds JSON, so nothing else may go there. */
  outputIsJson = false;
  private printed: string[] = [];
  private waiting: (() => void | Promise<void>)[] = [];
  private lastTasks: (() => void)[] = [];
  private outputClosed = false;
  private errorsClosed = false;
  private barShown = false;
  private lastDrawn = 0;

  constructor(
    private readonly output: NodeJS.WriteStream & { fd?: number },
    private readonly errors: NodeJS.WriteStream,
    private readonly environment: NodeJS.ProcessEnv,
  ) {
    // An error is dealt with where the write is awaited; without a listener it would end the process.
    output.on("error", () => {
      this.outputClosed = true;
    });
    errors.on("error", () => {
      this.errorsClosed = true;
    });
  }

  /** Prints a line of the result. */
  print(line = ""): void {
    if (!this.outputIsJson) this.printed.push(`${line}\n`);
  }

  /** Prints text that is the whole result, unchanged. */
  printRaw(text: string): void {
    this.printed.push(text);
  }

  /** Writes what was printed. A closed pipe is not an error; a full disk is. */
  async flush(): Promise<void> {
    const text = this.printed.splice(0).join("");
    if (text !== "" && !this.outputClosed) {
      this.clearBar();
      try {
        await writeText(this.output, text);
      } catch (error) {
        this.outputClosed = true;
        if ((error as NodeJS.ErrnoException).code !== "EPIPE") {
          this.discard();
          throw writingError("standard output", error);
        }
      }
    }
    for (const task of this.waiting.splice(0)) await task();
  }

  /** Runs an action once all output is written; never, if writing fails. */
  afterPrinting(task: () => void | Promise<void>): void {
    this.waiting.push(task);
  }

  /** Runs an action when the command has ended, however it did. */
  atEnd(task: () => void): void {
    this.lastTasks.push(task);
  }

  /** The command has ended. */
  end(): void {
    for (const task of this.lastTasks.splice(0)) task();
  }

  /** Discards output that is not yet written: the work was stopped. */
  discard(): void {
    this.printed = [];
    this.waiting = [];
  }

  /** Tells the user something besides the result. */
  note(line: string): void {
    if (!this.quiet) this.complain(line);
  }

  /** Tells the user which files were written; `-` and undefined are skipped. */
  wrote(...files: readonly (string | undefined)[]): void {
    for (const file of files) if (file !== undefined && file !== "-") this.note(`wrote ${file}`);
  }

  /** Shows a notice about the result, with its remedies. */
  notice(notice: Notice): void {
    this.note(`${notice.level}: ${noticeText(notice)}`);
  }

  /** Tells the user what went wrong, even when quiet. */
  complain(line: string): void {
    this.clearBar();
    this.say(`${line}\n`);
  }

  private say(text: string): void {
    if (!this.errorsClosed) this.errors.write(text);
  }

  /** A progress bar, shown only on a terminal; drawn at most ten times a second. */
  progress(what: string): (fraction: number) => void {
    if (this.quiet || !this.errors.isTTY) return () => {};
    const started = performance.now();
    let timeLeft: TimeLeft | undefined;
    // Not needed by what prints at once, such as help.
    void import("../../core/time-left.js").then((module) => {
      timeLeft = new module.TimeLeft();
    });
    return (fraction) => {
      const now = performance.now();
      if (fraction >= 1) return this.clearBar();
      if (now - started < 300 || now - this.lastDrawn < 100) return;
      this.lastDrawn = now;
      this.barShown = true;
      const width = 30;
      const full = Math.round(width * fraction);
      const rest = timeLeft?.after((now - started) / 1000, fraction) ?? null;
      const left = rest === null ? "" : `, ${seconds(Math.max(1, Math.round(rest)))} left`;
      const percent = `${String(Math.floor(100 * fraction)).padStart(3)} %`;
      this.say(`\r\u001b[K${what} ${"█".repeat(full)}${"░".repeat(width - full)} ${percent}${left}`);
    };
  }

  clearBar(): void {
    if (this.barShown) this.say("\r\u001b[K");
    this.barShown = false;
  }

  /** How many characters a line of the result may have: endless where it is not shown on a terminal. */
  get columns(): number {
    return this.output.isTTY ? this.output.columns : Number.POSITIVE_INFINITY;
  }

  bold = (text: string): string => this.paint(1, text);
  dim = (text: string): string => this.paint(2, text);
  red = (text: string): string => this.paint(31, text);
  yellow = (text: string): string => this.paint(33, text);
  cyan = (text: string): string => this.paint(36, text);

  /** Colours only on a terminal, and not if NO_COLOR is set. */
  private paint(code: number, text: string): string {
    const colours = this.output.isTTY && !this.environment.NO_COLOR && this.environment.TERM !== "dumb";
    return colours ? `\u001b[${code}m${text}\u001b[0m` : text;
  }
}

/** Names come from files; characters that would break a table are replaced. */
export const onOneLine = (name: string): string => name.replace(/\p{Cc}/gu, "·");

/** A span of time in words. */
export function seconds(s: number): string {
  if (s < 0.001) return "under a millisecond";
  if (s < 1) return `${Math.max(1, Math.round(s * 1000))} ms`;
  if (s < 100) return `${Number(s.toPrecision(2))} s`;
  return s < 7200 ? `${Math.round(s / 60)} min` : `${Math.round(s / 3600)} h`;
}

/** Writes text to standard output: to a file byte by byte until all is there, to a terminal or a pipe as Node does. */
function writeText(output: NodeJS.WriteStream & { fd?: number }, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const { fd, isTTY } = output;
    if (fd === undefined || isTTY || !isFileOrDevice(fd))
      return void output.write(text, (error) => (error ? reject(error) : resolve()));
    writeFully(fd, new TextEncoder().encode(text));
    resolve();
  });
}

/** Node's own stream to a file takes no notice when the system writes a part only. */
function isFileOrDevice(fd: number): boolean {
  const opened = fstatSync(fd);
  return opened.isFile() || opened.isCharacterDevice();
}

import { expect, test } from "vitest";
import { ProgressReporter } from "../../src/core/progress-reporter.js";

test("many short pieces of work, each with a reporter of its own, leave the event loop its turns", async () => {
  const controller = new AbortController();
  // As Ctrl-C does: it comes as an event, which is heard only when the event loop has a turn.
  setTimeout(() => controller.abort(), 0);
  const shortPiece = async () => {
    const reporter = new ProgressReporter(undefined, controller.signal);
    const end = performance.now() + 2;
    while (performance.now() < end);
    await reporter.report(1);
  };
  const all = async () => {
    for (let piece = 0; piece < 200; piece++) await shortPiece();
  };
  await expect(all()).rejects.toThrow("aborted");
});

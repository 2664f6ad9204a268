/**
 * Loaded into the program before it starts (`node --import`): the program sends itself a signal as soon as its standard
 * error says a text, or a journal in its folder has so many lines. A signal from outside can come too late: on a busy
 * machine the program may be done before the test looks at it again.
 */
import { readdirSync, readFileSync } from "node:fs";

/** @type {{ text?: string, lines?: number, signal: NodeJS.Signals }} */
const { text, lines, signal } = JSON.parse(process.env.SALIENCE_INTERRUPT ?? "{}");

const interrupt = () => process.kill(process.pid, signal);

if (text !== undefined) {
  const write = process.stderr.write.bind(process.stderr);
  let said = "";
  let done = false;
  process.stderr.write = (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
    const written = write(chunk, ...rest);
    said += chunk;
    if (!done && said.includes(text)) {
      done = true;
      interrupt();
    }
    return written;
  };
}

if (lines !== undefined) {
  const watch = setInterval(() => {
    const journal = readdirSync(".").find((name) => name.endsWith(".journal"));
    if (journal === undefined || readFileSync(journal, "utf8").split("\n").length <= lines) return;
    clearInterval(watch);
    interrupt();
  }, 1);
  watch.unref();
}

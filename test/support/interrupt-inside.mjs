/**
 * Loaded into the program before it starts (`node --import`): the program interrupts itself as soon as its standard error
 * says a text, or its journal has so many lines. It does so within the very call that writes: a signal from outside, or
 * one that is noticed at the next turn of the event loop, can come when a short run is already done.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** @type {{ text?: string, lines?: number, signal: NodeJS.Signals }} */
const { text, lines, signal } = JSON.parse(process.env.SALIENCE_INTERRUPT ?? "{}");

let done = false;
const interrupt = () => {
  if (done) return;
  done = true;
  // What listens to the signal hears it at once; a signal that nothing can listen to ends the process here.
  if (signal === "SIGKILL" || !process.emit(signal, signal)) process.kill(process.pid, signal);
};

if (text !== undefined) {
  const write = process.stderr.write.bind(process.stderr);
  let said = "";
  process.stderr.write = (/** @type {any} */ chunk, /** @type {any[]} */ ...rest) => {
    const written = write(chunk, ...rest);
    said += chunk;
    if (said.includes(text)) interrupt();
    return written;
  };
}

if (lines !== undefined) {
  const { openSync, writeSync } = fs;
  /** @type {Set<number>} */
  const journals = new Set();
  let written = 0;
  fs.openSync = (path, ...rest) => {
    const file = openSync(path, ...rest);
    if (String(path).endsWith(".journal")) journals.add(file);
    else journals.delete(file);
    return file;
  };
  fs.writeSync = (/** @type {any[]} */ ...given) => {
    // @ts-expect-error The overloads of writeSync are passed on as they came.
    const count = writeSync(...given);
    // A line of a journal is written whole, in one call.
    if (journals.has(given[0]) && ++written >= lines) interrupt();
    return count;
  };
  syncBuiltinESMExports();
}

import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { inTurns } from "../../src/kernels/wasm/in-turns.js";

/** A thread that has answered, while this one was busy for longer than so many milliseconds. */
function answeredMeanwhile(milliseconds: number): Worker {
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const script = `
    const { parentPort, workerData } = require("node:worker_threads");
    parentPort.postMessage("ready");
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
  `;
  const worker = new Worker(script, { eval: true, workerData: flag });
  const started = performance.now();
  Atomics.wait(flag, 0, 0);
  while (performance.now() - started < milliseconds);
  return worker;
}

describe("patience", () => {
  test("counts turns, so an answer that came while this thread was busy is heard", async () => {
    let answer: (word: string) => void = () => {};
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    // From here the loop comes to timers first, and to messages afterwards.
    await new Promise((resolve) => setImmediate(resolve));
    const patient = inTurns(answered, { turns: 6, turnMilliseconds: 10 });
    const worker = answeredMeanwhile(100);
    worker.once("message", answer);
    expect(await patient).toBe("ready");
    await worker.terminate();
  });

  test("ends where no answer comes", async () => {
    const never = new Promise<string>(() => {});
    await expect(inTurns(never, { turns: 3, turnMilliseconds: 10 })).rejects.toThrow(
      /^no answer within 0.03 s$/,
    );
  });

  test("passes a refusal on", async () => {
    const refusal = Promise.reject(new Error("no memory"));
    await expect(inTurns(refusal, { turns: 3, turnMilliseconds: 1000 })).rejects.toThrow("no memory");
  });
});

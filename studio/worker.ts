/// <reference lib="webworker" />
import { InputError } from "salience/internal";
import type { Answer, Order, TaskName } from "./messages.js";
import { Desk, type Work } from "./worker/desk.js";
import { tasks } from "./worker/tasks.js";

// The dedicated worker that holds the data and does all computing; the page only draws.
const desk = new Desk();
const stops = new Map<number, AbortController>();

/** Progress is told at most this often, in milliseconds. */
const telling = 60;

self.onmessage = ({ data: order }: MessageEvent<Order>) => {
  if ("cancel" in order) stops.get(order.cancel)?.abort(new Error("cancelled"));
  else void perform(order.id, order.task, order.take);
};

async function perform(id: number, name: TaskName, take: unknown): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  let last = 0;
  try {
    const give = await (tasks[name] as Task)(desk, take, {
      signal: stop.signal,
      onProgress: (fraction) => {
        const now = performance.now();
        if (now - last < telling && fraction < 1) return;
        last = now;
        post({ id, kind: "progress", fraction });
      },
      onGlance: (glance) => post({ id, kind: "glance", glance }),
    });
    post({ id, kind: "done", give });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    post({
      id,
      kind: "failed",
      message,
      expected: error instanceof InputError,
      aborted: stop.signal.aborted,
    });
  } finally {
    stops.delete(id);
  }
}

type Task = (desk: Desk, take: unknown, work: Work) => Promise<unknown>;

const post = (answer: Answer) => self.postMessage(answer);

/// <reference lib="webworker" />
import { InputError } from "salience/internal";
import type { Answer, Failure, Order, Stage, TaskName, Tasks } from "./messages.js";
import { Desk, type Work } from "./worker/desk.js";
import { feature } from "./worker/feature.js";
import { open } from "./worker/open.js";
import { predict } from "./worker/predict.js";
import {
  checkRecipe,
  compare,
  measure,
  path,
  readRecipe,
  readSettings,
  recipe,
  recut,
  select,
} from "./worker/study.js";
import { attach, block, csv } from "./worker/table.js";

// The dedicated worker that holds the data and does all computing; the page only draws.

/** What the worker can do. To add a task, write its function, its types in messages.ts, and name it here. */
const tasks: {
  readonly [T in TaskName]: (desk: Desk, take: Tasks[T]["take"], work: Work) => Promise<Tasks[T]["give"]>;
} = {
  open,
  block,
  select,
  recut,
  measure,
  feature,
  attach,
  path,
  compare,
  predict,
  csv,
  recipe,
  readRecipe,
  readSettings,
  checkRecipe,
};

const desk = new Desk();
const stops = new Map<number, AbortController>();

/** Progress is told at most this often. */
const progressMilliseconds = 60;

self.onmessage = ({ data: order }: MessageEvent<Order>) => {
  if ("cancel" in order) stops.get(order.cancel)?.abort(new Error("cancelled"));
  else void perform(order.id, order.task, order.take);
};

async function perform(id: number, name: TaskName, take: unknown): Promise<void> {
  const stop = new AbortController();
  stops.set(id, stop);
  let last = 0;
  let under: Stage | null = null;
  try {
    const give = await (tasks[name] as Task)(desk, take, {
      signal: stop.signal,
      onProgress: (fraction, given) => {
        const [now, stage] = [performance.now(), given ?? null];
        if (now - last < progressMilliseconds && fraction < 1 && stage === under) return;
        [last, under] = [now, stage];
        post({ id, kind: "progress", fraction, stage });
      },
      onFolds: (folds) => post({ id, kind: "folds", folds }),
      onGlance: (glance) => post({ id, kind: "glance", glance }),
    });
    post({ id, kind: "done", give });
  } catch (error) {
    post({ id, kind: "failed", failure: stop.signal.aborted ? { kind: "cancelled" } : failureOf(error) });
  } finally {
    stops.delete(id);
  }
}

function failureOf(error: unknown): Failure {
  if (!(error instanceof InputError))
    return { kind: "internal", message: error instanceof Error ? error.message : String(error) };
  const { code, sentence, facts, remedies } = error;
  return { kind: "input", code, sentence, facts, remedies };
}

type Task = (desk: Desk, take: unknown, work: Work) => Promise<unknown>;

const post = (answer: Answer) => self.postMessage(answer);

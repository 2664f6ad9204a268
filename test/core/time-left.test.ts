import { describe, expect, test } from "vitest";
import { TimeLeft } from "../../src/core/time-left.js";
import { Random } from "../../src/numeric/random.js";

/** Tasks one after the other: how long each was thought to take and takes. Where it is silent, a task tells only its end. */
interface Task {
  readonly thought: number;
  readonly takes: number;
  readonly silent: boolean;
}

/** What is shown ten times a second, with the time that is truly left. */
function watch(tasks: readonly Task[]): { shown: number; left: number; seconds: number }[] {
  const total = tasks.reduce((sum, { thought }) => sum + thought, 0);
  const whole = tasks.reduce((sum, { takes }) => sum + takes, 0);
  const timeLeft = new TimeLeft();
  const seen: { shown: number; left: number; seconds: number }[] = [];
  for (let tick = 1; tick < 10 * whole; tick++) {
    const seconds = tick / 10;
    let [done, start] = [0, 0];
    for (const { thought, takes, silent } of tasks) {
      const part = Math.max(0, Math.min(1, (seconds - start) / takes));
      done += thought * (silent ? Math.floor(part) : part);
      start += takes;
    }
    const shown = timeLeft.after(seconds, done / total);
    if (shown !== null) seen.push({ shown, left: whole - seconds, seconds });
  }
  return seen;
}

const random = new Random(5);
/** From the longest to the shortest, as tasks are given out. */
const planned = Array.from({ length: 60 }, (_, i) => 8 - i / 10);
const cases: Record<string, Task[]> = {
  "as long as was thought": planned.map((thought) => ({ thought, takes: thought, silent: false })),
  "and only ends are told": planned.map((thought) => ({ thought, takes: thought, silent: true })),
  "each up to twice as long or half as long, by chance": planned.map((thought) => ({
    thought,
    takes: thought * 2 ** (2 * random.uniform() - 1),
    silent: true,
  })),
  "the second half takes three times as long": planned.map((thought, i) => ({
    thought,
    takes: i < 30 ? thought : 3 * thought,
    silent: true,
  })),
  "the second half takes a third": planned.map((thought, i) => ({
    thought,
    takes: i < 30 ? thought : thought / 3,
    silent: true,
  })),
};

describe.each(Object.entries(cases))("tasks, %s", (_, tasks) => {
  const seen = watch(tasks);

  test("nothing jumps: in a second the time shown changes by little but the second", () => {
    // From a few seconds on: at first there is one task to judge by.
    const later = seen.filter(({ seconds }) => seconds > 20);
    for (let at = 10; at < later.length; at++) {
      const change = later[at].shown - later[at - 10].shown;
      expect(change).toBeLessThan(0.03 * later[at].shown + 1);
      expect(change).toBeGreaterThan(-0.15 * later[at - 10].shown - 2);
    }
  });

  test("it comes true", () => {
    const last = seen.filter(({ left }) => left < 20);
    const passed = last[0].seconds;
    expect(Math.max(...last.map(({ shown, left }) => Math.abs(shown - left)))).toBeLessThan(0.3 * passed);
    expect(seen[seen.length - 1].shown).toBeLessThan(30);
  });
});

test("where all is as was thought, the time left is right all along, and never rises", () => {
  for (const { shown, left } of watch(cases["as long as was thought"])) expect(shown).toBeCloseTo(left, 6);
  const seen = watch(cases["and only ends are told"]).filter(({ seconds }) => seconds > 20);
  for (const { shown, left } of seen) expect(Math.abs(shown - left)).toBeLessThan(0.25 * left + 12);
});

test("what passed divided by what is done would rise while a task is silent; this does not", () => {
  // Two minutes of work in silent parts of twelve seconds.
  const tasks = Array.from({ length: 10 }, () => ({ thought: 1, takes: 12, silent: true }));
  const seen = watch(tasks).filter(({ seconds }) => seconds > 36);
  const rises = seen.slice(1).filter(({ shown }, at) => shown > seen[at].shown + 1e-9);
  expect(rises).toEqual([]);
});

test("nothing is said while too little is known", () => {
  const timeLeft = new TimeLeft();
  expect(timeLeft.after(0.5, 0.5)).toBeNull();
  expect(timeLeft.after(9, 0.01)).toBeNull();
  expect(timeLeft.after(10, 0.1)).toBeCloseTo(90);
});

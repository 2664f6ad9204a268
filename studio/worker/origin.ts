import { findSelector, type Origin, type RecipeReading } from "salience/internal";
import type { Plan, Reading, Source } from "../messages.js";
import type { Desk } from "./desk.js";

/** Where the data on the desk came from. */
export interface Opening {
  readonly source: Source;
  readonly reading: Reading;
  /** The target that was taken, also where it was a guess. */
  readonly target: string | null;
  readonly leftOut: readonly string[];
}

/** The command and the library's call that give the same result elsewhere. */
export function originOf(desk: Desk, plan: Plan): Origin {
  const { source } = desk.opening;
  return {
    command: commandOf(desk, plan),
    opening: source.kind === "bundled" ? bundledOpening(source.name) : openingOf(desk),
  };
}

/** How the file was read, as options of the library that can be written down. */
export function readingOf({
  opening: { reading, target, leftOut },
  data,
}: Desk): Omit<RecipeReading, "transforms"> {
  const { labels, transforms: _, drop = [], ...rest } = reading;
  const given = {
    ...rest,
    target: labels ? undefined : (target ?? undefined),
    labels: labels?.name,
    drop: drop.length + leftOut.length > 0 ? [...drop, ...leftOut] : undefined,
  };
  if (data.source.format === "bundled") return {};
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function commandOf(desk: Desk, plan: Plan): string {
  const { source, reading } = desk.opening;
  const words = ["salience", "select", source.kind === "bundled" ? `bundled:${source.name}` : source.name];
  const say = (flag: string, value: unknown) => {
    if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) return;
    if (typeof value === "boolean") words.push(value ? `--${flag}` : `--no-${flag}`);
    else words.push(`--${flag}`, Array.isArray(value) ? value.join(",") : String(value));
  };
  for (const [name, value] of Object.entries(readingOf(desk))) say(toFlag(name), value);
  say("transform", reading.transforms);
  say("method", plan.method);
  say("k", plan.auto ? "auto" : plan.k);
  say("keep", plan.keep);
  say("exclude", plan.exclude);
  for (const name of Object.keys(findSelector(plan.method).options)) say(toFlag(name), plan.options[name]);
  say("seed", plan.seed);
  return words.map(quoted).join(" ");
}

const bundledOpening = (name: string) => (name === "digits" ? "await digits()" : "planted().data");

function openingOf(desk: Desk): string {
  const { transforms } = desk.opening.reading;
  const options = { ...readingOf(desk), ...(transforms?.length && { transforms }) };
  const list = Object.entries(options).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return `await readDataset(${JSON.stringify(desk.opening.source.name)}${list.length > 0 ? `, { ${list.join(", ")} }` : ""})`;
}

/** `maxIterations` is written `--max-iterations`. */
const toFlag = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** As a shell wants it. */
const quoted = (word: string) =>
  /^[\w.,:/=+@%-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

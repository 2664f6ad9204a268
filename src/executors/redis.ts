import type { Redis } from "ioredis";
import { InputError } from "../core/input-error.js";

/** All keys of ours begin with it. */
export const keyPrefix = "salience";

/** The queue whose jobs are whole works; each has its tasks as children, in a queue of its own. */
export const worksQueue = "works";

/** The name of a task's job. */
export const taskId = (place: number): string => `task-${place}`;

/** The place of a task by the name or key of its job. */
export const placeOf = (job: string): number => Number(job.slice(job.lastIndexOf("task-") + 5));

/** Removes all keys of a queue. BullMQ's own way pauses it first, and a pause that outlives a removal stops the next work. */
export async function removeQueue(redis: Redis, name: string): Promise<void> {
  for await (const keys of redis.scanStream({ match: `${keyPrefix}:${name}:*`, count: 1000 }))
    if (keys.length > 0) await redis.unlink(...keys);
}

/** Lets traces of a queue that was removed vanish: a last look for lost workers may have left them. */
export async function expireTraces(redis: Redis, name: string): Promise<void> {
  for (const key of ["meta", "stalled-check"]) await redis.expire(`${keyPrefix}:${name}:${key}`, 60);
}

/** The address of a Redis server as it may be shown: without user, password and query. */
export function shownAddress(address: string): string {
  if (!URL.canParse(address)) return "the Redis server";
  const { protocol, host, pathname } = new URL(address);
  return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
}

/** Loads BullMQ, or says how to install it. */
export async function loadBullMq(): Promise<typeof import("bullmq")> {
  return import("bullmq").catch(notInstalled);
}

function notInstalled(error: unknown): never {
  throw new InputError(
    "not-possible",
    "a cluster on Redis needs the packages bullmq and ioredis, which are not installed; install them: npm install bullmq ioredis",
    { cause: error },
  );
}

/** Connects, or says why not. A connection that is lost later is made again for as long as it takes. */
export async function connectRedis(
  address: string,
  onLost: (lost: boolean) => void = () => {},
): Promise<Redis> {
  if (!/^rediss?:\/\//i.test(address) || !URL.canParse(address))
    throw new InputError(
      "option-value",
      "the address of the cluster must begin with redis:// or rediss://, as in redis://host:6379",
    );
  const { Redis } = await import("ioredis").catch(notInstalled);
  let connected = false;
  const client = new Redis(address, {
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: 10_000,
    retryStrategy: (times) => (connected ? Math.min(100 * times, 1000) : null),
  });
  let failure: unknown;
  client.on("error", (error) => {
    failure = error;
  });
  try {
    await client.connect();
    await client.ping();
  } catch (error) {
    client.disconnect();
    throw cannotConnect(address, failure ?? error);
  }
  connected = true;
  let lost = false;
  client.on("close", () => {
    if (!lost && !ending.has(client)) onLost(true);
    lost = true;
  });
  client.on("ready", () => {
    if (lost) onLost(false);
    lost = false;
  });
  return client;
}

const ending = new WeakSet<Redis>();

/** Ends a connection for good. */
export function disconnectRedis(client: Redis): void {
  ending.add(client);
  client.disconnect();
}

function cannotConnect(address: string, error: unknown): InputError {
  const { code, message } = error as NodeJS.ErrnoException;
  const reason = /NOAUTH|WRONGPASS|invalid password|Authentication/i.test(message)
    ? "the user or password is wrong or missing"
    : (explanations[code ?? ""] ?? `it cannot be reached (${code ?? "no answer"})`);
  return new InputError("not-possible", `${shownAddress(address)}: ${reason}`);
}

const explanations: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing answers there; start Redis, or check host and port",
  ENOTFOUND: "there is no such host",
  EAI_AGAIN: "there is no such host",
  ETIMEDOUT: "it does not answer",
  ECONNRESET: "it ended the connection; does it need TLS (rediss://), or none?",
};

import type { Redis } from "ioredis";
import { keyPrefix } from "./redis.js";

/** What a worker tells about itself. */
export interface ClusterWorkerInfo {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  readonly version: string;
  readonly threads: number;
  /** Work that it does not take part in, by identity, and why. */
  readonly refused: Readonly<Record<string, string>>;
}

const key = `${keyPrefix}:workers`;

/** A worker that has said nothing for so long is gone. */
const silenceMilliseconds = 10_000;

/** How often a worker speaks. */
export const speakMilliseconds = 2000;

/** Tells that a worker is there. The server's clock counts, since those of the machines may differ. */
export async function tellWorker(redis: Redis, info: ClusterWorkerInfo): Promise<void> {
  await redis.hset(key, info.id, JSON.stringify({ ...info, seen: await serverTime(redis) }));
}

/** Tells that a worker has ended. */
export async function removeWorker(redis: Redis, id: string): Promise<void> {
  await redis.hdel(key, id);
}

/** The workers that are there, by host and number of process; those that are long gone are forgotten. */
export async function listWorkers(redis: Redis): Promise<ClusterWorkerInfo[]> {
  const [all, now] = [await redis.hgetall(key), await serverTime(redis)];
  const workers: (ClusterWorkerInfo & { seen: number })[] = Object.values(all).map((text) =>
    JSON.parse(text),
  );
  const gone = workers.filter(({ seen }) => now - seen > silenceMilliseconds);
  if (gone.length > 0) await redis.hdel(key, ...gone.map(({ id }) => id));
  return workers
    .filter((worker) => !gone.includes(worker))
    .sort((a, b) => (a.host === b.host ? a.pid - b.pid : a.host < b.host ? -1 : 1));
}

async function serverTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

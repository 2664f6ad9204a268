import type { Redis } from "ioredis";
import { InputError } from "../core/input-error.js";
import type { LargeResult } from "../experiment/executor.js";
import {
  isKept,
  type KeptNumbers,
  type KeptResult,
  putTogether,
  requireSize,
  takeApart,
} from "./large-results.js";
import { keyPrefix } from "./redis.js";

/** The most bytes of the large result of one task, and of all tasks of some work together, that are kept in Redis. */
const mostTaskBytes = 2 ** 26;
const mostWorkBytes = 2 ** 29;

/** What nobody has asked for in so long is forgotten. */
const keptSeconds = 7 * 24 * 60 * 60;

/** Removed with all other keys of the work. */
const numbersKey = (identity: string, { sha256 }: KeptNumbers) =>
  `${keyPrefix}:${identity}:numbers:${sha256}`;

/** Refuses, before anything is given out, results that would be too much for Redis. */
export function requireRoom(tasks: number, resultBytes: number): void {
  requireSize(resultBytes, mostTaskBytes);
  requireSize(tasks * resultBytes, mostWorkBytes, `what ${tasks} parts of the rows come to`);
}

/** Keeps the numbers of a large result under a key of their own, and gives what is sent in their place. */
export async function sendNumbers(redis: Redis, identity: string, result: LargeResult): Promise<KeptResult> {
  const sent: Promise<unknown>[] = [];
  const kept = takeApart(result, mostTaskBytes, (numbers, bytes) => {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    sent.push(redis.set(numbersKey(identity, numbers), content, "EX", keptSeconds));
  });
  await Promise.all(sent);
  return kept;
}

/**
 * A large result again, whose numbers come from Redis when they are asked for. `onLost` is called where they are there no more, as happens
 * where Redis is short of memory.
 */
export function receivedResult(
  redis: Redis,
  identity: string,
  kept: unknown,
  onLost: () => Promise<void> = async () => {},
): LargeResult {
  if (!isKept(kept)) throw new InputError("unreadable-json", "what Redis holds is no result of this work");
  return putTogether(
    kept,
    async (numbers) => (await redis.getBuffer(numbersKey(identity, numbers))) ?? new Uint8Array(0),
    async () => {
      await onLost();
      return new InputError(
        "not-possible",
        "a result is no longer in Redis, which may be short of memory (maxmemory); the work is removed there, so start the command again",
      );
    },
  );
}

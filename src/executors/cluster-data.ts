import type { Redis } from "ioredis";
import { InputError } from "../core/input-error.js";
import type { OrderedFile } from "./order.js";
import { contentOf, type GivenFile, orderFile } from "./ordered-files.js";
import { keyPrefix } from "./redis.js";

const contentKey = (sha256: string) => `${keyPrefix}:data:${sha256}`;
const usersKey = (sha256: string) => `${keyPrefix}:data-users:${sha256}`;

/** Content that nobody has asked for in so long is forgotten. */
const keptSeconds = 7 * 24 * 60 * 60;

/** The most that Redis holds under one key. */
const largestContent = 512 * 2 ** 20;

/** Names the files of some data for workers. Files of up to `limit` bytes are to be sent; larger ones are named by place. */
export async function orderForCluster(
  given: GivenFile,
  limit: number,
  signal?: AbortSignal,
): Promise<{ file: OrderedFile; typed: string }[]> {
  const files = await orderFile(given, signal);
  const typed = files.map(({ role, path }) => (role === "labels" ? given.labels! : (path ?? given.path)));
  return files.map((file, at) => {
    if (file.size <= Math.min(limit, largestContent))
      return { file: { ...file, path: null }, typed: typed[at] };
    if (file.path === null)
      throw new InputError(
        "not-possible",
        `standard input has ${file.size} bytes, more than are sent to workers; write it to a file that they see, and name it`,
      );
    return { file, typed: typed[at] };
  });
}

/** The same of files that are known already: they are sent if all of them together are so small. */
export function sentRows(
  files: readonly OrderedFile[],
  limit: number,
): { file: OrderedFile; typed: string }[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const isSent = total <= Math.min(limit, largestContent);
  return files.map((file) => ({ file: isSent ? { ...file, path: null } : file, typed: file.path! }));
}

/** Puts the content of files where workers find it, for this user of it. */
export async function sendContents(
  redis: Redis,
  files: readonly { readonly file: OrderedFile; readonly typed: string }[],
  user: string,
): Promise<void> {
  for (const { file, typed } of files) {
    if (file.path !== null) continue;
    if (!(await redis.expire(contentKey(file.sha256), keptSeconds)))
      await redis.set(contentKey(file.sha256), Buffer.from(await contentOf(typed)), "EX", keptSeconds);
    await redis.sadd(usersKey(file.sha256), user);
    await redis.expire(usersKey(file.sha256), keptSeconds);
  }
}

/** Content that was sent, by its hash; null where it is gone. */
export async function receiveContent(redis: Redis, sha256: string): Promise<Uint8Array | null> {
  return redis.getBuffer(contentKey(sha256));
}

/** Forgets contents that nobody else uses. */
export async function forgetContents(
  redis: Redis,
  files: readonly OrderedFile[],
  user: string,
): Promise<void> {
  for (const { path, sha256 } of files) {
    if (path !== null) continue;
    await redis.srem(usersKey(sha256), user);
    if ((await redis.scard(usersKey(sha256))) === 0) await redis.del(contentKey(sha256));
  }
}

import { createHash } from "node:crypto";
import { InputError } from "../core/input-error.js";
import { bytesText } from "../core/memory.js";
import type { AnyWork, LargeResult } from "../experiment/executor.js";

/** Numbers that are kept beside a result, known by their content. */
export interface KeptNumbers {
  readonly count: number;
  readonly sha256: string;
}

/** A large result as it is kept and sent: without its numbers. */
export interface KeptResult {
  readonly facts: unknown;
  readonly numbers: KeptNumbers | null;
}

/** Numbers are stored as the processors that run this have them: 64 bits, the lowest byte first. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const hashOfBytes = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

/** Takes a result apart; `put` is given its numbers, if it has some. */
export function takeApart(
  { facts, numbers }: LargeResult,
  mostBytes: number,
  put: (kept: KeptNumbers, bytes: Uint8Array) => void,
): KeptResult {
  if (typeof numbers === "function") throw new Error("these numbers are kept already");
  if (numbers === null) return { facts, numbers };
  requireSize(8 * numbers.length, mostBytes);
  const bytes = bytesOf(numbers);
  const kept = { count: numbers.length, sha256: hashOfBytes(bytes) };
  put(kept, bytes);
  return { facts, numbers: kept };
}

/** Refuses results that are larger than what keeps them allows. */
export function requireSize(bytes: number, most: number, what = "the result of a part of the rows"): void {
  if (bytes <= most) return;
  throw new InputError(
    "not-possible",
    `${what} has ${bytesText(bytes)}, and at most ${bytesText(most)} can be kept here; ${most < mostFolderBytes ? "do the work in shards or on Slurm, which keep it in a folder" : "use fewer features"}`,
  );
}

/** The most bytes of a result in a run folder. */
export const mostFolderBytes = 2 ** 30;

/** Puts a result together again; its numbers are fetched and checked when they are asked for. */
export function putTogether(
  { facts, numbers }: KeptResult,
  fetch: (kept: KeptNumbers) => Promise<Uint8Array>,
  damaged: (kept: KeptNumbers) => Promise<Error>,
): LargeResult {
  if (numbers === null) return { facts, numbers };
  return {
    facts,
    async numbers() {
      const bytes = await fetch(numbers);
      if (bytes.length !== 8 * numbers.count || hashOfBytes(bytes) !== numbers.sha256)
        throw await damaged(numbers);
      // Numbers must lie at a place that can be divided by eight.
      const { buffer, byteOffset, length } = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
      return new Float64Array(buffer, byteOffset, length / 8);
    },
  };
}

/** Whether this is a large result as it is kept. */
export function isKept(value: unknown): value is KeptResult {
  const { numbers } = (value ?? {}) as { numbers?: unknown };
  if (numbers === null) return true;
  const { count, sha256 } = (numbers ?? {}) as { count?: unknown; sha256?: unknown };
  return Number.isInteger(count) && typeof sha256 === "string" && /^[0-9a-f]{64}$/.test(sha256);
}

/** Whether the results of some work are large. */
export const hasLargeResults = ({ kind }: Pick<AnyWork, "kind">): boolean => kind.isLarge === true;

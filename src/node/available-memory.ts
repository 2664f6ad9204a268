import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import { parseBytes } from "../core/memory.js";

/** The variable of the environment that limits the memory that is planned with. */
const limitVariable = "SALIENCE_MEMORY";

/** What the program itself takes sooner or later, without data. */
const programBytes = 250e6;

/** How many bytes data and the work on it may still take: what is free, within the limits of the container and those given. */
export function availableMemory(given?: string): number {
  const limit = given ?? process.env[limitVariable];
  const used = Math.max(programBytes, process.memoryUsage().rss);
  const allowed =
    limit === undefined
      ? Number.POSITIVE_INFINITY
      : parseBytes(limit, given === undefined ? limitVariable : "memory") - used;
  // 0 or a huge number where there is no such limit.
  const constrained = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(allowed, constrained - used, freeMemory()));
}

/** Linux uses free memory for files and gives it back when it is needed, which `freemem` does not count. */
function freeMemory(): number {
  try {
    const found = /^MemAvailable:\s+(\d+) kB/m.exec(readFileSync("/proc/meminfo", "utf8"));
    if (found) return 1024 * Number(found[1]);
  } catch {
    // Not Linux.
  }
  return freemem();
}

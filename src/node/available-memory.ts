import { readFileSync } from "node:fs";
import { freemem } from "node:os";
import { InputError } from "../core/input-error.js";

/** The variable of the environment that limits the memory that is planned with. */
const limitVariable = "SALIENCE_MEMORY";

/** How many bytes this process may still take: what is free, within the limits of its container and those that were given. */
export function availableMemory(given?: string): number {
  const limit = given ?? process.env[limitVariable];
  const used = process.memoryUsage().rss;
  const allowed = limit === undefined ? Number.POSITIVE_INFINITY : parseMemory(limit) - used;
  // 0 or a huge number where there is no such limit.
  const constrained = process.constrainedMemory?.() || Number.POSITIVE_INFINITY;
  return Math.max(0, Math.min(allowed, constrained - used, freeMemory()));
}

/** `2G`, `500M`, `1.5 GB` or a number of bytes. */
export function parseMemory(text: string): number {
  const found = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?)(?:i?b)?\s*$/i.exec(text);
  if (!found || Number(found[1]) === 0)
    throw new InputError("command-line", `"${text}" is not a size of memory; give one such as 2G or 500M`, {
      facts: { option: "memory", given: text, allowed: "a size such as 2G or 500M" },
    });
  const units: Readonly<Record<string, number>> = { "": 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };
  return Number(found[1]) * units[found[2].toLowerCase()];
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

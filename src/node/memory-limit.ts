import { freemem } from "node:os";
import { parseBytes } from "../core/memory.js";

/** The environment variable that says how much memory the program may take. */
const variable = "SALIENCE_MEMORY";

/** What the program itself takes, without data. */
const programBytes = 250e6;

/** How much memory data and the work on it may take: what was set, or what is free, less what the program takes itself. */
export function memoryForData(environment: NodeJS.ProcessEnv = process.env): number {
  const set = environment[variable];
  const whole = set === undefined ? freeMemory() : parseBytes(set, variable);
  return Math.max(0, whole - programBytes);
}

/** Memory that can be taken without swapping. Node before 20.13 knows only what nothing uses, not even to keep files at hand. */
const freeMemory = (): number => process.availableMemory?.() ?? freemem();

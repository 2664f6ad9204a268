import { availableMemory } from "./available-memory.js";

/** What the program will take besides data: threads, compiled code, and what waits to be collected. */
const programBytes = 150e6;

/** How much memory data and the work on it may take: what is available, less what the program will take itself. */
export const memoryForData = (given?: string): number => Math.max(0, availableMemory(given) - programBytes);

import { writeFileWhole } from "../node.js";
import type { Terminal } from "./terminal.js";

/** Writes a result as JSON to a file, or prints it for `-`. Infinite numbers become the words JSON has no number for. */
export async function writeJson(target: string, result: unknown, terminal: Terminal): Promise<void> {
  const text = `${JSON.stringify(result, infinityAsWord, 2)}\n`;
  if (target === "-") terminal.printRaw(text);
  else await writeFileWhole(target, [new TextEncoder().encode(text)]);
}

const infinityAsWord = (_key: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

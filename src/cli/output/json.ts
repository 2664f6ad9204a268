import { jsonText } from "../../internal.js";
import { writeFileWhole } from "../../node/write-file.js";
import type { Terminal } from "./terminal.js";

/** Writes a result as JSON to a file, or prints it for `-`. */
export async function writeJson(target: string, result: unknown, terminal: Terminal): Promise<void> {
  const text = jsonText(result);
  if (target === "-") terminal.printRaw(text);
  else await writeFileWhole(target, [new TextEncoder().encode(text)]);
}

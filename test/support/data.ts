import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = process.env.SALIENCE_DATA ?? fileURLToPath(new URL("../../../shared/data", import.meta.url));

/** Whether the real data files are on this machine; tests that need them are reported as skipped where not. */
export const hasData = existsSync(resolve(root, "README.md"));

/** The absolute path of one of the real data files, named as in their README. */
export const dataFile = (name: string): string => resolve(root, name);

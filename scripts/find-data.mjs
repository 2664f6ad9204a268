/** Finds the real data files, which are too large for the repository. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder that holds them: SALIENCE_DATA, or one beside the project. */
export const dataFolder =
  process.env.SALIENCE_DATA ?? fileURLToPath(new URL("../../shared/data", import.meta.url));

/** Whether they are on this machine; tests that need them are skipped where not. */
export const hasData = existsSync(join(dataFolder, "README.md"));

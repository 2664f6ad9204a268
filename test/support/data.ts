import { resolve } from "node:path";
import { dataFolder } from "../../scripts/find-data.mjs";

export { hasData } from "../../scripts/find-data.mjs";

/** The absolute path of one of the real data files, named as in their README. */
export const dataFile = (name: string): string => resolve(dataFolder, name);

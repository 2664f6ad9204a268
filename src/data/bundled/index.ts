import type { Dataset } from "../dataset.js";
import { digits } from "./digits.js";
import { planted } from "./planted.js";

/** Data that ships with the package, by the name that stands in place of a file. */
export const bundledData: Readonly<Record<string, () => Dataset | Promise<Dataset>>> = {
  "bundled:digits": digits,
  "bundled:planted": () => planted().data,
};

/** Whether this names bundled data, known or not. */
export const isBundled = (file: string): boolean => file.startsWith("bundled:");

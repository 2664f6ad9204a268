import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { bahsic } from "./bahsic.js";
import { dfs } from "./dfs.js";
import { fisher } from "./fisher.js";
import { laplacian } from "./laplacian.js";
import { ldfs } from "./ldfs.js";
import { mmcRfe } from "./mmc-rfe.js";
import { mrmr } from "./mrmr.js";
import { relieff } from "./relieff.js";
import { rfs } from "./rfs.js";
import type { Selector } from "./selector.js";
import { traceRatio } from "./trace-ratio.js";

/** Every method, by name; the first is the default. To add one, write its file and name it here. */
export const selectors: Readonly<Record<string, Selector>> = Object.freeze(
  Object.fromEntries(
    [dfs, ldfs, fisher, laplacian, mrmr, relieff, traceRatio, bahsic, mmcRfe, rfs].map((selector) => [
      selector.name,
      selector as Selector,
    ]),
  ),
);

/** The method that is used where none is named. */
export const defaultMethod = Object.keys(selectors)[0];

/** A method by name; refuses what the registry does not have. */
export function findSelector(name: string): Selector {
  if (typeof name !== "string")
    throw new InputError("unknown-name", `method must be a name; ${String(name)} was given`);
  if (Object.hasOwn(selectors, name)) return selectors[name];
  const names = Object.keys(selectors);
  throw new InputError(
    "unknown-name",
    `there is no method "${name}"${didYouMean(name, names)}; the methods are ${names.join(", ")}`,
  );
}

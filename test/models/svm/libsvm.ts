import { readFileSync } from "node:fs";
import type { SvmOptions } from "../../../src/models/svm/svm-options.js";

/** What LIBSVM made of a problem; its command line is in `flags`. */
export interface LibsvmModel {
  flags: string;
  order: number[];
  supportVectors: number[];
  rho: number[];
  predictions: number[];
  decisions: number[][];
}

/** One of the files that test/fixtures/models/make_svm.py wrote. */
export function readFixture<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(`../../fixtures/models/${name}`, import.meta.url), "utf8")) as T;
}

/** Our options for LIBSVM's flags. */
export function optionsOf(flags: string): Partial<SvmOptions> {
  const words = flags.split(" ");
  const value = (flag: string) => (words.includes(flag) ? Number(words[words.indexOf(flag) + 1]) : undefined);
  return {
    svmKernel: value("-t") === 2 ? "rbf" : "linear",
    ...(value("-c") !== undefined && { svmC: value("-c") }),
    ...(value("-g") !== undefined && { svmGamma: value("-g") }),
    ...(value("-e") !== undefined && { svmTolerance: value("-e") }),
    ...(value("-h") !== undefined && { svmShrinking: value("-h") === 1 }),
    classWeight: words.includes("-w0") ? "balanced" : "none",
  };
}

import { completeOptions } from "../core/option.js";
import { findClassifier } from "../models/classifiers.js";
import { upTo } from "../numeric/up-to.js";
import { findSelector } from "../selectors/registry.js";
import type { Curve, CurveTask } from "./curve-task.js";
import type { Line } from "./line.js";
import type { Study } from "./study.js";

/** A task with a name by which its curves are found again. */
export interface Job {
  readonly key: string;
  readonly task: CurveTask;
}

/** Curves of finished jobs, by key. */
export class Findings {
  private readonly found = new Map<string, readonly Curve[]>();

  add(key: string, curves: readonly Curve[]): void {
    this.found.set(key, curves);
  }

  /** All curves of a job. */
  all(key: string): readonly Curve[] {
    const curves = this.found.get(key);
    if (!curves) throw new Error(`there is no finding "${key}"`);
    return curves;
  }

  /** The only curve of a job. */
  one(key: string): Curve {
    return this.all(key)[0];
  }

  has(key: string): boolean {
    return this.found.has(key);
  }
}

const svm = findClassifier("svm");

/** A task that gives curves: a line's setting, judged by a linear SVM with C = 1. */
export function curveTask(
  { place }: Pick<Study, "place">,
  { method, selectOn }: Pick<Line, "method" | "selectOn">,
  options: Readonly<Record<string, unknown>>,
  part: Pick<CurveTask, "rows" | "splits" | "ks" | "codes" | "steps"> & {
    readonly seed: number;
    /** Fits them all along one warm path, for the p of the options. */
    readonly gammas?: readonly number[];
  },
): CurveTask {
  const { seed, gammas, ...rest } = part;
  return {
    dataset: place,
    selection: {
      method,
      options: completeOptions(method, findSelector(method).options, options),
      selectOn,
      seed,
      ...(gammas && { path: { gamma: gammas, p: [typeof options.p === "number" ? options.p : 1] } }),
    },
    classifier: { name: "svm", options: completeOptions("svm", svm.options, {}) },
    ...rest,
  };
}

/** All rows of the data. */
export const allRows = ({ data }: Pick<Study, "data">): Int32Array => upTo(data.rows);

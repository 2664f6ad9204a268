import type { EvaluationData } from "../experiment/evaluate.js";
import type { Figures } from "../experiment/summarize.js";
import type { SampleVerdicts } from "./report.js";

/** Says of some rows what was predicted for them when they were held out. */
export type Verdicts = (rows: readonly number[]) => SampleVerdicts;

/** What is known of held-out rows at one k; null where classes were not predicted or predictions were not kept. */
export function verdictsOf(
  { classes }: Pick<EvaluationData, "classes">,
  figures: Pick<Figures, "heldOut"> | undefined,
): Verdicts | null {
  const heldOut = figures?.heldOut;
  if (!heldOut || classes.length === 0) return null;
  const { rows, predicted, probabilities } = heldOut;
  const first = new Map<number, number>();
  rows.forEach((row, at) => {
    if (!first.has(row)) first.set(row, at);
  });
  const of = <T>(wanted: readonly number[], value: (at: number) => T | undefined): (T | null)[] =>
    wanted.map((row) => {
      const at = first.get(row);
      return at === undefined ? null : (value(at) ?? null);
    });
  return (wanted) => ({
    predicted: of(wanted, (at) => predicted[at]),
    // Three digits are enough to read.
    probabilities: of(wanted, (at) =>
      probabilities ? Number(probabilities[at][predicted[at]].toFixed(3)) : undefined,
    ),
  });
}

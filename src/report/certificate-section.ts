import { plural } from "../core/text.js";
import { describeSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import type { ConvergenceSection, Fact, FactsSection } from "./report.js";

/** What a certificate's value means, and which values are good. */
interface Meaning {
  readonly label: string;
  readonly hint: string;
  readonly good?: (value: number | boolean) => boolean;
}

const small = (limit: number) => (value: number | boolean) => typeof value === "number" && value <= limit;

const meanings: Readonly<Record<string, Meaning>> = {
  converged: {
    label: "settled",
    hint: "whether the solution stopped moving before the limit of steps",
    good: (value) => value === true,
  },
  iterations: { label: "steps", hint: "how many steps the solver took" },
  largestRise: {
    label: "largest rise of the objective",
    hint: "relative to its size; the objective must never rise, so this is rounding at most",
    good: small(1e-8),
  },
  constraint: {
    label: "distance from the constraint",
    hint: "how far the transformation is from satisfying its constraint; rounding at most",
    good: small(1e-6),
  },
  norm: {
    label: "size of the transformation",
    hint: "zero would be the trivial solution, which carries no information",
    good: (value) => typeof value === "number" && value > 0,
  },
  rank: { label: "rank of the transformation", hint: "should equal the number of directions requested" },
  stationarity: {
    label: "distance from a stationary point",
    hint: "zero if no small change improves the solution; falls with the tolerance",
  },
  gap: {
    label: "gap to the optimum",
    hint: "relative to the objective; proof that no solution is better by more than this",
  },
  lambdaMax: { label: "largest penalty λ", hint: "the least at which no feature enters" },
  lambda: { label: "smallest penalty λ", hint: "at which the path ended" },
  explained: {
    label: "deviance explained",
    hint: "the part of the loss without features that the last fit takes away",
  },
  objective: { label: "objective", hint: "what the method minimises, computed again at the end" },
  normAtStart: { label: "size at the start", hint: "of the transformation that the descent began with" },
  shortestDirection: {
    label: "shortest direction",
    hint: "its length now over that at the start; near zero the solution is trivial",
  },
  support: {
    label: "features the solution uses",
    hint: "rows of the transformation above a thousandth of the largest",
  },
};

/** The evidence that the method gives for its result; null where it gives none. */
export function certificateSection({ certificate }: Selection): FactsSection | null {
  if (!certificate || Object.keys(certificate).length === 0) return null;
  const known = Object.keys(meanings).filter((name) => Object.hasOwn(certificate, name));
  const others = Object.keys(certificate).filter((name) => !Object.hasOwn(meanings, name));
  return {
    kind: "facts",
    id: "certificate",
    title: "Certificate of the solution",
    text: "The finished solution is checked against the definition of the method. This says nothing about how well the features predict.",
    facts: [...known, ...others].map((name): Fact => {
      const value = certificate[name];
      const meaning = meanings[name] as Meaning | undefined;
      return {
        label: meaning?.label ?? name,
        value,
        ...(meaning && { hint: meaning.hint }),
        ...(meaning?.good && { tone: meaning.good(value) ? "good" : "bad" }),
      };
    }),
  };
}

/** The course of an iterative method; null for the others. */
export function convergenceSection({ trace, method }: Selection): ConvergenceSection | null {
  if (!trace || trace.objective.length === 0) return null;
  const { objective, divergence, iterations, converged } = trace;
  return {
    kind: "convergence",
    id: "convergence",
    title: "Convergence",
    text: `${converged ? `The method converged after ${plural(iterations, "step")}.` : `The method was stopped after ${plural(iterations, "step")} before it converged; more iterations may change the ranking.`} The objective is what it minimises; Div is how far the solution still moves.`,
    series: [{ label: describeSelector(method).title, objective, divergence, converged }],
  };
}

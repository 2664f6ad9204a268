import { findSelector } from "../selectors/registry.js";
import type { Selection } from "../selectors/select.js";
import type { ConvergenceSection } from "./report.js";
import { plural } from "./words.js";

/** The course of an iterative method; null for the others. */
export function convergenceSection({ trace, method }: Selection): ConvergenceSection | null {
  if (!trace || trace.objective.length === 0) return null;
  const { objective, divergence, iterations, converged } = trace;
  return {
    kind: "convergence",
    id: "convergence",
    title: "Convergence",
    text: `${converged ? `The method settled after ${plural(iterations, "step")}.` : `The method was stopped after ${plural(iterations, "step")} before it had settled; more iterations may change the ranking.`} The objective is what it lowers from step to step; Div is how far the solution still moves.`,
    series: [{ label: findSelector(method).title, objective, divergence, converged }],
  };
}

import type { Notice } from "../../core/notice.js";
import type { Kernels } from "../../kernels/kernels.js";
import { Matrix } from "../../numeric/matrix.js";
import { methodWarning } from "../selector.js";
import type { Descender, Descent } from "./descend.js";

/** What a descent says about itself. */
export interface Evidence {
  readonly certificate: Readonly<Record<string, number | boolean>>;
  readonly notices: readonly Notice[];
}

/** The shortest direction has to keep this part of its length at the start, or the solution nears the trivial one. */
const nearTrivial = 0.1;

/**
 * For the original variant: the objective at A, at A/10 and at A/100, each evaluated anew, and what is left of A. The
 * first term does not see the scale and the second one falls with it, so nothing but the end of the descent keeps A from
 * zero. Directions can also shrink one by one; the shortest is therefore watched as well as the norm.
 */
export function trivialEvidence(
  kernels: Kernels,
  descender: Descender,
  descent: Descent,
  start: Matrix,
): Evidence {
  const a = descender.directions();
  const objectiveAt = (factor: number) =>
    descender.separationAt(scaled(a, factor)) + factor * descent.penalty;
  const [atTenth, atHundredth] = [objectiveAt(0.1), objectiveAt(0.01)];
  const [now, before] = [lengths(kernels, a), lengths(kernels, start)];
  const shortest = now.shortest / before.shortest;
  const objective = descent.separation + descent.penalty;
  const certificate = {
    ...common(descent),
    norm: now.norm,
    normAtStart: before.norm,
    shortestDirection: shortest,
    objectiveAtTenthOfA: atTenth,
    objectiveAtHundredthOfA: atHundredth,
    limitAtZero: descent.separation,
  };
  if (!(shortest < nearTrivial)) return { certificate, notices: [] };
  const which = a.rows > 1 ? "and its shortest direction " : "";
  return {
    certificate,
    notices: [
      methodWarning(
        `the solution nears the trivial one, A = 0: ‖A‖ fell from ${short(before.norm)} to ${short(now.norm)}, ${which}to ${short(shortest)} of its length; ` +
          `the objective is ${short(objective)} at A, ${short(atTenth)} at A/10, ${short(atHundredth)} at A/100 and nears ${short(descent.separation)} at zero, ` +
          "so the ranking depends on where the descent ended",
        [{ action: "use the normalised variant", option: "variant", value: "normalised" }],
      ),
    ],
  };
}

/** For the normalised variant: that A is on its constraint. */
export function normalisedEvidence(kernels: Kernels, descender: Descender, descent: Descent): Evidence {
  const a = descender.directions();
  const gram = gramOf(kernels, a);
  let constraint = 0;
  for (let i = 0; i < gram.rows; i++)
    for (let j = 0; j < gram.rows; j++)
      constraint = Math.max(constraint, Math.abs(gram.get(i, j) - (i === j ? 1 : 0)));
  return {
    certificate: { ...common(descent), norm: lengths(kernels, a).norm, constraint },
    notices: [],
  };
}

function common({ separation, penalty, objective, ending, left }: Descent) {
  return {
    objective: separation + penalty,
    separation: -separation,
    penalty,
    largestRise: objective.reduce(
      (most, f, k) => (k === 0 ? 0 : Math.max(most, (f - objective[k - 1]) / (penalty - separation))),
      0,
    ),
    support: left,
    converged: ending === "the objective settled",
    iterations: objective.length,
  };
}

/** ‖A‖_F and the smallest singular value of A. */
function lengths(kernels: Kernels, a: Matrix): { norm: number; shortest: number } {
  const { values } = kernels.symmetricEigen(gramOf(kernels, a));
  return {
    norm: Math.sqrt(values.reduce((sum, x) => sum + x, 0)),
    shortest: Math.sqrt(Math.max(0, values[0])),
  };
}

function gramOf(kernels: Kernels, a: Matrix): Matrix {
  const gram = Matrix.zeros(a.rows, a.rows);
  kernels.syrk(1, a, 0, gram);
  return gram;
}

const scaled = (a: Matrix, factor: number) =>
  new Matrix(
    a.data.map((x) => factor * x),
    a.rows,
    a.columns,
  );
const short = (x: number) => String(Number(x.toPrecision(3)));

import type { Curve } from "./curve-task.js";
import type { Findings } from "./job.js";
import { convergence, type Plan, pathKey, places, studiesOf, surfacePs } from "./plan.js";
import type { ConvergenceCurve, PowerRow, Surface } from "./reproduction.js";
import type { Study } from "./study.js";

/** The comparison of p: the curve of the best γ for each. */
export function powerRows(plan: Plan, findings: Findings): PowerRow[] {
  const { effort } = plan;
  return studiesOf(plan, places.ps).flatMap((study) =>
    effort.ps.map((p) => {
      const tried = findings.all(pathKey(study, p)).filter(({ gamma }) => effort.gammas.includes(gamma!));
      const curves = tried.map((curve) => accuracyOf(study, curve));
      const sums = tried.map(({ correct }) => correct.flat().reduce((sum, right) => sum + right, 0));
      const best = sums.indexOf(Math.max(...sums));
      return {
        dataset: study.name,
        p,
        gamma: tried[best].gamma!,
        ks: study.ks,
        accuracy: curves[best],
        supports: tried.map(({ gamma, support }) => ({ gamma: gamma!, support: support! })),
      };
    }),
  );
}

/** The γ × k surfaces, over every second k. */
export function surfaces(plan: Plan, findings: Findings): Surface[] {
  return surfacePs.flatMap((p) =>
    studiesOf(plan, places.surfaces).map((study) => {
      const curves = findings.all(pathKey(study, p));
      const drawn = study.ks.map((k, at) => ({ k, at })).filter(({ k }) => k % 10 === 0);
      return {
        dataset: study.name,
        p,
        gammas: curves.map(({ gamma }) => gamma!),
        ks: drawn.map(({ k }) => k),
        accuracy: curves.map((curve) => {
          const accuracy = accuracyOf(study, curve);
          return drawn.map(({ at }) => accuracy[at]);
        }),
      };
    }),
  );
}

/** The mean over the seeds of a path, for each k. */
function accuracyOf({ seeds, data }: Study, { correct }: Curve): number[] {
  const folds = seeds[0].length;
  return correct.map(
    (right) => right.reduce((sum, one) => sum + one, 0) / (data.rows * (right.length / folds)),
  );
}

/** Objective and Div step by step. */
export function convergenceCurves(plan: Plan, findings: Findings): ConvergenceCurve[] {
  return studiesOf(plan, places.convergence).flatMap((study) =>
    convergence.ps.map((p) => {
      const { objective, divergence } = findings.one(`steps ${study.name} ${p}`).trace!;
      const [before, last] = objective.slice(-2);
      const converged = Math.abs(before - last) <= 1e-4 * Math.abs(last);
      return { dataset: study.name, p, gamma: convergence.gamma, objective, divergence, converged };
    }),
  );
}

import type { Curve } from "./curve-task.js";
import type { Effort } from "./effort.js";
import { allRows, curveTask, type Findings, type Job } from "./job.js";
import type { Line } from "./line.js";
import { innerFoldsOf, type Study } from "./study.js";

/** Every setting of a line on all rows, at the tables' ks: what the paper's grid search looks at. */
export function gridJobs(study: Study, line: Line, seed: number): Job[] {
  return line.candidates(study.data.features).map((options, candidate) => ({
    key: gridKey(study, line, candidate),
    task: curveTask(study, line, options, {
      rows: allRows(study),
      splits: study.seeds.flat(),
      ks: study.tableKs,
      seed,
    }),
  }));
}

const gridKey = (study: Study, line: Line, candidate: number) =>
  `grid ${study.name} ${line.label} ${candidate}`;

/** The settings on folds inside each training fold: what the nested protocol chooses by. Nothing where there is no choice. */
export function innerJobs(study: Study, line: Line, effort: Effort, seed: number): Job[] {
  const candidates = line.candidates(study.data.features);
  if (candidates.length === 1) return [];
  return study.seeds[0].flatMap((_, fold) =>
    innerFoldsOf(study, fold, effort.innerFolds, seed).flatMap((inner, at) => {
      const part = { rows: inner.train, splits: [inner], ks: study.tableKs, seed };
      if (line.byGamma) {
        const gammas = candidates.map(({ gamma }) => gamma as number);
        const task = curveTask(study, line, {}, { ...part, gammas });
        return [{ key: innerKey(study, line, fold, at), task }];
      }
      return candidates.map((options, candidate) => ({
        key: `${innerKey(study, line, fold, at)} ${candidate}`,
        task: curveTask(study, line, options, part),
      }));
    }),
  );
}

const innerKey = (study: Study, line: Line, fold: number, inner: number) =>
  `inner ${study.name} ${line.label} ${fold} ${inner}`;

/** The setting of a line that is best on all rows: the largest mean accuracy over the tables' ks and all seeds. */
export function bestOnAll(study: Study, line: Line, findings: Findings): number {
  const candidates = line.candidates(study.data.features);
  return largestAt(candidates.map((_, candidate) => rightOf(gridCurve(study, line, candidate, findings))));
}

/** Its curve over the tables' ks. */
export const gridCurve = (study: Study, line: Line, candidate: number, findings: Findings): Curve =>
  findings.one(gridKey(study, line, candidate));

/** The setting that is best on the folds inside a training fold. */
export function bestInside(
  study: Study,
  line: Line,
  fold: number,
  { innerFolds }: Effort,
  findings: Findings,
): number {
  const candidates = line.candidates(study.data.features);
  if (candidates.length === 1) return 0;
  return largestAt(
    candidates.map((_, candidate) => {
      let right = 0;
      for (let inner = 0; inner < innerFolds; inner++) {
        const key = innerKey(study, line, fold, inner);
        right += rightOf(line.byGamma ? findings.all(key)[candidate] : findings.one(`${key} ${candidate}`));
      }
      return right;
    }),
  );
}

/** Rows predicted right, over all ks and splits. */
const rightOf = ({ correct }: Curve) => correct.flat().reduce((sum, right) => sum + right, 0);

/** The first place of the largest value. */
const largestAt = (values: readonly number[]) => values.indexOf(Math.max(...values));

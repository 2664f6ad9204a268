import { permuteCodes } from "../evaluation/chance.js";
import { stratifiedFolds } from "../evaluation/folds.js";
import { Random } from "../numeric/random.js";
import type { Effort } from "./effort.js";
import { allRows, curveTask, type Findings, type Job } from "./job.js";
import { type Line, targetLabel } from "./line.js";
import { type DatasetName, paperSeconds } from "./paper.js";
import type { Study } from "./study.js";
import { type Toy, toyJob } from "./toy.js";
import { bestInside, bestOnAll, gridJobs, innerJobs } from "./tuning.js";

/** What is reproduced: the data, the methods, how much of it. */
export interface Plan {
  readonly studies: readonly Study[];
  /** The paper's methods. */
  readonly lines: readonly Line[];
  readonly variants: readonly Line[];
  readonly toy: Toy;
  readonly effort: Effort;
  readonly seed: number;
}

/** The data sets of an experiment that are there. */
export const studiesOf = ({ studies }: Plan, names: readonly DatasetName[]): Study[] =>
  studies.filter(({ name }) => names.includes(name));

/** Where the paper compares values of p, draws surfaces, and draws convergence. */
export const places = {
  ps: ["ORL", "USPS", "ISOLET"],
  surfaces: ["ORL", "COLON", "ISOLET"],
  convergence: ["COIL20", "COLON"],
} as const satisfies Record<string, readonly DatasetName[]>;

/** p of the surfaces, and of the convergence curves. */
export const surfacePs: readonly number[] = [0.1, 1];
/** The same for the convergence curves, whose γ the paper does not print. */
export const convergence = { ps: [0.1, 0.5, 1], gamma: 1 } as const;

const dfs = { method: "dfs", selectOn: "scaled" } as const;

/** The first half of the work: everything that does not wait for a choice. */
export function firstJobs(plan: Plan): Job[] {
  const { studies, lines, variants, effort, seed } = plan;
  return [
    ...pathJobs(plan),
    ...studies.flatMap((study) => [...lines, ...variants].flatMap((line) => gridJobs(study, line, seed))),
    ...studiesOf(plan, effort.nestedOn).flatMap((study) =>
      lines.flatMap((line) => innerJobs(study, line, effort, seed)),
    ),
    ...studiesOf(plan, places.convergence).flatMap((study) =>
      convergence.ps.map((p) => ({
        key: `steps ${study.name} ${p}`,
        task: curveTask(
          study,
          dfs,
          { gamma: convergence.gamma, p },
          {
            rows: allRows(study),
            splits: [],
            ks: [Math.min(20, study.data.features)],
            seed,
            steps: effort.steps,
          },
        ),
      })),
    ),
    toyJob(plan.toy, seed),
  ];
}

/** Warm paths over γ: one for each p of a surface or of the comparison of p. */
function pathJobs(plan: Plan): Job[] {
  const { effort, seed } = plan;
  return plan.studies.flatMap((study) => {
    const compared = (places.ps as readonly string[]).includes(study.name) ? effort.ps : [];
    const drawn = (places.surfaces as readonly string[]).includes(study.name) ? surfacePs : [];
    return [...new Set([...compared, ...drawn])].map((p) => ({
      key: pathKey(study, p),
      task: curveTask(
        study,
        dfs,
        { p },
        {
          rows: allRows(study),
          splits: study.seeds.slice(0, effort.pathSeeds).flat(),
          ks: study.ks,
          seed,
          gammas: drawn.includes(p) ? effort.surfaceGammas : effort.gammas,
        },
      ),
    }));
  });
}

/** The name of a path's curves. */
export const pathKey = ({ name }: Study, p: number): string => `path ${name} ${p}`;

/** The second half: what waits for the choice of settings. */
export function secondJobs(plan: Plan, findings: Findings): Job[] {
  const { studies, lines, variants, effort, seed } = plan;
  const target = variants.filter(({ label }) => label === targetLabel);
  return [
    ...studies.flatMap((study) =>
      [...lines, ...target].flatMap((line) => restJobs(study, line, findings, seed)),
    ),
    ...studiesOf(plan, effort.nestedOn).flatMap((study) => [
      ...[...lines, ...target].flatMap((line) => nestedJobs(study, line, study.ks, plan, findings)),
      ...variants
        .filter((line) => !target.includes(line))
        .flatMap((line) => nestedJobs(study, line, study.tableKs, plan, findings)),
    ]),
    ...studiesOf(plan, ["COLON"]).flatMap((study) =>
      [...lines, ...target].flatMap((line) => shuffledJobs(study, line, plan, findings)),
    ),
  ];
}

/** The rest of a curve: the ks that are not in the tables. */
function restJobs(study: Study, line: Line, findings: Findings, seed: number): Job[] {
  const ks = study.ks.filter((k) => !study.tableKs.includes(k));
  if (ks.length === 0) return [];
  const options = line.candidates(study.data.features)[bestOnAll(study, line, findings)];
  const part = { rows: allRows(study), splits: study.seeds.flat(), ks, seed };
  return [{ key: `rest ${study.name} ${line.label}`, task: curveTask(study, line, options, part) }];
}

/** Everything inside the training rows of each fold of the first seed. */
function nestedJobs(
  study: Study,
  line: Line,
  ks: readonly number[],
  { effort, seed }: Plan,
  findings: Findings,
): Job[] {
  const candidates = line.candidates(study.data.features);
  return study.seeds[0].map((split, fold) => {
    const options = candidates[bestInside(study, line, fold, effort, findings)];
    const task = curveTask(study, line, options, { rows: split.train, splits: [split], ks, seed });
    return { key: `nested ${study.name} ${line.label} ${fold}`, task };
  });
}

/** Labels in random order, under both protocols, with the setting that was best on the true labels. */
function shuffledJobs(study: Study, line: Line, { effort, seed }: Plan, findings: Findings): Job[] {
  const options = line.candidates(study.data.features)[bestOnAll(study, line, findings)];
  const random = new Random(seed);
  return Array.from({ length: effort.shuffles }, (_, shuffle) => {
    const own = random.fork(`shuffle ${shuffle}`);
    const codes = permuteCodes(study.data.labels!.codes, own);
    const folds = stratifiedFolds(codes, study.seeds[0].length, own);
    const key = `shuffled ${study.name} ${line.label} ${shuffle}`;
    const part = { ks: study.tableKs, seed, codes };
    return [
      {
        key: `${key} paper`,
        task: curveTask(study, line, options, { ...part, rows: allRows(study), splits: folds }),
      },
      ...folds.map((fold, at) => ({
        key: `${key} ${at}`,
        task: curveTask(study, line, options, { ...part, rows: fold.train, splits: [fold] }),
      })),
    ];
  }).flat();
}

/** Selections that are timed, one after another. */
export function timedJobs(plan: Plan, findings: Findings): Job[] {
  const timed = Object.keys(paperSeconds) as DatasetName[];
  return studiesOf(plan, timed).flatMap((study) =>
    [...plan.lines, ...plan.variants].flatMap((line) => {
      const options = line.candidates(study.data.features)[bestOnAll(study, line, findings)];
      const ks = [study.ks[study.ks.length - 1]];
      return Array.from({ length: plan.effort.timings }, (_, run) => ({
        key: `time ${study.name} ${line.label} ${run}`,
        task: curveTask(study, line, options, { rows: allRows(study), splits: [], ks, seed: plan.seed }),
      }));
    }),
  );
}

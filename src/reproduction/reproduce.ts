import { InputError } from "../core/input-error.js";
import { withJson } from "../core/json.js";
import { notice } from "../core/notice.js";
import { digits } from "../data/bundled/digits.js";
import type { Dataset } from "../data/dataset.js";
import { majorityShare } from "../evaluation/chance.js";
import { type Executor, inlineExecutor, type Journal } from "../experiment/executor.js";
import { runTasks } from "../experiment/run-tasks.js";
import type { KernelsName } from "../kernels/kernels.js";
import { version } from "../version.js";
import { accuracyRows, averageRows, shuffledRows } from "./accuracy.js";
import { judgeClaims } from "./claims.js";
import { convergenceCurves, powerRows, surfaces } from "./dfs-figures.js";
import { type Effort, fullEffort, quickEffort } from "./effort.js";
import { Findings, type Job } from "./job.js";
import { type Line, paperLines, targetLabel, variantLines } from "./line.js";
import { type DatasetName, datasetNames, type PaperLabel, paperDatasets, paperSeconds } from "./paper.js";
import { firstJobs, type Plan, secondJobs, studiesOf, timedJobs } from "./plan.js";
import type { Reproduction, ReproductionData, SecondsRow } from "./reproduction.js";
import { curveTasks } from "./run-curves.js";
import { makeStudy, type Study } from "./study.js";
import { makeToy, type Toy, toyPictures } from "./toy.js";

/** What {@link reproduce} takes. */
export interface ReproduceOptions {
  /** Fewer seeds, ks and settings: every part, in a tenth of the time. */
  quick?: boolean;
  /** In place of what `quick` says. */
  effort?: Partial<Effort>;
  /** The first fold seed; also that of draws and shuffles. */
  seed?: number;
  kernels?: KernelsName;
  /** Where tasks run; here where not given. Times are always taken here, one selection after another. */
  executor?: Executor;
  /** The journal of each stage of the work, by number from 1: finished tasks are kept there. */
  journal?: (stage: number) => Journal;
  /** Told the part of all work that is done, from 0 to 1, never falling. */
  onProgress?: (fraction: number) => void;
  signal?: AbortSignal;
}

/** The parts of the time that the stages take, roughly. */
const shares = [0.7, 0.27, 0.03];

/** Every experiment of the paper on those of its data sets that are given, by name, and what the paper did not do. */
export async function reproduce(
  given: Readonly<Partial<Record<DatasetName, Dataset>>>,
  options: ReproduceOptions = {},
): Promise<Reproduction> {
  const started = performance.now();
  const { quick = false, seed = 1, executor = inlineExecutor() } = options;
  const effort = { ...(quick ? quickEffort : fullEffort), ...options.effort };
  const { plan, worked } = await makePlan(given, effort, seed);
  const findings = new Findings();
  const stages: [(plan: Plan, findings: Findings) => Job[], Executor][] = [
    [firstJobs, executor],
    [secondJobs, executor],
    [timedJobs, inlineExecutor({ threads: 1 })],
  ];
  let before = 0;
  for (const [at, [jobsOf, runner]] of stages.entries()) {
    const progress = (fraction: number) => options.onProgress?.(before + shares[at] * fraction);
    await runStage(jobsOf(plan, findings), worked, findings, runner, at + 1, progress, options);
    before += shares[at];
  }
  options.onProgress?.(1);
  return summarize(plan, findings, quick, (performance.now() - started) / 1000);
}

async function makePlan(
  given: Readonly<Partial<Record<DatasetName, Dataset>>>,
  effort: Effort,
  seed: number,
): Promise<{ plan: Plan; worked: Dataset[] }> {
  const there = datasetNames.filter((name) => given[name]);
  if (there.length === 0)
    throw new InputError(
      "unusable-data",
      `none of the paper's data sets were given; they are ${datasetNames.join(", ")}`,
    );
  const studies = there.map((name, place) => makeStudy(name, place, given[name]!, effort, seed));
  const worked = studies.map(({ data }) => data);
  const toy = await toyOf(studies, seed);
  if (toy.study.place === worked.length) worked.push(toy.study.data);
  const [lines, variants] = [paperLines(effort), variantLines()];
  return { plan: { studies, lines, variants, toy, effort, seed }, worked };
}

/** On ORL, classes 18 and 38 as in the paper; on the bundled digits where there is no ORL. */
async function toyOf(studies: readonly Study[], seed: number): Promise<Toy> {
  const faces = studies.find(({ name }) => name === "ORL");
  const toy = faces && makeToy(faces, "ORL", { classes: [18, 38], columnMajor: true, seed });
  if (toy) return toy;
  const stand = { place: studies.length, data: await digits() };
  return makeToy(stand, "digits", { classes: [4, 9], columnMajor: false, seed })!;
}

/** Runs the jobs of a stage; those that its journal has from an earlier run are not run again. */
async function runStage(
  jobs: readonly Job[],
  datasets: readonly Dataset[],
  findings: Findings,
  executor: Executor,
  stage: number,
  onProgress: (fraction: number) => void,
  { kernels = "wasm", journal: journalOf, signal }: ReproduceOptions,
): Promise<void> {
  const tasks = jobs.map(({ task }) => task);
  const journal = journalOf?.(stage);
  const results = await runTasks(curveTasks, datasets, tasks, {
    executor,
    kernels,
    journal,
    onProgress,
    signal,
  });
  for (const [place, curves] of results.entries()) findings.add(jobs[place].key, curves);
}

function summarize(plan: Plan, findings: Findings, quick: boolean, totalSeconds: number): Reproduction {
  const { studies, lines, variants, effort, seed } = plan;
  const accuracy = accuracyRows(plan, lines, findings);
  const strong = accuracyRows(plan, variants, findings);
  const averages = averageRows([...accuracy, ...strong]);
  const powers = powerRows(plan, findings);
  const convergence = convergenceCurves(plan, findings);
  const target = variants.filter(({ label }) => label === targetLabel);
  const majority = ({ data }: Study) => majorityShare(data.labels!.codes);
  const missing = datasetNames.filter((name) => !studies.some((study) => study.name === name));
  return withJson<ReproductionData>({
    schema: "salience/reproduction@2",
    quick,
    settings: {
      folds: studies[0].seeds[0].length,
      seeds: Array.from({ length: effort.seeds }, (_, at) => seed + at),
      ks: effort.ks,
      gammas: effort.gammas,
      innerFolds: effort.innerFolds,
      pathSeeds: effort.pathSeeds,
    },
    datasets: studies.map((study) => ({
      name: study.name,
      called: paperDatasets[study.name].called,
      file: study.data.source.name,
      rows: study.data.rows,
      features: study.data.features,
      classes: study.data.labels!.classes.length,
      majority: majority(study),
      paper: shapeOf(study.name),
      remarks: study.remarks,
    })),
    missing,
    accuracy,
    variants: strong,
    averages,
    shuffled: shuffledRows(plan, [...lines, ...target], "COLON", majority, findings),
    powers,
    surfaces: surfaces(plan, findings),
    convergence,
    seconds: secondsRows(plan, [...lines, ...variants], findings),
    toy: toyPictures(plan.toy, findings),
    claims: judgeClaims({ accuracy, averages, powers, convergence }),
    notices: [
      ...(missing.length > 0
        ? [
            notice("note", "no-data", `missing data sets: ${missing.join(", ")}`, {
              count: missing.length,
            }),
          ]
        : []),
      ...studies.flatMap(({ data, remarks }) =>
        remarks.map((text) => notice("note", "data-mismatch", text, { file: data.source.name })),
      ),
    ],
    totalSeconds,
    version,
  });
}

function shapeOf(name: DatasetName): { rows: number; features: number; classes: number } {
  const { rows, features, classes } = paperDatasets[name];
  return { rows, features, classes };
}

/** The least of the times that were taken of each line. */
function secondsRows(plan: Plan, lines: readonly Line[], findings: Findings): SecondsRow[] {
  const timed = Object.keys(paperSeconds) as DatasetName[];
  return studiesOf(plan, timed).flatMap(({ name }) =>
    lines.map(({ label, method }) => {
      const runs = Array.from(
        { length: plan.effort.timings },
        (_, run) => findings.one(`time ${name} ${label} ${run}`).seconds,
      );
      const paper = paperSeconds[name]?.[label as PaperLabel] ?? null;
      return { dataset: name, method, label, seconds: Math.min(...runs), paper };
    }),
  );
}

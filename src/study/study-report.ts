import { libraryWording, type Wording } from "../core/diagnostic.js";
import { wordNotice } from "../core/notice.js";
import { Dataset } from "../data/dataset.js";
import { comparisonReport } from "../report/comparison-report.js";
import { pathReport } from "../report/path-report.js";
import type { Report } from "../report/report.js";
import type { Origin, Timing } from "../report/run-sections.js";
import { selectionReport } from "../report/selection-report.js";
import { stabilityReport } from "../report/stability-report.js";
import { tuningReport } from "../report/tuning-report.js";
import type { Plan, SelectPlan } from "./plan.js";
import { recipeOf } from "./recipe-of.js";
import { commandOf, programOf } from "./render.js";
import type { SelectStudy, Study, StudyContext, StudyData } from "./study.js";

/** How a report is made. */
export interface StudyReportOptions extends Pick<StudyContext, "threads" | "signal"> {
  /** How options are named in what the reader is told; as the library does if absent. */
  readonly wording?: Wording;
  /** Told the part done, from 0 to 1. */
  readonly onProgress?: (fraction: number) => void;
}

/** Everything a person should see of a study, as data: what was found, how, and how to do it again. */
export async function studyReport(
  data: StudyData,
  plan: Plan,
  study: Study,
  options: StudyReportOptions = {},
): Promise<Report> {
  const first = data instanceof Dataset ? data : data[0];
  const { wording } = options;
  const origin: Origin = { command: commandOf(plan), program: programOf(plan), wording };
  const timed = (label: string): Timing[] => [{ label, seconds: study.seconds }];
  switch (study.task) {
    case "select":
      if (plan.task !== "select") break;
      return reportOfSelection(first, plan, study, origin, options);
    case "compare":
      return comparisonReport(study.comparison, { timings: timed("the whole comparison"), ...origin });
    case "tune":
      return tuningReport(study.tuning, { timings: timed("tuning"), ...origin });
    case "stability":
      return stabilityReport(first, study.stability, { timings: timed("all subsamples"), ...origin });
    case "path":
      return pathReport(first, study.path, { timings: timed("all fits"), ...origin });
  }
  throw new TypeError(`a study of task ${study.task} is not one of a plan of task ${plan.task}`);
}

async function reportOfSelection(
  data: Dataset,
  plan: SelectPlan,
  study: SelectStudy,
  origin: Origin,
  { wording = libraryWording, threads, onProgress, signal }: StudyReportOptions,
): Promise<Report> {
  const { selection, tuning, evaluation, notices, stopped, seconds, measureSeconds } = study;
  // The recipe of a report holds no model: one to predict with is asked for. What was stopped cannot be repeated.
  const recipe = stopped
    ? undefined
    : await recipeOf(data, { ...plan, model: false }, study, { threads, signal });
  return selectionReport(data, selection, {
    evaluation,
    tuning,
    notes: [
      ...(plan.measure ? [] : [`${data.targets ? "R²" : "accuracy"} was not measured, as asked for`]),
      ...notices.map((one) => wordNotice(one, wording)),
    ],
    timings: [
      { label: "selecting", seconds },
      ...(evaluation
        ? [{ label: data.targets ? "measuring R²" : "measuring accuracy", seconds: measureSeconds }]
        : []),
    ],
    image: plan.report?.image,
    ...origin,
    recipe,
    kernels: plan.kernels,
    threads,
    onProgress,
    signal,
  });
}

/** The names of `salience/reproduction`: the paper's experiments beside its printed figures. */

export { type Effort, fullEffort, quickEffort } from "../reproduction/effort.js";
export {
  type DatasetName,
  datasetNames,
  type PaperLabel,
  paperLabels,
  tableKs,
} from "../reproduction/paper.js";
export { reproductionReport } from "../reproduction/report/reproduction-report.js";
export { type ReproduceOptions, reproduce } from "../reproduction/reproduce.js";
export type {
  AccuracyRow,
  AverageRow,
  Claim,
  ConvergenceCurve,
  PowerRow,
  ReproducedDataset,
  Reproduction,
  ReproductionJson,
  SecondsRow,
  ShuffledRow,
  Surface,
} from "../reproduction/reproduction.js";

/** Salience for Node and the browser. `salience/node` adds files and folders. */

export { InputError } from "./core/input-error.js";
export { type Json, type JsonNumber, jsonText } from "./core/json.js";
export { didYouMean, nearestName } from "./core/nearest-name.js";
export {
  allowedValues,
  type ChoiceOption,
  checkOption,
  completeOptions,
  type FlagOption,
  type NumberOption,
  type OptionDefinition,
  type OptionDefinitions,
  type OptionValues,
} from "./core/option.js";
export { digits, digitsImageSize } from "./data/bundled/digits.js";
export { type PlantedTruth, planted, plantedOptions } from "./data/bundled/planted.js";
export { type ByteSource, blobSource, bytesSource } from "./data/byte-source.js";
export { Dataset, type DatasetParts, type DatasetSource, stackDatasets } from "./data/dataset.js";
export { type Examination, type ExaminationJson, examine } from "./data/examine.js";
export { classCounts, encodeLabels, type Labels } from "./data/labels.js";
export { type ParseOptions, parseDataset, readTable } from "./data/parse-dataset.js";
export { readFeatureGroups } from "./data/read-feature-groups.js";
export { readers } from "./data/readers/index.js";
export type { ArrayReader, RawArrays, Reader, TableReader } from "./data/readers/reader.js";
export type { Reading, ReadOptions } from "./data/reading-options.js";
export { type Survey, surveyFile } from "./data/survey-file.js";
export type { Column, NominalColumn, NominalLevels, NumberColumn, Table, TextColumn } from "./data/table.js";
export { type TransformName, transformNames } from "./data/transforms.js";
export { csvChunks } from "./data/writers/csv.js";
export type { WritableData } from "./data/writers/writable.js";
export { writableDataset } from "./data/writers/writable.js";
export {
  binomialBand,
  type ChanceBand,
  majorityShare,
  type PermutationBand,
  permutationBand,
  permutationPValue,
  permuteCodes,
  quantile,
} from "./evaluation/chance.js";
export {
  adjustBenjaminiHochberg,
  type DescribeOptions,
  describeFeatures,
  type FeatureDescription,
  type FeatureDescriptions,
  type FeatureTest,
  type LogBase,
} from "./evaluation/describe-features.js";
export {
  type Fold,
  foldsFromTestRows,
  leaveOneOut,
  repeatedFolds,
  type ScarceClass,
  scarceClasses,
  stratifiedFolds,
  testRows,
} from "./evaluation/folds.js";
export { groupedFolds } from "./evaluation/grouped-folds.js";
export {
  accuracy,
  addConfusions,
  auc,
  balancedAccuracy,
  binaryAuc,
  type Confusion,
  confusionMatrix,
  type MetricName,
  type Metrics,
  macroF1,
  metricOption,
  metricsOf,
  metricValue,
} from "./evaluation/metrics.js";
export {
  adjustHolm,
  correctedResampledT,
  type ResampledT,
  type SignedRank,
  wilcoxonSignedRank,
} from "./evaluation/paired-tests.js";
export {
  type FoldCount,
  innerFolds,
  type RareClasses,
  type RareClassesOptions,
  rareClassesOption,
  rowsNeeded,
  type SettledClasses,
  settleRareClasses,
} from "./evaluation/rare-classes.js";
export {
  type FeatureList,
  type Redundancy,
  redundancyCurve,
  redundancyRate,
} from "./evaluation/redundancy.js";
export { type Spread, spread, wilsonInterval } from "./evaluation/spread.js";
export { type Stability, selectionFrequencies, stability } from "./evaluation/stability.js";
export {
  expectedFalseSelections,
  expectedFalseSelectionsUnimodal,
  halfSamples,
  type StabilityBound,
  selectedFor,
  stableFeatures,
  thresholdFor,
} from "./evaluation/stability-selection.js";
export { drawSubsamples, inPairs, type SubsampleOptions } from "./evaluation/subsamples.js";
export { type ComparedMethod, type CompareOptions, compare } from "./experiment/compare.js";
export type {
  Agreement,
  ComparedDataset,
  ComparedFigures,
  Comparison,
  ComparisonJson,
} from "./experiment/comparison.js";
export {
  type EvaluateOptions,
  type EvaluateTuneSettings,
  type Evaluation,
  type EvaluationJson,
  evaluate,
} from "./experiment/evaluate.js";
export type { AnyTask, AnyWork, Executor, Journal, TaskKind, Work } from "./experiment/executor.js";
export { inlineExecutor } from "./experiment/executor.js";
export type { DatasetTest, OverallTest } from "./experiment/method-tests.js";
export { metricText, metricTitles } from "./experiment/metric-choice.js";
export type { Protocol } from "./experiment/plan-experiment.js";
export type { SplitOptions } from "./experiment/plan-splits.js";
export type { FalseSelections } from "./experiment/plan-stability.js";
export { stabilityOptions } from "./experiment/plan-stability.js";
export { selectTuned, type TunedSelection, type TunedSelectionJson } from "./experiment/select-tuned.js";
export type { FrequentFeature } from "./experiment/stability-selection.js";
export {
  type StabilityJson,
  type StabilityOptions,
  type StabilitySelection,
  stabilitySelection,
} from "./experiment/stability-selection.js";
export {
  type ChosenSetting,
  type Figures,
  type FoldMetrics,
  type Honesty,
  metricOf,
  type PermutedBand,
} from "./experiment/summarize.js";
export type { ClassifierPlan, SelectionPlan, Task, TaskAtK, TaskResult } from "./experiment/task.js";
export type { TunedPoint } from "./experiment/tune/choose.js";
export { optionsText } from "./experiment/tune/reasons.js";
export { ruleOption, type TuneSettings } from "./experiment/tune/settings.js";
export type { OptionSet, TuningPlan, TuningRule } from "./experiment/tune/tuning-plan.js";
export { type TuneOptions, type Tuning, type TuningJson, tune } from "./experiment/tune.js";
export { type CreateKernelsOptions, createKernels } from "./kernels/create-kernels.js";
export type { ColumnMoments, Eigen, Kernels, KernelsName, Workspace } from "./kernels/kernels.js";
export {
  type Classifier,
  defineClassifier,
  type FittedClassifier,
  type Fitting,
  type TrainingData,
} from "./models/classifier.js";
export { type ClassifierName, classifiers } from "./models/classifiers.js";
export { type LdaModel, type LdaOptions, lda } from "./models/lda.js";
export { type LinearMap, project } from "./models/linear-map.js";
export { type Moments, mergeMoments, momentsOf } from "./models/moments.js";
export { type Layout, Matrix } from "./numeric/matrix.js";
export { Random } from "./numeric/random.js";
export { SparseMatrix } from "./numeric/sparse-matrix.js";
export { type Applied, type ApplyOptions, applyRecipe } from "./recipe/apply-recipe.js";
export { checkData } from "./recipe/check-data.js";
export {
  type ClassifierModel,
  type ClassifierModelJson,
  type ClassPredictions,
  type FitClassifierOptions,
  fitClassifier,
  restoreClassifier,
} from "./recipe/classifier-model.js";
export { type MakeRecipeOptions, makeRecipe } from "./recipe/make-recipe.js";
export { parseRecipe } from "./recipe/parse-recipe.js";
export { type Prediction, type PredictionJson, predictWith, type Truth } from "./recipe/predict-with.js";
export type {
  Recipe,
  RecipeData,
  RecipeFeature,
  RecipeModel,
  RecipeReading,
  RecipeSelection,
} from "./recipe/recipe.js";
export { type RecipeReadOptions, recipeReadOptions } from "./recipe/recipe-read-options.js";
export { type Citation, methodCitations } from "./report/citations.js";
export { comparisonReport } from "./report/comparison-report.js";
export { reportHtml, type ViewAssets } from "./report/html.js";
export { type ImageShape, imageShape } from "./report/image-shape.js";
export { pathReport } from "./report/path-report.js";
export type { Origin } from "./report/repeat-section.js";
export type * from "./report/report.js";
export { type SelectionReportOptions, selectionReport } from "./report/selection-report.js";
export { stabilityReport } from "./report/stability-report.js";
export type { Timing } from "./report/timings-section.js";
export { tuningReport } from "./report/tuning-report.js";
export { type Effort, fullEffort, quickEffort } from "./reproduction/effort.js";
export {
  type DatasetName,
  datasetNames,
  type PaperLabel,
  paperLabels,
  tableKs,
} from "./reproduction/paper.js";
export { reproductionReport } from "./reproduction/report/reproduction-report.js";
export { baselinesAhead, reproductionWarning } from "./reproduction/report/words.js";
export { type ReproduceOptions, reproduce } from "./reproduction/reproduce.js";
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
} from "./reproduction/reproduction.js";
export type { FeatureGroups } from "./selectors/constraints.js";
export type { Certificate } from "./selectors/dfs/certificate.js";
export {
  defaultGammas,
  type Path,
  type PathJson,
  type PathOptions,
  type PathPoint,
  path,
} from "./selectors/dfs/path.js";
export {
  type MomentsOptions,
  type MomentsSelection,
  selectFromMoments,
} from "./selectors/dfs/select-from-moments.js";
export { type Estimate, estimateRuns } from "./selectors/estimate.js";
export { defaultMethod, findSelector, selectors } from "./selectors/registry.js";
export type { RunOptions } from "./selectors/run-context.js";
export { type Selection, type SelectOptions, select } from "./selectors/select.js";
export { describeSelection, type RankedFeature, type SelectionJson } from "./selectors/selection.js";
export {
  type Cost,
  type DataShape,
  defineSelector,
  type Interim,
  type Scored,
  type Selector,
  type SelectorContext,
  type Step,
  type Trace,
} from "./selectors/selector.js";
export { parsePlan } from "./study/parse-plan.js";
export {
  type ComparePlan,
  type Judging,
  type PathPlan,
  type Plan,
  type PlannedConstraints,
  type PlannedFile,
  type PlannedMethod,
  type PlannedOptions,
  type Protocols,
  planSchema,
  type SelectPlan,
  type StabilityPlan,
  type StudyTask,
  type Tuned,
  type TunePlan,
} from "./study/plan.js";
export { type Result, readResult } from "./study/read-result.js";
export { planOf, recipeOf, tunedPlan } from "./study/recipe-of.js";
export { commandOf, programOf } from "./study/render.js";
export { type Repetition, type RepetitionJson, repeatRecipe } from "./study/repeat-recipe.js";
export { measureStudy, runStudy } from "./study/run-study.js";
export type {
  CompareStudy,
  PathStudy,
  SelectStudy,
  StabilityStudy,
  Study,
  StudyContext,
  StudyData,
  StudyStage,
  TuneStudy,
} from "./study/study.js";
export { type StudyReportOptions, studyReport } from "./study/study-report.js";
export { version } from "./version.js";

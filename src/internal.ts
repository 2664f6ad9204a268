/** What the command line and the studio use beside the public names; the package does not export it. */

export type { Facts, OptionSetting, Remedy, Wording } from "./core/diagnostic.js";
export { wordPlace, wordRemedies, wordSentence } from "./core/diagnostic.js";
export { type ErrorCode, InputError } from "./core/input-error.js";
export { jsonText } from "./core/json.js";
export { didYouMean } from "./core/nearest-name.js";
export { type Notice, type NoticeCode, wordNotice } from "./core/notice.js";
export {
  allowedValues,
  checkOption,
  completeOptions,
  type NumberOption,
  type OptionDefinition,
  type OptionDefinitions,
  type OptionValue,
  type PlainOptions,
} from "./core/option.js";
export { TimeLeft } from "./core/time-left.js";
export { digits, digitsImageSize } from "./data/bundled/digits.js";
export { bundledData, isBundled } from "./data/bundled/index.js";
export { planted } from "./data/bundled/planted.js";
export { blobSource } from "./data/byte-source.js";
export { checkReading, isReadingOption } from "./data/check-reading.js";
export { declarableKinds } from "./data/column-kinds.js";
export type { DataSummary } from "./data/data-summary.js";
export { Dataset, stackDatasets } from "./data/dataset.js";
export type { Examination } from "./data/examination.js";
export { examine } from "./data/examine.js";
export { readFeatureCosts, readFeatureGroups } from "./data/feature-tables.js";
export { classCounts } from "./data/labels.js";
export { openReader, parseDataset, type Survey, sizeInMemory, surveyFile } from "./data/parse-dataset.js";
export { mostTableRows } from "./data/readers/csv.js";
export type { DataSize } from "./data/readers/reader.js";
export {
  type ColumnDeclaration,
  type Reading,
  type ReadingOption,
  type ReadingOptionName,
  type ReadOptions,
  readingOptionNames,
  readingOptions,
} from "./data/reading-options.js";
export { pickedRows } from "./data/stream/picked-rows.js";
export { sampleRemedy } from "./data/stream/refuse-whole.js";
export { RowSource } from "./data/stream/row-source.js";
export { type DescribedColumn, kindCounts, remarkableColumns } from "./data/table-to-arrays.js";
export { testReading } from "./data/test-reading.js";
export { openWide } from "./data/wide/open-wide.js";
export type { WideColumns } from "./data/wide/wide-columns.js";
export { csvChunks, csvText } from "./data/writers/csv.js";
export { writableDataset } from "./data/writers/writable.js";
export { quantile } from "./evaluation/chance.js";
export {
  describeOptions,
  directionText,
  type FeatureDescription,
  type FeatureDescriptions,
} from "./evaluation/describe-features.js";
export { type MetricName, metricOption } from "./evaluation/metrics.js";
export type { FoldCount, RareClasses } from "./evaluation/rare-classes.js";
export { redundancyCurve } from "./evaluation/redundancy.js";
export type { Reliability } from "./evaluation/reliability.js";
export { wilsonInterval } from "./evaluation/spread.js";
export { type Advice, adviceOf } from "./experiment/advice.js";
export { checkedBaselines } from "./experiment/baselines.js";
export { worksOnColumns } from "./experiment/columns-of-rows.js";
export { compareWith } from "./experiment/compare.js";
export type { ComparedFigures, Comparison } from "./experiment/comparison.js";
export { type Evaluation, type EvaluationJson, evaluate, evaluateWith } from "./experiment/evaluate.js";
export type { AnyWork, Executor, Work } from "./experiment/executor.js";
export { inlineExecutor } from "./experiment/executor.js";
export type { HeldOut } from "./experiment/held-out.js";
export { judgingCost } from "./experiment/judging-cost.js";
export {
  type FoldMetrics,
  isForNumbers,
  isShare,
  metricOf,
  metricsOver,
  metricText,
  metricTitles,
} from "./experiment/metric-choice.js";
export { stabilityOptions } from "./experiment/plan-stability.js";
export { tunedSelection } from "./experiment/select-tuned.js";
export type { FrequentFeature, StabilitySelection } from "./experiment/stability-selection.js";
export type { Task, TaskResult } from "./experiment/task.js";
export { marginText, optionsText } from "./experiment/tune/choose.js";
export { ruleOption } from "./experiment/tune/settings.js";
export { type Tuning, type TuningJson, tune } from "./experiment/tune.js";
export { createKernels, prepareKernels } from "./kernels/create-kernels.js";
export type { Kernels } from "./kernels/kernels.js";
export { classWeightOption } from "./models/class-weight.js";
export {
  allClassifiers,
  type ClassifierName,
  classifiers,
  defaultClassifier,
  findJudge,
  judgeNames,
} from "./models/classifiers.js";
export { classifierContract } from "./models/contract.js";
export { needsPreparation } from "./models/preparation.js";
export { largestGram } from "./models/svm/gram.js";
export { Matrix } from "./numeric/matrix.js";
export { SparseMatrix } from "./numeric/sparse-matrix.js";
export { type Applied, applyRecipe } from "./recipe/apply-recipe.js";
export { checkData } from "./recipe/check-data.js";
export { codeLanguages, onnxEndings, recipeCode, recipeOnnx } from "./recipe/code/recipe-code.js";
export { parseRecipe } from "./recipe/parse-recipe.js";
export { defaultUncertain, type Prediction, predictApplied, type Truth } from "./recipe/predict-with.js";
export { predictionData, trainedNotices } from "./recipe/prediction-data.js";
export type { Recipe } from "./recipe/recipe.js";
export { recipeReadOptions } from "./recipe/recipe-read-options.js";
export type { NumberTruth } from "./recipe/ridge-model.js";
export { errorsSection } from "./report/errors-section.js";
export { guessing } from "./report/guessing.js";
export { reportHtml } from "./report/html.js";
export { type ImageShape, imageShape } from "./report/image-shape.js";
export { reportLatex } from "./report/latex.js";
export type * from "./report/report.js";
export { worthInWords } from "./report/selection-lead.js";
export { findTwins } from "./report/twins.js";
export { type DatasetName, datasetNames, paperLabels, tableKs } from "./reproduction/paper.js";
export { reproductionReport } from "./reproduction/report/reproduction-report.js";
export { reproductionWarning } from "./reproduction/report/words.js";
export { reproduce } from "./reproduction/reproduce.js";
export type { AverageRow, Reproduction } from "./reproduction/reproduction.js";
export { selectorContract } from "./selectors/contract.js";
export { defaultGammas, type Path, type PathJson, path } from "./selectors/dfs/path.js";
export { type Estimate, estimateRun, estimateRuns, shapeOf } from "./selectors/estimate.js";
export { costOf, misfit, workingBytes } from "./selectors/fits.js";
export { measureRates } from "./selectors/measure-rates.js";
export { type Rates, secondsOf, usualRates } from "./selectors/rates.js";
export { allSelectors, defaultMethod, findSelector, selectors, suits } from "./selectors/registry.js";
export { type Selection, select, selectWith } from "./selectors/select.js";
export { requireMoments } from "./selectors/select-streamed.js";
export { pickedOnly, type RankedFeature, type SelectionJson } from "./selectors/selection.js";
export type { DataShape, Interim, Selector, Step } from "./selectors/selector.js";
export { memoryForAll } from "./selectors/wide/memory-plan.js";
export { planBriefMeasuring } from "./study/measure.js";
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
  planSchema,
  type SelectPlan,
  type StabilityPlan,
  type Tuned,
  type TunePlan,
} from "./study/plan.js";
export { readResult } from "./study/read-result.js";
export { planOf, recipeOf, tunedPlan } from "./study/recipe-of.js";
export { commandOf } from "./study/render.js";
export { type Repetition, repeatRecipe } from "./study/repeat-recipe.js";
export { rankStreamed, runRanked } from "./study/run-ranked.js";
export { requireStreamable, runStreamed } from "./study/run-streamed.js";
export { measureStudy, runStudy } from "./study/run-study.js";
export { runWide } from "./study/run-wide.js";
export type { SelectStudy, Study, StudyContext, StudyData, StudyStage } from "./study/study.js";
export { studyReport } from "./study/study-report.js";

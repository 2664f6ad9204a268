/** The names of `salience/evaluation`: folds, metrics, redundancy, stability, tests and chance, for evaluations of one's own. */

export { type Friedman, friedman } from "../evaluation/average-ranks.js";
export {
  binomialBand,
  type ChanceBand,
  majorityShare,
  type PermutationBand,
  permutationBand,
  permutationPValue,
  permuteCodes,
  quantile,
} from "../evaluation/chance.js";
export {
  adjustBenjaminiHochberg,
  type DescribeOptions,
  describeFeatures,
  type FeatureDescription,
  type FeatureDescriptions,
  type FeatureTest,
  type LogBase,
} from "../evaluation/describe-features.js";
export {
  type Fold,
  foldsFromTestRows,
  leaveOneOut,
  repeatedFolds,
  type ScarceClass,
  scarceClasses,
  stratifiedFolds,
  testRows,
} from "../evaluation/folds.js";
export { groupedFolds } from "../evaluation/grouped-folds.js";
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
  metricsOf,
  metricValue,
} from "../evaluation/metrics.js";
export {
  adjustHolm,
  correctedResampledT,
  type ResampledT,
  type SignedRank,
  wilcoxonSignedRank,
} from "../evaluation/paired-tests.js";
export {
  type FoldCount,
  innerFolds,
  type RareClasses,
  type RareClassesOptions,
  rowsNeeded,
  type SettledClasses,
  settleRareClasses,
} from "../evaluation/rare-classes.js";
export { type FeatureList, type Redundancy, redundancyCurve } from "../evaluation/redundancy.js";
export {
  type Reliability,
  type ReliabilityBin,
  type ReliabilityOptions,
  reliability,
} from "../evaluation/reliability.js";
export { type Spread, spread, wilsonInterval } from "../evaluation/spread.js";
export { type Stability, selectionFrequencies, stability } from "../evaluation/stability.js";
export {
  expectedFalseSelections,
  expectedFalseSelectionsUnimodal,
  halfSamples,
  type StabilityBound,
  selectedFor,
  stableFeatures,
  thresholdFor,
} from "../evaluation/stability-selection.js";
export { drawSubsamples, inPairs, type SubsampleOptions } from "../evaluation/subsamples.js";

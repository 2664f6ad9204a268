/** The names of `salience`: data, methods, experiments, recipes. They work in browsers too. */

export { InputError } from "./core/input-error.js";
export type { Notice } from "./core/notice.js";
export { digits } from "./data/bundled/digits.js";
export { planted } from "./data/bundled/planted.js";
export { type DataInput, Dataset } from "./data/dataset.js";
export { readFeatureGroups } from "./data/feature-tables.js";
export { parseDataset } from "./data/parse-dataset.js";
export type { ReadOptions } from "./data/reading-options.js";
export { redundancyRate } from "./evaluation/redundancy.js";
export { type CompareOptions, compare } from "./experiment/compare.js";
export type { Comparison } from "./experiment/comparison.js";
export { type Evaluation, evaluate } from "./experiment/evaluate.js";
export type { EvaluateOptions } from "./experiment/evaluate-options.js";
export type { Executor } from "./experiment/executor.js";
export { selectTuned, type TunedSelection } from "./experiment/select-tuned.js";
export {
  type StabilityOptions,
  type StabilitySelection,
  stabilitySelection,
} from "./experiment/stability-selection.js";
export { type TuneOptions, type Tuning, tune } from "./experiment/tune.js";
export { createKernels } from "./kernels/create-kernels.js";
export type { Kernels } from "./kernels/kernels.js";
export { type Classifier, defineClassifier, type FittedClassifier } from "./models/classifier.js";
export { type ClassifierName, classifiers } from "./models/classifiers.js";
export { lda } from "./models/lda.js";
export { mergeMoments, momentsOf } from "./models/moments.js";
export { Matrix } from "./numeric/matrix.js";
export { Random } from "./numeric/random.js";
export { SparseMatrix } from "./numeric/sparse-matrix.js";
export { applyRecipe } from "./recipe/apply-recipe.js";
export { type ClassifierModel, fitClassifier, restoreClassifier } from "./recipe/classifier-model.js";
export { makeRecipe } from "./recipe/make-recipe.js";
export { parseRecipe } from "./recipe/parse-recipe.js";
export { predictOne } from "./recipe/predict-one.js";
export { type Prediction, predictWith } from "./recipe/predict-with.js";
export type { Recipe } from "./recipe/recipe.js";
export { type Path, type PathOptions, path } from "./selectors/dfs/path.js";
export { selectFromMoments } from "./selectors/dfs/select-from-moments.js";
export { type MethodName, selectors } from "./selectors/registry.js";
export { type Selection, type SelectOptions, select } from "./selectors/select.js";
export { describeSelection } from "./selectors/selection.js";
export { defineSelector, type Scored, type Selector, type SelectorContext } from "./selectors/selector.js";
export { parsePlan } from "./study/parse-plan.js";
export type { Plan } from "./study/plan.js";
export { readResult } from "./study/read-result.js";
export { repeatRecipe } from "./study/repeat-recipe.js";
export { runStudy } from "./study/run-study.js";
export type { Study, StudyContext } from "./study/study.js";
export { version } from "./version.js";

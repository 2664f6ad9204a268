/** The names of `salience/report`: reports, the JSON forms of results, recipes as code, and what repeats a plan. */

export { jsonText } from "../core/json.js";
export type { ComparisonJson } from "../experiment/comparison.js";
export type { EvaluationJson } from "../experiment/evaluate.js";
export type { TunedSelectionJson } from "../experiment/select-tuned.js";
export type { StabilityJson } from "../experiment/stability-selection.js";
export type { TuningJson } from "../experiment/tune.js";
export type { ClassifierModelJson } from "../recipe/classifier-model.js";
export type { RecipeOnnx } from "../recipe/code/onnx/write-onnx.js";
export {
  type CodeLanguage,
  type RecipeCodeOptions,
  recipeCode,
  recipeOnnx,
} from "../recipe/code/recipe-code.js";
export type { PredictionJson } from "../recipe/predict-with.js";
export { comparisonReport } from "../report/comparison-report.js";
export { reportHtml, type ViewAssets } from "../report/html.js";
export { reportLatex } from "../report/latex.js";
export { pathReport } from "../report/path-report.js";
export type * from "../report/report.js";
export { type SelectionReportOptions, selectionReport } from "../report/selection-report.js";
export { stabilityReport } from "../report/stability-report.js";
export { tuningReport } from "../report/tuning-report.js";
export type { PathJson } from "../selectors/dfs/path.js";
export type { SelectionJson } from "../selectors/selection.js";
export { commandOf, programOf } from "../study/render.js";
export type { RepetitionJson } from "../study/repeat-recipe.js";
export { type StudyReportOptions, studyReport } from "../study/study-report.js";

import {
  isReadingOption,
  metricTitles,
  type OptionSetting,
  type ReadingOptionName,
  readingOptions,
  type Wording,
  wordPlace,
  wordSentence,
} from "salience/internal";
import type { Failure } from "./messages.js";

/** What the form calls reading options; one that is not here is called by its name. */
const readingLabels: { readonly [K in ReadingOptionName]?: string } = {
  target: "Column to predict",
  labels: "Classes in another file",
  labelSheet: "Sheet of that file",
  labelColumn: "Class column of that file",
  join: "Further columns of that file",
  labelPattern: "Classes from the names of samples",
  idColumn: "Column with names of samples",
  rowGroups: "Column with groups of samples",
  drop: "Columns to leave out",
  missing: "Missing values",
  smallClasses: "Classes with fewer than 5 samples",
  duplicateRows: "Rows that repeat another",
  task: "What is predicted",
  transforms: "Transform the values",
  nominal: "Categorical columns",
  sample: "Samples to draw",
  columns: "Kinds of columns",
  samplesIn: "Each sample is",
  format: "File format",
  separator: "Column separator",
  decimal: "Decimal mark",
  header: "Header row",
  sheet: "Sheet",
  values: "Array with the data",
};

/** What the form calls options of a plan. Options of methods and classifiers are called by their names. */
const planLabels: Readonly<Record<string, string>> = {
  k: "Features to pick",
  keep: "Always keep",
  exclude: "Leave out",
  adjust: "Known influences",
  costs: "What features cost",
  featureGroups: "Features that belong together",
  method: "Method",
  classWeight: "Count every class the same",
  metric: "What is measured",
  folds: "Folds",
  protocol: "Protocol",
  classifier: "Classifier that judges",
  permutations: "Permutations",
  rareClasses: "Classes with fewer samples than folds",
  seed: "Seed",
};

/** What the form calls the values of options with a few choices. */
const choiceLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  missing: {
    impute: "fill with the median or the most frequent level",
    knn: "fill from the nearest samples",
    "drop-rows": "leave out their rows",
    "drop-columns": "leave out their columns",
    error: "refuse them",
  },
  smallClasses: {
    keep: "keep them",
    drop: "leave them out",
    merge: "merge them into one class",
    "drop-single": "leave out classes of one sample",
  },
  duplicateRows: { keep: "keep them", drop: "leave them out" },
  task: { auto: "guess", classification: "classes", regression: "a number" },
  samplesIn: { rows: "a row", columns: "a column" },
  nominal: {
    categories: "one feature each",
    codes: "the number of the level",
    "one-hot": "one 0/1 column per level",
  },
  decimal: { ".": "point (1.5)", ",": "comma (1,5)" },
  protocol: {
    nested: "nested: selection sees training samples only",
    paper: "paper: selection sees all samples, which flatters",
  },
  metric: metricTitles,
  rareClasses: { error: "refuse them", drop: "leave them out", merge: "merge them into one class" },
};

/** What the form calls an option. */
export function optionLabel(option: string): string {
  return (isReadingOption(option) ? readingLabels[option] : planLabels[option]) ?? option;
}

/** What the form calls a value of an option. */
export function choiceLabel(option: string, value: OptionSetting): string {
  const labels = Object.hasOwn(choiceLabels, option) ? choiceLabels[option] : {};
  const isOrdered = isReadingOption(option) && readingOptions[option].kind === "choices";
  const text = Array.isArray(value) ? value.join(isOrdered ? ", then " : ", ") : String(value);
  return Object.hasOwn(labels, text) ? labels[text] : text;
}

/** Options by the labels of the form. */
export const studioWording: Wording = {
  name: (option) => `“${optionLabel(option)}”`,
  set: (option, value) => `“${optionLabel(option)}”: ${choiceLabel(option, value)}`,
};

/** A sentence that begins with a capital, unless with a name, and ends with a stop. */
export function asSentence(text: string): string {
  return stopped(/^[a-z]+[ ,:]/.test(text) ? capital(text) : text);
}

/** With a stop at the end. */
export const stopped = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** With a capital in front. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Why a task failed, for the person in front of the page; what to do about it is in the remedies. */
export function wordFailure(failure: Exclude<Failure, { readonly kind: "cancelled" }>): string {
  if (failure.kind === "input")
    return asSentence(wordPlace(failure.facts) + wordSentence(failure.sentence, studioWording));
  return `Internal error: ${failure.message}. Your data is still here.`;
}

/** An estimated time in words. */
export function roughly(seconds: number): string {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}

import { InputError } from "../../core/input-error.js";
import type { TransformName } from "../../data/transforms.js";
import { contrasts, indicators } from "../../models/preparation.js";
import type { Recipe } from "../recipe.js";
import type { PreparedColumn } from "../table-preparation.js";
import { modelSteps } from "./model-steps.js";
import {
  type CodeFeature,
  type CodeInput,
  type CodeMark,
  type CodeNeed,
  type CodeProgram,
  type CodeStep,
  call,
  cell,
  cellsOf,
  compare,
  constant,
  type Expression,
  either,
  join,
  missing,
} from "./program.js";

/** More numbers than this are data and no small function. */
const mostNumbers = 200_000;

/** What a recipe does to a row, from the values of a file to the prediction. */
export function programOf(recipe: Recipe): CodeProgram {
  const { features, preparation, model } = recipe;
  const table = readColumns(recipe);
  const steps = [...table.steps];
  const influences = preparation.adjustment?.columns ?? [];
  const names = features.map(({ name }) => name);
  const raw = names.map((name) => table.cellOf(name));
  const values = [...raw];
  const isNumber = preparation.features.map(({ levels }) => levels === null);
  if (preparation.adjustment) {
    const { centres, slopes, constants } = preparation.adjustment;
    const apart = influences.flatMap((column) => influenceCells(column, table.cellOf(column.name)));
    steps.push({
      name: "apart",
      says: "Known influences, as differences from their means in training.",
      cells: apart.map((own, c) => join("-", own, constant(centres[c]))),
    });
    const cells = values.map((value, j): Expression => {
      const fixed = constants[j];
      if (!isNumber[j]) return value;
      if (fixed !== null) return either(missing(value), value, constant(fixed));
      return slopes[j].reduce(
        (left, slope, c) => join("-", left, join("*", constant(slope), cell("apart", c))),
        value,
      );
    });
    steps.push({ name: "adjusted", says: "Features without what the known influences add to them.", cells });
    values.splice(0, values.length, ...cellsOf("adjusted", cells.length));
  }
  steps.push({
    name: "complete",
    says: "What is missing becomes the median or the most frequent level of training.",
    cells: values.map((value, j) => either(missing(value), constant(preparation.features[j].fill), value)),
  });
  const made = model && scaledStep(recipe);
  const modelled = model && modelSteps(model.classifier, model.fitted);
  if (made && modelled) steps.push(made, ...modelled.steps);
  const categories = [
    ...preparation.features.map((column, j) => ({ ...column, name: names[j] })),
    ...influences,
  ].filter(({ levels }) => levels);
  const program: CodeProgram = {
    about: aboutOf(recipe),
    inputs: table.inputs,
    steps,
    picked: names.map(
      (name, j): CodeFeature => ({
        name,
        value: cell("complete", j),
        levels: preparation.features[j].levels,
      }),
    ),
    filled: [
      ...names.map((name, j) => ({ name, of: raw[j] })),
      ...influences.map(({ name }) => ({ name, of: table.cellOf(name) })),
    ].map(({ name, of }): CodeMark => ({ column: name, test: missing(of) })),
    unknown: categories.map(
      ({ name }): CodeMark => ({ column: name, test: compare("<", table.cellOf(name), constant(0)) }),
    ),
    result: modelled?.result ?? null,
  };
  requireSmall(program);
  return program;
}

/** The columns that a model sees: numbers scaled, a column for each level of a category. */
function scaledStep({ preparation, model }: Recipe): CodeStep {
  const { means, deviations } = model!.scaling;
  const cells: Expression[] = [];
  preparation.features.forEach(({ shares }, j) => {
    const value = cell("complete", j);
    const table = shares && indicators(Float64Array.from(shares));
    const columns = table
      ? Array.from(
          table[0],
          (_, m): Expression => ({
            op: "table",
            values: table.map((codes) => codes[m]),
            place: value,
          }),
        )
      : [value];
    for (const column of columns) {
      const [mean, deviation] = [means[cells.length], deviations[cells.length]];
      // Categories are not scaled.
      const isAsIs = mean === 0 && deviation === 1;
      cells.push(isAsIs ? column : join("/", join("-", column, constant(mean)), constant(deviation)));
    }
  });
  return {
    name: "scaled",
    says: "Numbers with mean 0 and standard deviation 1 as in training; a column for each level of a category.",
    cells,
  };
}

/** The columns that stand for a known influence. A level that training did not know is 0 in all, which is their mean. */
function influenceCells({ fill, shares }: PreparedColumn, value: Expression): Expression[] {
  const filled = either(missing(value), constant(fill), value);
  if (!shares) return [filled];
  const table = contrasts(Float64Array.from(shares));
  return Array.from(
    table[0],
    (_, m): Expression => ({
      op: "table",
      values: table.map((codes) => codes[m]),
      place: filled,
    }),
  );
}

/** The columns of a row, with the transforms of the recipe. */
interface ReadColumns {
  readonly inputs: readonly CodeInput[];
  readonly steps: readonly CodeStep[];
  /** The value of a feature after all transforms. */
  cellOf(feature: string): Expression;
}

function readColumns({ reading, features, preparation }: Recipe): ReadColumns {
  const influences = preparation.adjustment?.columns ?? [];
  const known = new Map<string, readonly string[] | null>([
    ...features.map(({ name }, j) => [name, preparation.features[j].levels] as const),
    ...influences.map(({ name, levels }) => [name, levels] as const),
  ]);
  const needed = [...known.keys()];
  const all = reading.features ?? needed;
  const keepsCategories = (reading.nominal ?? "categories") === "categories";
  const inputs: CodeInput[] = [];
  const needs: CodeNeed[] = [];
  let cells = new Map<string, Expression>();
  const numbers: string[] = [];
  // What came from the file with the labels is left as it is by transforms.
  const joined = new Set(reading.join);
  for (const name of new Set([...all, ...needed])) {
    const source = sourceOf(name, known.get(name) ?? null, reading.levels ?? []);
    const value = cell("given", inputs.length);
    inputs.push({ column: source.column, levels: source.levels });
    const isCategory = source.levels !== null && (known.get(name) != null || keepsCategories);
    if (!isCategory) numbers.push(name);
    if (source.levels && !isCategory)
      needs.push({
        of: value,
        least: 0,
        orEqual: true,
        message: `"${source.column}" holds a level that the training data does not have`,
      });
    const isOne = compare("=", value, constant(source.place ?? 0));
    cells.set(
      name,
      source.place === null ? value : either(missing(value), value, either(isOne, constant(1), constant(0))),
    );
  }
  const steps: CodeStep[] = [];
  const keep = (
    name: string,
    says: string,
    changed: ReadonlyMap<string, Expression>,
    required: CodeNeed[],
  ) => {
    const places = [...changed.keys()];
    steps.push({ name, says, cells: places.map((place) => changed.get(place)!), needs: required });
    cells = new Map([...cells, ...places.map((place, at) => [place, cell(name, at)] as const)]);
  };
  if (needs.length > 0)
    keep("coded", "Levels as numbers.", new Map(numbers.map((name) => [name, cells.get(name)!])), needs);
  const toTransform = numbers.filter((name) => !joined.has(name));
  reading.transforms.forEach((transform, t) => {
    // What no later step looks at need not be transformed.
    const rest = reading.transforms.slice(t);
    const changed = rest.includes(rowTransform) ? toTransform : toTransform.filter((name) => known.has(name));
    const values = new Map(changed.map((name) => [name, cells.get(name)!]));
    const total = `total${t + 1}`;
    if (transform === rowTransform)
      steps.push({ name: total, says: "The row's total.", cells: [{ op: "sum", of: [...values.values()] }] });
    keep(
      `transformed${t + 1}`,
      `Transform: ${transform}.`,
      new Map(changed.map((name) => [name, transformed(transform, values.get(name)!, total)])),
      changed.map((name) => needOf(transform, name, values.get(name)!)),
    );
  });
  return { inputs, steps, cellOf: (name) => cells.get(name)! };
}

const rowTransform = "normalize-total";
const rowTotal = 10_000;

function transformed(name: TransformName, value: Expression, total: string): Expression {
  if (name !== rowTransform) return call(name, value);
  const sum = cell(total, 0);
  // A row of zeros, and one with gaps, stays as it is.
  return either(compare(">", sum, constant(0)), join("*", value, join("/", constant(rowTotal), sum)), value);
}

function needOf(transform: TransformName, name: string, of: Expression): CodeNeed {
  if (transform === rowTransform)
    return { of, least: 0, orEqual: true, message: `"${name}" is negative; ${transform} needs counts` };
  const least = transform === "log1p" ? -1 : 0;
  return {
    of,
    least,
    orEqual: false,
    message: `"${name}" must be above ${least} for the transform ${transform}`,
  };
}

/** The column of a file that a feature is read from; with `--nominal one-hot` a feature is one level of it. */
function sourceOf(
  name: string,
  own: readonly string[] | null,
  levels: NonNullable<Recipe["reading"]["levels"]>,
): { readonly column: string; readonly levels: readonly string[] | null; readonly place: number | null } {
  if (own) return { column: name, levels: own, place: null };
  const coded = levels.find(({ column }) => column === name);
  if (coded) return { column: name, levels: coded.levels, place: null };
  const part = levels.find(({ column, levels: words }) => words.some((word) => `${column}=${word}` === name));
  if (!part) return { column: name, levels: null, place: null };
  const place = part.levels.findIndex((word) => `${part.column}=${word}` === name);
  return { column: part.column, levels: part.levels, place };
}

function aboutOf({ version, selection, model, data, features }: Recipe): string[] {
  const what = model ? `, and a fitted ${model.classifier} model` : "";
  return [
    `Written by salience ${version} from a recipe: ${features.length} of ${data.features} features of ${data.source},`,
    `selected by ${selection.method}${what}. SHA-256 of the training data: ${data.sha256}`,
    "A row is treated as in training: missing values are filled, categories encoded, numbers scaled. Levels must be spelled as",
    "in training; another one counts as unknown. Whether values are on the scale of training is not checked: salience predict does.",
  ];
}

/** Refuses what would be a file of data and not a function. */
function requireSmall({ steps }: CodeProgram): void {
  let numbers = 0;
  const count = (expression: Expression): void => {
    if (expression.op === "dot" || expression.op === "distance") numbers += expression.by.length;
    else if (expression.op === "table") numbers += expression.values.length;
    else if (expression.op === "sum") expression.of.forEach(count);
    else numbers++;
  };
  for (const step of steps) if ("cells" in step) step.cells.forEach(count);
  if (numbers > mostNumbers)
    throw new InputError(
      "unusable-data",
      `the code would hold ${numbers} numbers, and at most ${mostNumbers} make a function; select fewer features, or save the recipe with a linear svm, lda or ridge`,
      { facts: { count: numbers } },
    );
}

import { assemble, indented, type LoopLanguage, listOf } from "./loop-language.js";
import { type CodeFunction, type CodeProgram, type CodeStep, codeFunctions } from "./program.js";

/** The engine's own: the code is no part of ours, and its last bits may differ between engines. */
const javascriptFunctions = Object.fromEntries(codeFunctions.map((name) => [name, `Math.${name}`])) as Record<
  CodeFunction,
  string
>;

/** JavaScript: an ES module for Node and browsers. */
const javascript: LoopLanguage = {
  number: (value) => (Object.is(value, -0) ? "-0" : String(value)),
  text: (value) => JSON.stringify(value),
  comment: "//",
  list: (items) => `[${items.join(", ")}]`,
  at: (name, place) => `${name}[${place}]`,
  firstPlace: 0,
  either: (test, then, otherwise) => `(${test} ? ${then} : ${otherwise})`,
  compare: (op, left, right) => `${left} ${op === "=" ? "===" : op} ${right}`,
  both: { and: "&&", or: "||" },
  isMissing: (of) => `Number.isNaN(${of})`,
  functions: javascriptFunctions,
  names: {
    dot: "dot",
    distance: "distance",
    lookUp: "lookUp",
    largest: "largest",
    placeOfLargest: "placeOfLargest",
    nearest: "nearest",
  },
  helpers: {
    dot: "function dot(a, b) {\n  let sum = 0;\n  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];\n  return sum;\n}",
    distance:
      "function distance(a, b) {\n  let sum = 0;\n  for (let i = 0; i < a.length; i++) sum += (a[i] - b[i]) * (a[i] - b[i]);\n  return sum;\n}",
    lookUp: "function lookUp(values, place) {\n  return values[place] ?? 0;\n}",
    largest: "function largest(values) {\n  return values.reduce((a, b) => Math.max(a, b));\n}",
    placeOfLargest:
      "function placeOfLargest(values) {\n  return values.reduce((best, value, i) => (value > values[best] ? i : best), 0);\n}",
    nearest:
      "function nearest(values, count) {\n  return values.map((_, i) => i).sort((a, b) => values[a] - values[b] || a - b).slice(0, count);\n}",
  },
};

/** Apart, because it stands in text and not in this file. */
const exported = "export function";

/** The program as a module with `pick` and `predict`. */
export function writeJavaScript(program: CodeProgram): string {
  const { text } = javascript;
  const parts = assemble(program, javascript);
  const { result } = program;
  const named = (values: readonly string[]) =>
    result && "classes" in result
      ? `Object.fromEntries([${result.classes.map((name, code) => `[${text(name)}, ${values[code]}]`).join(", ")}])`
      : "";
  const predicted =
    result === null
      ? []
      : "number" in result
        ? [`number: ${parts.expression(result.number)},`]
        : [
            `class: ${listOf(result.classes, javascript)}[${parts.expression(result.winner)}],`,
            `scores: ${named(result.scores.map(parts.expression))},`,
            `probabilities: ${result.probabilities ? named(result.probabilities.map(parts.expression)) : "null"},`,
          ];
  const step = (of: CodeStep) => [
    ...(of.needs ?? []).map((need) => {
      const sign = need.orEqual ? "<" : "<=";
      return `if (${parts.expression(need.of)} ${sign} ${javascript.number(need.least)}) throw new Error(${text(need.message)});`;
    }),
    `// ${of.says}`,
    "cells" in of
      ? `const ${of.name} = [\n${of.cells.map((own) => `  ${parts.expression(own)},`).join("\n")}\n];`
      : `const ${of.name} = nearest(${of.nearest.step}, ${of.nearest.count});`,
  ];
  const marks = (of: CodeProgram["filled"]) =>
    `[${of.map(({ column, test }) => `${parts.test(test)} && ${text(column)}`).join(", ")}].filter(Boolean)`;
  const body = [
    "// The columns of the row; a category is the place of its level, −1 where training did not know it.",
    `const given = [\n${program.inputs
      .map(({ column, levels }) =>
        levels
          ? `  level(row, ${text(column)}, ${listOf(levels, javascript)}),`
          : `  number(row, ${text(column)}),`,
      )
      .join("\n")}\n];`,
    ...program.steps.flatMap(step),
    "return {",
    `  picked: Object.fromEntries([\n${program.picked
      .map(({ name, value, levels }) => {
        const own = parts.expression(value);
        return `    [${text(name)}, ${levels ? `${listOf(levels, javascript)}[${own}] ?? String(row[${text(name)}])` : own}],`;
      })
      .join("\n")}\n  ]),`,
    ...predicted.map((line) => `  ${line}`),
    `  filled: ${marks(program.filled)},`,
    `  unknown: ${marks(program.unknown)},`,
    "};",
  ];
  const shape =
    result === null
      ? null
      : "number" in result
        ? "{ number, filled, unknown }"
        : "{ class, scores, probabilities, filled, unknown }";
  return `${[
    parts.header,
    `// The selected features of a row, an object with the values by column: filled, and without known influences.
${exported} pick(row) {
  return compute(row).picked;
}`,
    ...(shape
      ? [
          `// Predicts a row, an object with the values by column: ${shape}. Lists name what was filled and unknown.
${exported} predict(row) {
  const { picked, ...predicted } = compute(row);
  return predicted;
}`,
        ]
      : []),
    `function compute(row) {\n${indented(body)}\n}`,
    `const missingWords = new Set(${listOf(parts.missingWords, javascript)});
const missingLevels = new Set(${listOf(parts.missingLevels, javascript)});

function value(row, column) {
  if (!(column in row)) throw new Error(\`the column "\${column}" is needed\`);
  return row[column] ?? "";
}

function number(row, column) {
  const given = value(row, column);
  const text = String(given).trim();
  if (missingWords.has(text.toLowerCase())) return Number.NaN;
  const found = Number(text);
  if (!Number.isFinite(found)) throw new Error(\`"\${given}" in column "\${column}" is not a number\`);
  return found;
}

function level(row, column, levels) {
  const text = String(value(row, column));
  if (levels.includes(text)) return levels.indexOf(text);
  return missingLevels.has(text.trim().toLowerCase()) ? Number.NaN : -1;
}`,
    ...parts.helpers(),
  ].join("\n\n")}\n`;
}

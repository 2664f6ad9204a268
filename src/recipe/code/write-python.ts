import { assemble, indented, type LoopLanguage, listOf } from "./loop-language.js";
import type { CodeProgram, CodeStep } from "./program.js";

/** Python 3 with nothing but its `math`. */
const python: LoopLanguage = {
  number: (value) => (Number.isFinite(value) ? (Object.is(value, -0) ? "-0.0" : String(value)) : "-math.inf"),
  text: (value) => JSON.stringify(value),
  comment: "#",
  list: (items) => `[${items.join(", ")}]`,
  at: (name, place) => `${name}[${place}]`,
  firstPlace: 0,
  either: (test, then, otherwise) => `(${then} if ${test} else ${otherwise})`,
  compare: (op, left, right) => `${left} ${op === "=" ? "==" : op} ${right}`,
  both: { and: "and", or: "or" },
  isMissing: (of) => `math.isnan(${of})`,
  functions: {
    log: "math.log",
    log2: "math.log2",
    log10: "math.log10",
    log1p: "math.log1p",
    exp: "math.exp",
    sqrt: "math.sqrt",
    abs: "abs",
  },
  names: {
    dot: "_dot",
    distance: "_distance",
    lookUp: "_look_up",
    largest: "max",
    placeOfLargest: "_place_of_largest",
    nearest: "_nearest",
  },
  helpers: {
    dot: "def _dot(a, b):\n    total = 0.0\n    for x, y in zip(a, b):\n        total += x * y\n    return total",
    distance:
      "def _distance(a, b):\n    total = 0.0\n    for x, y in zip(a, b):\n        total += (x - y) * (x - y)\n    return total",
    lookUp:
      "def _look_up(values, place):\n    return values[int(place)] if 0 <= place < len(values) else 0.0",
    largest: "",
    placeOfLargest: "def _place_of_largest(values):\n    return values.index(max(values))",
    nearest:
      "def _nearest(values, count):\n    return sorted(range(len(values)), key=lambda i: (values[i], i))[:count]",
  },
};

/** The program as a module with `pick` and `predict`. */
export function writePython(program: CodeProgram): string {
  const { text } = python;
  const parts = assemble(program, python);
  const { result } = program;
  const named = (values: readonly string[]) =>
    result && "classes" in result
      ? `{${result.classes.map((name, code) => `${text(name)}: ${values[code]}`).join(", ")}}`
      : "";
  const predicted =
    result === null
      ? []
      : "number" in result
        ? [`"number": ${parts.expression(result.number)},`]
        : [
            `"class": ${listOf(result.classes, python)}[int(${parts.expression(result.winner)})],`,
            `"scores": ${named(result.scores.map(parts.expression))},`,
            `"probabilities": ${result.probabilities ? named(result.probabilities.map(parts.expression)) : "None"},`,
          ];
  const step = (of: CodeStep) => [
    ...(of.needs ?? []).map((need) => {
      const sign = need.orEqual ? "<" : "<=";
      return `if ${parts.expression(need.of)} ${sign} ${python.number(need.least)}:\n    raise ValueError(${text(need.message)})`;
    }),
    `# ${of.says}`,
    "cells" in of
      ? `${of.name} = [\n${of.cells.map((own) => `    ${parts.expression(own)},`).join("\n")}\n]`
      : `${of.name} = _nearest(${of.nearest.step}, ${of.nearest.count})`,
  ];
  const marks = (of: CodeProgram["filled"]) =>
    `[name for name, found in [${of.map(({ column, test }) => `(${text(column)}, ${parts.test(test)})`).join(", ")}] if found]`;
  const body = [
    "# The columns of the row; a category is the place of its level, -1 where training did not know it.",
    `given = [\n${program.inputs
      .map(({ column, levels }) =>
        levels
          ? `    _level(row, ${text(column)}, ${listOf(levels, python)}),`
          : `    _number(row, ${text(column)}),`,
      )
      .join("\n")}\n]`,
    ...program.steps.flatMap(step),
    "return {",
    `    "picked": {\n${program.picked
      .map(({ name, value, levels }) => {
        const own = parts.expression(value);
        return `        ${text(name)}: ${levels ? `_word(row, ${text(name)}, ${listOf(levels, python)}, ${own})` : own},`;
      })
      .join("\n")}\n    },`,
    ...predicted.map((line) => `    ${line}`),
    `    "filled": ${marks(program.filled)},`,
    `    "unknown": ${marks(program.unknown)},`,
    "}",
  ];
  const shape =
    result === null
      ? null
      : "number" in result
        ? '"number", "filled", "unknown"'
        : '"class", "scores", "probabilities", "filled", "unknown"';
  return `${[
    `${parts.header}\nimport math`,
    `def pick(row):
    """The selected features of a row, a dict with the values by column: filled, and without known influences."""
    return _compute(row)["picked"]`,
    ...(shape
      ? [
          `def predict(row):
    """Predicts a row, a dict with the values by column. Gives ${shape}; lists name what was filled and unknown."""
    predicted = _compute(row)
    del predicted["picked"]
    return predicted`,
        ]
      : []),
    `def _compute(row):\n${indented(body, "    ")}`,
    `_missing_words = {${parts.missingWords.map(text).join(", ")}}
_missing_levels = {${parts.missingLevels.map(text).join(", ")}}`,
    `def _text(row, column):
    if column not in row:
        raise KeyError('the column "%s" is needed' % column)
    given = row[column]
    if given is None:
        return ""
    if isinstance(given, bool):
        return "true" if given else "false"
    if isinstance(given, float) and given.is_integer() and abs(given) < 1e15:
        given = int(given)
    return str(given)`,
    `def _number(row, column):
    text = _text(row, column).strip()
    if text.lower() in _missing_words:
        return math.nan
    try:
        found = {"true": 1.0, "false": 0.0}[text] if text in ("true", "false") else float(text)
    except ValueError:
        found = math.nan
    if not math.isfinite(found):
        raise ValueError('"%s" in column "%s" is not a number' % (text, column))
    return found`,
    `def _level(row, column, levels):
    text = _text(row, column)
    if text in levels:
        return levels.index(text)
    return math.nan if text.strip().lower() in _missing_levels else -1`,
    ...(program.picked.some(({ levels }) => levels)
      ? [
          `def _word(row, column, levels, place):
    return levels[int(place)] if place >= 0 else _text(row, column)`,
        ]
      : []),
    ...parts.helpers().filter((text) => text !== ""),
  ].join("\n\n\n")}\n`;
}

import { assemble, indented, type LoopLanguage, listOf } from "./loop-language.js";
import type { CodeProgram, CodeStep } from "./program.js";

/** Base R. */
const r: LoopLanguage = {
  number: (value) => (Number.isFinite(value) ? String(value) : "-Inf"),
  // Escapes in place of other letters: the file is the same in every encoding.
  text: (value) =>
    JSON.stringify(value).replace(/[^\x20-\x7e]/gu, (letter) => {
      const code = letter.codePointAt(0)!.toString(16);
      return code.length > 4 ? `\\U${code.padStart(8, "0")}` : `\\u${code.padStart(4, "0")}`;
    }),
  comment: "#",
  list: (items) => `c(${items.join(", ")})`,
  at: (name, place) => `${name}[${place}]`,
  firstPlace: 1,
  either: (test, then, otherwise) => `(if (${test}) ${then} else ${otherwise})`,
  // What is missing is neither true nor false in R.
  compare: (op, left, right) => `isTRUE(${left} ${op === "=" ? "==" : op} ${right})`,
  both: { and: "&&", or: "||" },
  isMissing: (of) => `is.na(${of})`,
  functions: {
    log: "log",
    log2: "log2",
    log10: "log10",
    log1p: "log1p",
    exp: "exp",
    sqrt: "sqrt",
    abs: "abs",
  },
  names: {
    dot: "salience_dot",
    distance: "salience_distance",
    lookUp: "salience_look_up",
    largest: "max",
    placeOfLargest: "salience_place_of_largest",
    nearest: "salience_nearest",
  },
  helpers: {
    dot: "salience_dot <- function(a, b) sum(a * b)",
    distance: "salience_distance <- function(a, b) sum((a - b)^2)",
    lookUp:
      "salience_look_up <- function(values, place) {\n  if (place >= 0 && place < length(values)) values[place + 1] else 0\n}",
    largest: "",
    placeOfLargest: "salience_place_of_largest <- function(values) which.max(values) - 1",
    nearest: "salience_nearest <- function(values, count) order(values)[seq_len(count)] - 1",
  },
};

/** The program as functions over data frames. */
export function writeR(program: CodeProgram): string {
  const { text } = r;
  const parts = assemble(program, r);
  const { result } = program;
  const step = (of: CodeStep) => [
    ...(of.needs ?? []).map((need) => {
      const value = parts.expression(need.of);
      const sign = need.orEqual ? "<" : "<=";
      return `if (!is.na(${value}) && ${value} ${sign} ${r.number(need.least)}) stop(${text(need.message)}, call. = FALSE)`;
    }),
    `# ${of.says}`,
    "cells" in of
      ? `${of.name} <- c(\n${of.cells.map((own) => `  ${parts.expression(own)}`).join(",\n")}\n)`
      : `${of.name} <- salience_nearest(${of.nearest.step}, ${of.nearest.count})`,
  ];
  const counted = (of: CodeProgram["filled"]) =>
    of.length === 0 ? "0" : `sum(${of.map(({ test }) => `${parts.test(test)}`).join(", ")})`;
  const columns =
    result === null
      ? []
      : "number" in result
        ? [["predicted", parts.expression(result.number)]]
        : [
            ["predicted", `${listOf(result.classes, r)}[${parts.expression(result.winner)} + 1]`],
            ...result.classes.map((name, code) => [`score_${name}`, parts.expression(result.scores[code])]),
            ...result.classes.flatMap((name, code) =>
              result.probabilities
                ? [[`probability_${name}`, parts.expression(result.probabilities[code])]]
                : [],
            ),
          ];
  const members = (list: readonly (readonly string[])[]) =>
    list.map(([name, value]) => `    ${text(name)} = ${value}`).join(",\n");
  const body = [
    "# The columns of the row; a category is the place of its level, -1 where training did not know it.",
    `given <- c(\n${program.inputs
      .map(({ column, levels }) =>
        levels
          ? `  salience_level(row, ${text(column)}, ${listOf(levels, r)})`
          : `  salience_number(row, ${text(column)})`,
      )
      .join(",\n")}\n)`,
    ...program.steps.flatMap(step),
    "list(",
    `  picked = list(\n${members(
      program.picked.map(({ name, value, levels }) => {
        const own = parts.expression(value);
        return [
          name,
          levels
            ? `(if (${own} >= 0) ${listOf(levels, r)}[${own} + 1] else salience_text(row, ${text(name)}))`
            : own,
        ];
      }),
    )}\n  ),`,
    `  predicted = list(\n${members([...columns, ["filled", counted(program.filled)], ["unknown", counted(program.unknown)]])}\n  )`,
    ")",
  ];
  return `${[
    parts.header,
    `# The selected features of the rows of a data frame: filled, and without known influences.
salience_pick <- function(data) salience_rows(data, "picked")`,
    ...(result
      ? [
          `# Predicts the rows of a data frame; the result says how many values were filled and how many levels are unknown.
salience_predict <- function(data) salience_rows(data, "predicted")`,
        ]
      : []),
    `salience_rows <- function(data, part) {
  rows <- lapply(seq_len(nrow(data)), function(i) salience_compute(lapply(data, function(column) column[[i]]))[[part]])
  columns <- lapply(seq_along(rows[[1]]), function(j) vapply(rows, function(row) row[[j]], rows[[1]][[j]]))
  structure(columns, names = names(rows[[1]]), row.names = seq_len(nrow(data)), class = "data.frame")
}`,
    `salience_compute <- function(row) {\n${indented(body)}\n}`,
    `salience_text <- function(row, column) {
  if (!(column %in% names(row))) stop("the column \\"", column, "\\" is needed", call. = FALSE)
  given <- row[[column]]
  if (is.null(given) || is.na(given)) return("")
  if (is.logical(given)) return(if (given) "true" else "false")
  if (is.numeric(given) && !is.factor(given)) return(format(given, digits = 15, trim = TRUE, scientific = abs(given) >= 1e15))
  as.character(given)
}`,
    `salience_missing <- function(text, words) tolower(trimws(text)) %in% words`,
    `salience_number <- function(row, column) {
  given <- if (column %in% names(row)) row[[column]] else NULL
  if (is.numeric(given) && !is.factor(given) && is.finite(given)) return(as.numeric(given))
  text <- salience_text(row, column)
  if (salience_missing(text, ${listOf(parts.missingWords, r)})) return(NA_real_)
  found <- if (is.logical(given)) as.numeric(given) else suppressWarnings(as.numeric(text))
  if (is.na(found) || !is.finite(found)) stop("\\"", text, "\\" in column \\"", column, "\\" is not a number", call. = FALSE)
  found
}`,
    `salience_level <- function(row, column, levels) {
  text <- salience_text(row, column)
  if (text %in% levels) return(match(text, levels) - 1)
  if (salience_missing(text, ${listOf(parts.missingLevels, r)})) NA_real_ else -1
}`,
    ...parts.helpers().filter((own) => own !== ""),
  ].join("\n\n")}\n`;
}

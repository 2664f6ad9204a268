import { InputError } from "../../core/input-error.js";
import type { CodeProgram, CodeStep, Expression, Test } from "./program.js";
import { stepLengths } from "./program.js";
import { commentText, missingLevels, missingWords, type Syntax, spell } from "./syntax.js";

/** SQLite allows 2000 columns; a few are ours. */
const mostColumns = 1900;
/** SQLite allows expressions 1000 deep; sums are written in groups of this many. */
const sumGroup = 100;

const name = (text: string) => `"${text.replaceAll('"', '""')}"`;
const text = (value: string) => `'${value.replaceAll("'", "''")}'`;
/** With an exponent, so that no database takes it as a whole number or a decimal. */
const number = (value: number) =>
  Number.isFinite(value) ? value.toExponential().replace("e+", "e") : "NULL";
const cellName = (step: string, at: number) => `${step}_${at + 1}`;
const when = (test: string, then: string, otherwise: string) =>
  `CASE WHEN ${test} THEN ${then} ELSE ${otherwise} END`;

const sum = (of: readonly string[]): string => {
  if (of.length <= sumGroup) return of.length === 1 ? of[0] : `(${of.join(" + ")})`;
  const groups: string[] = [];
  for (let start = 0; start < of.length; start += sumGroup)
    groups.push(sum(of.slice(start, start + sumGroup)));
  return sum(groups);
};

const notInSql = () =>
  new InputError(
    "data-mismatch",
    "nearest neighbours cannot be written as SQL, because every row would be sorted against all training samples; take svm or lda, or write js, python or r",
  );

const syntax: Syntax = {
  number,
  cell: cellName,
  join: (op, left, right) => `(${left} ${op} ${right})`,
  call(own, of) {
    // Only what SQLite, DuckDB and PostgreSQL all have; nothing where there is no logarithm, since a need was not met then.
    const positive = (x: string, then: string) => `CASE WHEN ${x} > 0e0 THEN ${then} END`;
    switch (own) {
      case "log":
        return positive(of, `ln(${of})`);
      case "log2":
        return positive(of, `ln(${of}) / ${number(Math.LN2)}`);
      case "log10":
        return positive(of, `ln(${of}) / ${number(Math.LN10)}`);
      case "log1p":
        // Exact for small values too: the rounding of 1 + x cancels.
        return `CASE WHEN 1e0 + ${of} = 1e0 THEN ${of} WHEN ${of} > -1e0 THEN ln(1e0 + ${of}) * (${of} / ((1e0 + ${of}) - 1e0)) END`;
      default:
        return `${own}(${of})`;
    }
  },
  either: when,
  compare: (op, left, right) => `${left} ${op} ${right}`,
  missing: (of) => `${of} IS NULL`,
  both: (op, left, right) => `(${left} ${op.toUpperCase()} ${right})`,
  table: (values, place) =>
    `CASE ${place} ${values.map((value, at) => `WHEN ${number(at)} THEN ${number(value)}`).join(" ")} ELSE 0e0 END`,
  sum,
  dot: (step, by) => sum(by.map((value, at) => `${number(value)} * ${cellName(step, at)}`)),
  distance: (step, by) =>
    sum(
      by.map((value, at) => {
        const apart = `(${number(value)} - ${cellName(step, at)})`;
        return `${apart} * ${apart}`;
      }),
    ),
  largest: (step, length) => firstLargest(step, length, (at) => cellName(step, at)),
  placeOfLargest: (step, length) => firstLargest(step, length, number),
  at() {
    throw notInSql();
  },
};

/** Something about the first of the largest cells of a step. */
function firstLargest(step: string, length: number, of: (at: number) => string): string {
  if (length === 1) return of(0);
  const cases = Array.from({ length: length - 1 }, (_, at) => {
    const others = Array.from({ length: length - at - 1 }, (_, next) => at + 1 + next);
    const tests = others.map((other) => `${cellName(step, at)} >= ${cellName(step, other)}`);
    return `WHEN ${tests.join(" AND ")} THEN ${of(at)}`;
  });
  return `CASE ${cases.join(" ")} ELSE ${of(length - 1)} END`;
}

/** The program as one query of a table. Rows that cannot be predicted say why in the column `problem`. */
export function writeSql(program: CodeProgram, table: string): string {
  const { inputs, steps, picked, filled, unknown, result } = program;
  if (steps.some((step) => "nearest" in step)) throw notInSql();
  const { expression, test } = spell(program, syntax);
  const marks = (of: CodeProgram["filled"]) =>
    of.length === 0 ? "0" : sum(of.map((mark) => when(test(mark.test), "1", "0")));
  const classes = result && "classes" in result ? result : null;
  const final: readonly [value: string, as: string][] = [
    ...picked.map(({ name: as, value, levels }): [string, string] => {
      const own = expression(value);
      return [levels ? wordAt(own, levels, wordName(program, as)) : own, as];
    }),
    ...(classes
      ? [[wordAt(expression(classes.winner), classes.classes, "NULL"), "predicted"] as [string, string]]
      : []),
    ...(result && "number" in result ? [[expression(result.number), "predicted"] as [string, string]] : []),
    ...(classes?.classes.map((own, code): [string, string] => [
      expression(classes.scores[code]),
      `score_${own}`,
    ]) ?? []),
    ...(classes?.probabilities?.map((own, code): [string, string] => [
      expression(own),
      `probability_${classes.classes[code]}`,
    ]) ?? []),
  ];
  const lastUse = usesOf(program);
  const lengths = stepLengths(program);
  const carriedAt = (place: number, before: readonly string[]) =>
    before.flatMap((step) =>
      Array.from({ length: lengths.get(step)! }, (_, at) => cellName(step, at)).filter(
        (own) => (lastUse.get(own) ?? -1) > place,
      ),
    );
  const words = inputs.flatMap(({ levels }, at) => (levels ? [`word_${at + 1}`] : []));
  const queries = [
    part(
      "source",
      "The rows, numbered.",
      [],
      `SELECT ROW_NUMBER() OVER () AS salience_row, ${name(table)}.* FROM ${name(table)}`,
    ),
    part(
      "given",
      "The columns; a category is the place of its level, -1 where training did not know it.",
      [
        "salience_row",
        ...inputs.map(
          ({ column, levels }, at) =>
            `${levels ? levelOf(column, levels) : numberOf(column)} AS ${cellName("given", at)}`,
        ),
        ...inputs.flatMap(({ column, levels }, at) =>
          levels ? [`CAST(source.${name(column)} AS TEXT) AS word_${at + 1}`] : [],
        ),
        `${problemOf(inputs.flatMap(({ column, levels }) => (levels ? [] : [[isNoNumber(column), `"${column}" is not a number`] as const])))} AS problem`,
      ],
      "FROM source",
    ),
    ...steps.map((step, place) => {
      const before = place === 0 ? "given" : steps[place - 1].name;
      const earlier = ["given", ...steps.slice(0, place).map((own) => own.name)];
      const cells = (step as Extract<CodeStep, { cells: unknown }>).cells;
      const needs = (step.needs ?? []).map(
        (need) =>
          [
            `${expression(need.of)} ${need.orEqual ? "<" : "<="} ${number(need.least)}`,
            need.message,
          ] as const,
      );
      const columns = [
        "salience_row",
        ...words,
        ...carriedAt(place, earlier),
        ...cells.map((own, at) => `${expression(own)} AS ${cellName(step.name, at)}`),
        needs.length > 0 ? `COALESCE(problem, ${problemOf(needs)}) AS problem` : "problem",
      ];
      if (columns.length > mostColumns)
        throw new InputError(
          "unusable-data",
          `the query would need ${columns.length} columns in one step, and databases allow about ${mostColumns}; select fewer features, or write js, python or r`,
          { facts: { count: columns.length } },
        );
      return part(step.name, step.says, columns, `FROM ${before}`);
    }),
  ];
  const shown = final.map(([value, as]) => `  CASE WHEN problem IS NULL THEN ${value} END AS ${name(as)}`);
  return `${program.about.map((line) => `-- ${commentText(line)}`).join("\n")}
-- Reads the table ${commentText(name(table))}; rows come out in the order in which the database gives them, numbered by salience_row.
-- filled and unknown count what was missing and which levels training did not know; problem says why a row has no result.
WITH
${queries.join(",\n")}
SELECT
  salience_row,
${[...shown, `  ${marks(filled)} AS filled`, `  ${marks(unknown)} AS unknown`, "  problem"].join(",\n")}
FROM ${steps.at(-1)?.name ?? "given"}
ORDER BY salience_row;
`;
}

/** One named part of the query. It is computed once: else databases would put expressions into each other. */
const part = (own: string, says: string, columns: readonly string[], rest: string) =>
  `-- ${says}\n${own} AS MATERIALIZED (\n${columns.length > 0 ? `  SELECT\n    ${columns.join(",\n    ")}\n  ` : "  "}${rest}\n)`;

const wordAt = (place: string, words: readonly string[], otherwise: string) =>
  `CASE ${place} ${words.map((word, at) => `WHEN ${number(at)} THEN ${text(word)}`).join(" ")} ELSE ${otherwise} END`;

const wordName = ({ inputs }: CodeProgram, column: string) =>
  `word_${inputs.findIndex((input) => input.column === column) + 1}`;

const textOf = (column: string) => `CAST(source.${name(column)} AS TEXT)`;
const isMissing = (column: string, words: readonly string[]) =>
  `source.${name(column)} IS NULL OR lower(trim(${textOf(column)})) IN (${words.map(text).join(", ")})`;

/** Texts such as "abc" are 0 to SQLite, so letters are looked for. */
const isNoNumber = (column: string) =>
  `NOT (${isMissing(column, missingWords)}) AND ltrim(trim(${textOf(column)}), '0123456789+-.eE') <> ''`;

const numberOf = (column: string) =>
  `CASE WHEN ${isMissing(column, missingWords)} OR ${isNoNumber(column)} THEN NULL ELSE CAST(source.${name(column)} AS DOUBLE PRECISION) END`;

const levelOf = (column: string, levels: readonly string[]) =>
  `CASE ${levels.map((level, at) => `WHEN ${textOf(column)} = ${text(level)} THEN ${number(at)}`).join(" ")} WHEN ${isMissing(column, missingLevels)} THEN NULL ELSE -1e0 END`;

const problemOf = (cases: readonly (readonly [test: string, message: string])[]) =>
  cases.length === 0
    ? "CAST(NULL AS TEXT)"
    : `CASE ${cases.map(([own, message]) => `WHEN ${own} THEN ${text(message)}`).join(" ")} END`;

/** The last step that looks at each cell: what nothing looks at any more is not carried on. */
function usesOf(program: CodeProgram): Map<string, number> {
  const uses = new Map<string, number>();
  const lengths = stepLengths(program);
  const end = program.steps.length;
  const seeTest = (of: Test, at: number): void => {
    switch (of.op) {
      case "missing":
        see(of.of, at);
        return;
      case "and":
      case "or":
        seeTest(of.left, at);
        seeTest(of.right, at);
        return;
      default:
        see(of.left, at);
        see(of.right, at);
    }
  };
  const see = (of: Expression, at: number): void => {
    switch (of.op) {
      case "number":
        return;
      case "cell":
        uses.set(cellName(of.step, of.at), at);
        return;
      case "call":
        see(of.of, at);
        return;
      case "sum":
        for (const one of of.of) see(one, at);
        return;
      case "if":
        seeTest(of.test, at);
        see(of.then, at);
        see(of.otherwise, at);
        return;
      case "table":
        see(of.place, at);
        return;
      case "dot":
      case "distance":
      case "largest":
      case "place of largest":
      case "at":
        for (let i = 0; i < lengths.get(of.step)!; i++) uses.set(cellName(of.step, i), at);
        return;
      default:
        see(of.left, at);
        see(of.right, at);
    }
  };
  program.steps.forEach((step, at) => {
    if ("cells" in step) for (const own of step.cells) see(own, at);
    for (const need of step.needs ?? []) see(need.of, at);
  });
  for (const { value } of program.picked) see(value, end);
  for (const mark of [...program.filled, ...program.unknown]) seeTest(mark.test, end);
  const { result } = program;
  if (result && "number" in result) see(result.number, end);
  else if (result)
    for (const one of [result.winner, ...result.scores, ...(result.probabilities ?? [])]) see(one, end);
  return uses;
}

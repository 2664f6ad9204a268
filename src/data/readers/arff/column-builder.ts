import { shortList } from "../../find-column.js";
import type { Column } from "../../table.js";
import { lineError, quoted } from "../shared/line-error.js";
import type { Attribute } from "./parse-attribute.js";
import type { ValueScanner } from "./value-scanner.js";

/** One column as its values come. What is never set is 0, the first level, or missing text: the defaults of sparse rows. */
export interface ColumnBuilder {
  /** Stores the scanner's value. */
  set(row: number, scanner: ValueScanner, line: number): void;
  /** Makes room for so many rows. */
  grow(rows: number): void;
  finish(rows: number): Column;
}

/** The builder for an attribute of a file with this name. */
export function columnBuilder(source: string, attribute: Attribute, rows: number): ColumnBuilder {
  if (attribute.kind === "number") return numberBuilder(source, attribute.name, rows);
  if (attribute.kind === "nominal") return nominalBuilder(source, attribute, rows);
  return textBuilder();
}

function numberBuilder(source: string, name: string, rows: number): ColumnBuilder {
  let values = new Float64Array(rows);
  return {
    set(row, scanner, line) {
      const value = scanner.isMissing() ? Number.NaN : scanner.number();
      if (value === undefined)
        throw lineError(
          source,
          line,
          `${quoted(scanner.text())} in attribute ${quoted(name)} is not a number`,
        );
      values[row] = value;
    },
    grow(length) {
      const grown = new Float64Array(length);
      grown.set(values);
      values = grown;
    },
    finish: (length) => ({ kind: "number", values: values.slice(0, length) }),
  };
}

function nominalBuilder(source: string, { name, levels }: Attribute, rows: number): ColumnBuilder {
  let codes = new Int32Array(rows);
  const codeOf = new Map(levels.map((level, code) => [level, code]));
  return {
    set(row, scanner, line) {
      const code = scanner.isMissing() ? -1 : codeOf.get(scanner.text());
      if (code === undefined)
        throw lineError(
          source,
          line,
          `${quoted(scanner.text())} is not a value of attribute ${quoted(name)}; it allows ${shortList(levels.map((level) => level.slice(0, 40)))}`,
        );
      codes[row] = code;
    },
    grow(length) {
      const grown = new Int32Array(length);
      grown.set(codes);
      codes = grown;
    },
    finish: (length) => ({ kind: "nominal", codes: codes.slice(0, length), levels }),
  };
}

function textBuilder(): ColumnBuilder {
  const values: string[] = [];
  let firstText: { place: string; value: string } | null = null;
  return {
    set(row, scanner, line) {
      while (values.length < row) values.push("");
      const value = scanner.isMissing() ? "" : scanner.text();
      values.push(value);
      if (value !== "") firstText ??= { place: `line ${line}`, value };
    },
    grow() {},
    finish(length) {
      while (values.length < length) values.push("");
      return { kind: "text", values, firstText: firstText ?? { place: "line 1", value: "" } };
    },
  };
}

import { InputError } from "../../core/input-error.js";
import { quoted } from "../../core/text.js";
import type { ByteSource } from "../byte-source.js";
import type { ReadOptions } from "../reading-options.js";
import type { Table } from "../table.js";
import { DataRows } from "./arff/data-rows.js";
import { type Attribute, parseAttribute } from "./arff/parse-attribute.js";
import { stopBytes, ValueScanner } from "./arff/value-scanner.js";
import type { TableReader } from "./reader.js";
import { decodeText } from "./shared/decode-text.js";
import { readLines } from "./shared/read-lines.js";
import { inFile, lineError } from "./shared/reading.js";
import { namedColumns } from "./shared/unique-names.js";

const [percent, comma] = [37, 44];
const blanks = stopBytes(" \t");

/**
 * ARFF files of Weka, dense or sparse: numeric, nominal and string attributes; dates are read as text. What a sparse
 * row leaves out is 0 or the first level, as Weka has it. A line that starts with `%` is a comment.
 */
export const arffReader: TableReader = {
  kind: "table",
  format: "arff",
  title: "ARFF",
  extensions: [".arff"],
  recognises: startsWithRelation,
  readTable: (source, options) => inFile(source.name, () => readTable(source, options)),
};

async function readTable(source: ByteSource, options: ReadOptions): Promise<Table> {
  const attributes: Attribute[] = [];
  const scanner = new ValueScanner();
  let data: DataRows | null = null;

  await readLines(source, options, (bytes, start, end, line) => {
    scanner.open(bytes, start, end, line);
    const first = scanner.peek();
    if (first === 0 || first === percent) return;
    if (data) {
      data.add(bytes.subarray(start, end).includes(comma), line);
      return;
    }
    scanner.next(blanks);
    const keyword = scanner.text().toLowerCase();
    if (keyword === "@attribute") attributes.push(parseAttribute(scanner, line));
    else if (keyword === "@data") data = startData(attributes, scanner);
    else if (keyword !== "@relation")
      throw lineError(
        line,
        `@relation, @attribute or @data is expected; ${quoted(decodeText(bytes, start, end))} was found`,
      );
  });
  const rows = finishedRows(data);
  const last = attributes.length - 1;
  return {
    ...namedColumns(attributes.map((attribute) => attribute.name)),
    columns: rows.finish(),
    rows: rows.rows,
    ...(attributes[last].kind === "nominal" && { classColumn: last }),
  };
}

function startData(attributes: readonly Attribute[], scanner: ValueScanner): DataRows {
  if (attributes.length === 0) throw new InputError("unreadable-file", `there is no @attribute before @data`);
  return new DataRows(attributes, scanner);
}

function finishedRows(data: DataRows | null): DataRows {
  if (!data)
    throw new InputError("unreadable-file", `the file ends before @data; it is cut off or not an ARFF file`);
  if (data.rows === 0) throw new InputError("unreadable-file", `there are no rows after @data`);
  return data;
}

function startsWithRelation(head: Uint8Array): boolean {
  const lines = decodeText(head)
    .split(/[\r\n]+/)
    .map((line) => line.trim());
  return /^@relation\b/i.test(lines.find((line) => line !== "" && !line.startsWith("%")) ?? "");
}

import { InputError } from "../../../core/input-error.js";
import type { ByteSource } from "../../byte-source.js";
import type { ReadOptions } from "../../reading-options.js";
import { type Table, withNotices } from "../../table.js";
import { notText, openText } from "../shared/open-text.js";
import { namedColumns } from "../shared/unique-names.js";
import { ColumnStore } from "./column-store.js";
import { tableLayout } from "./table-layout.js";
import { Tokenizer } from "./tokenizer.js";

/** How many bytes are parsed at a time; more where a row is longer. */
const partSize = 1 << 23;
const partSizeLimit = 1 << 28;

/** A text table in parts of whole rows. Where a part shows that a column holds text, that part and all later ones have it as text. */
export async function* readCsvParts(given: ByteSource, options: ReadOptions): AsyncGenerator<Table> {
  const source = await openText(given);
  const layout = await tableLayout(source, options);
  if (layout.samplesInColumns)
    throw new InputError("not-possible", "a table with samples in columns cannot be read in blocks of rows", {
      facts: { option: "samplesIn", given: "columns" },
    });
  const { names, idColumn } = layout;
  const { decimalMark } = layout.dialect;
  const count = layout.columns - (idColumn < 0 ? 0 : 1);
  const named = names
    ? namedColumns(names)
    : { names: Array.from({ length: count }, (_, j) => String(j + 1)) };
  const rowBytes = (source.size - layout.start) / layout.expectedRows;
  let size = partSize;
  let line = layout.firstLine;
  for (let position = layout.start; position < source.size; ) {
    options.signal?.throwIfAborted();
    const end = Math.min(source.size, position + size);
    const bytes = await source.read(position, end);
    if (bytes.includes(0)) throw notText(source.name);
    const isLast = end === source.size;
    const expectedRows = Math.ceil((1.1 * bytes.length) / rowBytes) + 16;
    let [store, tokenizer] = parsePart(bytes, isLast, line, { ...layout, expectedRows });
    if (!store.isComplete) [store, tokenizer] = parsePart(bytes, isLast, line, { ...layout, expectedRows });
    const used = isLast ? bytes.length : tokenizer.rowEnd;
    if (used === 0) {
      if (size >= partSizeLimit)
        throw new InputError("unreadable-file", `a line of more than ${partSizeLimit} bytes is too long`);
      size *= 2;
      continue;
    }
    position += used;
    line = tokenizer.rowLine;
    const columns = store.finish(isLast);
    const [ids] = idColumn < 0 ? [] : columns.splice(idColumn, 1);
    options.onProgress?.(position / source.size);
    const rowIds = ids?.kind === "text" ? { rowIds: ids.values } : {};
    if (store.rows > 0)
      yield withNotices({ ...named, columns, rows: store.rows, decimalMark, ...rowIds }, layout.notices);
  }
}

function parsePart(
  bytes: Uint8Array,
  isLast: boolean,
  line: number,
  layout: ConstructorParameters<typeof ColumnStore>[0],
): [ColumnStore, Tokenizer] {
  const store = new ColumnStore(layout, () => tokenizer.line);
  const tokenizer = new Tokenizer(layout.dialect.separator, store, line);
  tokenizer.push(bytes, isLast);
  return [store, tokenizer];
}

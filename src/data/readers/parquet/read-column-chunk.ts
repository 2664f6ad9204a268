import type { Encoding, SchemaElement } from "hyparquet";
import type { ColumnChunk } from "../shared/column-chunks.js";
import type { LogicalType } from "./logical-type.js";
import { type Decompress, isDataPage, type Page, valuesIn } from "./pages.js";
import { readPhysicalValues } from "./physical-values.js";
import { type Cursor, readByte, readBytes, readRuns, readUint32 } from "./runs.js";

/** The values of one column in one row group, from its pages, and the texts of its dictionary where it has one. */
export function readColumnChunk(
  pages: readonly Page[],
  rows: number,
  element: SchemaElement,
  type: LogicalType,
  decompress: Decompress,
): { chunk: ColumnChunk; dictionary: readonly string[] } {
  const output = missingValues(type, rows);
  const decoder = new PageDecoder(element, type, decompress);
  let at = 0;
  for (const page of pages) at += decoder.decode(page, output, at);
  return { chunk: { kind: type.kind, values: output } as ColumnChunk, dictionary: decoder.texts };
}

/** Room for so many values of a column, all missing. */
export const missingValues = ({ kind }: LogicalType, count: number): Float64Array | string[] =>
  kind === "number" ? new Float64Array(count).fill(Number.NaN) : new Array<string>(count).fill("");

/** Decodes the pages of one column chunk, one after the other. */
export class PageDecoder {
  private dictionary: Float64Array | string[] | undefined;

  constructor(
    private readonly element: SchemaElement,
    private readonly type: LogicalType,
    private readonly decompress: Decompress,
  ) {}

  /** The texts of the dictionary, where there is one. */
  get texts(): readonly string[] {
    return Array.isArray(this.dictionary) ? this.dictionary : [];
  }

  /** Writes the values of a page into `output` from `at` on, leaving out what is missing, and gives how many places it takes. */
  decode(page: Page, output: Float64Array | string[], at: number): number {
    const { element, decompress } = this;
    const { convert } = this.type;
    if (page.header.type === "DICTIONARY_PAGE") {
      const bytes = unpack(page.bytes, page.header.uncompressed_page_size, decompress);
      this.dictionary = convert(decode({ bytes, at: 0 }, "PLAIN", element, valuesIn(page.header)));
    }
    if (!isDataPage(page.header)) return 0;
    const { cursor, encoding, present, count } = openDataPage(page, element, decompress);
    const presentCount = present ? present.reduce((sum, level) => sum + level, 0) : count;
    const values = encoding.endsWith("DICTIONARY")
      ? lookUp(cursor, this.dictionary, presentCount)
      : convert(decode(cursor, encoding, element, presentCount));
    for (let i = 0, next = 0; i < count; i++) if (!present || present[i]) output[at + i] = values[next++];
    return count;
  }
}

interface OpenPage {
  readonly cursor: Cursor;
  readonly encoding: Encoding;
  /** 1 where there is a value, 0 where it is missing; null where none is missing. */
  readonly present: Int32Array | null;
  readonly count: number;
}

/** Unpacks a data page and reads which values are missing. In the second version only the values are compressed. */
function openDataPage({ header, bytes }: Page, element: SchemaElement, decompress: Decompress): OpenPage {
  const optional = element.repetition_type === "OPTIONAL";
  const count = valuesIn(header);
  const v2 = header.data_page_header_v2;
  if (v2) {
    const levels = v2.definition_levels_byte_length;
    const start = levels + v2.repetition_levels_byte_length;
    if (!(levels >= 0 && start >= levels && start <= bytes.length)) throw new Error("a page is cut off");
    const present = optional
      ? readRuns({ bytes: bytes.subarray(0, start), at: start - levels }, 1, count)
      : null;
    const size = header.uncompressed_page_size - start;
    const values =
      v2.is_compressed === false ? bytes.subarray(start) : unpack(bytes.subarray(start), size, decompress);
    return { cursor: { bytes: values, at: 0 }, encoding: v2.encoding, present, count };
  }
  const v1 = header.data_page_header;
  if (!v1) throw new Error("a page has no header of its type");
  const cursor = { bytes: unpack(bytes, header.uncompressed_page_size, decompress), at: 0 };
  if (!optional) return { cursor, encoding: v1.encoding, present: null, count };
  if (v1.definition_level_encoding !== "RLE") throw new Error("missing values are marked in an outdated way");
  const present = readRuns({ bytes: readBytes(cursor, readUint32(cursor)), at: 0 }, 1, count);
  return { cursor, encoding: v1.encoding, present, count };
}

function decode(cursor: Cursor, encoding: Encoding, { type, type_length }: SchemaElement, count: number) {
  return readPhysicalValues(cursor, encoding, type!, type_length ?? 0, count);
}

function lookUp(cursor: Cursor, dictionary: Float64Array | string[] | undefined, count: number) {
  if (!dictionary) throw new Error("a dictionary is missing");
  const values = Array.isArray(dictionary) ? new Array<string>(count) : new Float64Array(count);
  const width = count > 0 ? readByte(cursor) : 0;
  const indices = width > 0 ? readRuns(cursor, width, count) : new Int32Array(count);
  for (let i = 0; i < count; i++) {
    if (!(indices[i] >= 0 && indices[i] < dictionary.length))
      throw new Error("a value is not in its dictionary");
    values[i] = dictionary[indices[i]];
  }
  return values;
}

function unpack(bytes: Uint8Array, size: number, decompress: Decompress): Uint8Array {
  if (size === 0) return new Uint8Array(0);
  const result = decompress(bytes, size);
  if (result.length !== size) throw new Error(`a page unpacks to ${result.length} bytes instead of ${size}`);
  return result;
}

import type { CompressionCodec, SchemaElement } from "hyparquet";
import type { ByteSource } from "../../byte-source.js";
import { readExactly } from "../shared/reading.js";
import { ThriftReader } from "./thrift-reader.js";

const physicalTypes = [
  "BOOLEAN",
  "INT32",
  "INT64",
  "INT96",
  "FLOAT",
  "DOUBLE",
  "BYTE_ARRAY",
  "FIXED_LEN_BYTE_ARRAY",
] as const;
const repetitions = ["REQUIRED", "OPTIONAL", "REPEATED"] as const;
const codecs = ["UNCOMPRESSED", "SNAPPY", "GZIP", "LZO", "BROTLI", "LZ4", "ZSTD", "LZ4_RAW"] as const;
const annotations = [
  ...["UTF8", "MAP", "MAP_KEY_VALUE", "LIST", "ENUM", "DECIMAL", "DATE", "TIME_MILLIS", "TIME_MICROS"],
  ...["TIMESTAMP_MILLIS", "TIMESTAMP_MICROS", "UINT_8", "UINT_16", "UINT_32", "UINT_64", "INT_8", "INT_16"],
  ...["INT_32", "INT_64", "JSON", "BSON", "INTERVAL"],
] as NonNullable<SchemaElement["converted_type"]>[];

/** What a footer says of a file of plain columns, in arrays: a column takes few bytes. */
export interface CompactFooter {
  readonly names: readonly string[];
  /** Of each column, which it shares with others like it; its name is not the column's. */
  elementOf(column: number): SchemaElement;
  readonly rows: number;
  readonly groups: readonly CompactGroup[];
  /** What pandas noted, as JSON. */
  readonly pandas: string | undefined;
}

/** A row group: where the chunk of each column lies. */
export interface CompactGroup {
  readonly rows: number;
  readonly starts: Float64Array;
  readonly lengths: Float64Array;
  codecOf(column: number): CompressionCodec;
}

/** Reads a footer; null where the file has nested columns, or types that it takes more to understand. */
export async function readCompactFooter(source: ByteSource): Promise<CompactFooter | null> {
  if (source.size < 12) return null;
  const end = await readExactly(source, source.size - 8, source.size);
  if (String.fromCharCode(...end.subarray(4)) !== "PAR1") return null;
  const length = new DataView(end.buffer, end.byteOffset, 8).getUint32(0, true);
  if (length + 12 > source.size) throw new Error("its footer is cut off");
  const bytes = await readExactly(source, source.size - 8 - length, source.size - 8);
  return new FooterParser(new ThriftReader(bytes), length).parse();
}

class FooterParser {
  private readonly names: string[] = [];
  private readonly elements: SchemaElement[] = [];
  private readonly kinds = new Map<string, number>();
  private readonly kindOf: number[] = [];
  private readonly groups: CompactGroup[] = [];
  private rows = 0;
  private pandas: string | undefined;
  private isPlain = true;

  constructor(
    private readonly thrift: ThriftReader,
    private readonly size: number,
  ) {}

  parse(): CompactFooter | null {
    const { thrift } = this;
    thrift.struct((field) => {
      if (field === 2) thrift.list((place) => this.readElement(place));
      else if (field === 3) this.rows = thrift.integer();
      else if (field === 4) thrift.list(() => this.readGroup());
      else if (field === 5) thrift.list(() => this.readNote());
      else return false;
      return true;
    });
    const { names, elements, kindOf, groups, rows, pandas } = this;
    const sum = groups.reduce((total, group) => total + group.rows, 0);
    if (sum !== rows) throw new Error(`it holds ${sum} of ${rows} rows`);
    if (!this.isPlain || names.length === 0) return null;
    return { names, elementOf: (column) => elements[kindOf[column]], rows, groups, pandas };
  }

  private readElement(place: number): void {
    const { thrift } = this;
    const found: Record<number, number> = {};
    let name = "";
    let isAnnotated = false;
    thrift.struct((field) => {
      if (field === 4) name = thrift.text();
      else if (field === 10) {
        isAnnotated = true;
        return false;
      } else if (field < 9) found[field] = thrift.integer();
      else return false;
      return true;
    });
    const { 1: type, 2: typeLength, 3: repetition = 0, 5: children, 6: annotation, 7: scale } = found;
    // The first one stands for the table.
    if (place === 0) return;
    const isKnown =
      type in physicalTypes && (annotation === undefined ? !isAnnotated : annotation in annotations);
    if (children !== undefined || !isKnown || repetitions[repetition] === "REPEATED") this.isPlain = false;
    const key = [type, typeLength, repetition, annotation, scale].join();
    let kind = this.kinds.get(key);
    if (kind === undefined) {
      kind = this.elements.length;
      this.kinds.set(key, kind);
      this.elements.push({
        name: "",
        type: physicalTypes[type],
        repetition_type: repetitions[repetition],
        ...(typeLength !== undefined && { type_length: typeLength }),
        ...(annotation !== undefined && { converted_type: annotations[annotation] }),
        ...(scale !== undefined && { scale }),
      });
    }
    this.names.push(name);
    this.kindOf.push(kind);
  }

  private readGroup(): void {
    const { thrift, names, groups } = this;
    // Every chunk takes a few bytes, so that a footer cannot claim more of them than it has room for.
    if ((groups.length + 1) * names.length > this.size) throw new Error("its footer is cut off");
    const [starts, lengths] = [new Float64Array(names.length), new Float64Array(names.length)];
    const codecNumbers = new Uint8Array(names.length);
    let [rows, chunks] = [0, 0];
    thrift.struct((field) => {
      if (field === 3) rows = thrift.integer();
      else if (field === 1)
        chunks = thrift.list((column) => {
          const chunk = this.readChunk(column);
          starts[column] = chunk.start;
          lengths[column] = chunk.length;
          codecNumbers[column] = chunk.codec;
        });
      else return false;
      return true;
    });
    if (this.isPlain && chunks !== names.length)
      throw new Error(`a row group has ${chunks} of ${names.length} columns`);
    groups.push({ rows, starts, lengths, codecOf: (column) => codecs[codecNumbers[column]] });
  }

  private readChunk(column: number): { start: number; length: number; codec: number } {
    const { thrift, names } = this;
    let [codec, length, data, dictionary] = [0, 0, -1, 0];
    thrift.struct((field) => {
      if (field === 1) throw new Error(`column "${names[column]}" lies in another file`);
      if (field !== 3) return false;
      thrift.struct((own) => {
        if (own === 3) this.readPath(column);
        else if (own === 4) codec = thrift.integer();
        else if (own === 7) length = thrift.integer();
        else if (own === 9) data = thrift.integer();
        else if (own === 11) dictionary = thrift.integer();
        else return false;
        return true;
      });
      return true;
    });
    return { start: dictionary > 0 && dictionary < data ? dictionary : data, length, codec };
  }

  private readPath(column: number): void {
    this.thrift.list((place) => {
      const name = this.thrift.text();
      if (this.isPlain && (place > 0 || name !== this.names[column]))
        throw new Error(`column "${this.names[column]}" is missing in a row group`);
    });
  }

  private readNote(): void {
    const { thrift } = this;
    let key = "";
    thrift.struct((field) => {
      if (field === 1) key = thrift.text();
      else if (field === 2 && key === "pandas") this.pandas = thrift.text();
      else return false;
      return true;
    });
  }
}

import type { ByteSource } from "../../byte-source.js";
import { readExactly } from "../shared/reading.js";
import { FlatTable } from "./flatbuffer.js";

/** The numbers of the message types that are read. */
export const messageTypes = { schema: 1, dictionaryBatch: 2, recordBatch: 3 } as const;

/** A message of the IPC format: its header table and the bytes behind it. */
export interface ArrowMessage {
  readonly type: number;
  readonly version: number;
  readonly header: FlatTable;
  readonly body: Uint8Array;
  /** Where it ends in the file. */
  readonly end: number;
}

/**
 * The messages in the order in which they are to be read. A stream has one after another up to an end mark; a file has a
 * list of its dictionaries and record batches at its end.
 */
export async function* messagesOf(source: ByteSource, isFile: boolean): AsyncGenerator<ArrowMessage> {
  if (!isFile) {
    for (let at = 0; at < source.size; ) {
      const message = await readMessage(source, at);
      if (!message) return;
      yield message;
      at = message.end;
    }
    return;
  }
  const tail = await readExactly(source, source.size - 10, source.size);
  if (new TextDecoder().decode(tail.subarray(4)) !== "ARROW1") throw new Error("its end is missing");
  const length = new DataView(tail.buffer, tail.byteOffset, 4).getUint32(0, true);
  const footer = FlatTable.root(await readExactly(source, source.size - 10 - length, source.size - 10));
  const schema = footer.table(1);
  if (!schema) throw new Error("its schema is missing");
  const version = footer.int16(0);
  yield { type: messageTypes.schema, version, header: schema, body: new Uint8Array(0), end: 0 };
  for (const list of [2, 3])
    for (const [offset] of footer.int64s(list, 3)) {
      const message = await readMessage(source, offset);
      if (!message) throw new Error(`there is no message at byte ${offset}`);
      yield message;
    }
}

/** The message at `at`, or null for the mark that ends a stream. Before version 0.15 the continuation mark was absent. */
async function readMessage(source: ByteSource, at: number): Promise<ArrowMessage | null> {
  const prefix = await readExactly(source, at, Math.min(at + 8, source.size));
  const view = new DataView(prefix.buffer, prefix.byteOffset, prefix.length);
  const isMarked = view.getInt32(0, true) === -1;
  const length = view.getInt32(isMarked ? 4 : 0, true);
  if (length === 0) return null;
  const start = at + (isMarked ? 8 : 4);
  const message = FlatTable.root(await readExactly(source, start, start + length));
  const header = message.table(2);
  if (!header) throw new Error("a message has no header");
  const bodyStart = start + length;
  const end = bodyStart + message.int64(3);
  return {
    type: message.uint8(1),
    version: message.int16(0),
    header,
    body: await readExactly(source, bodyStart, end),
    end,
  };
}

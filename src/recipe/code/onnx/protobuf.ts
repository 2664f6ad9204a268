/** A field of a Protocol Buffers message, or several: the parts of its bytes. Fields stand in the order in which they are given. */
export type Field = readonly Uint8Array[];

/** What is not there. */
export const noField: Field = [];

/** A whole number. Negative ones take ten bytes, as in every int64. */
export const integerField = (number: number, value: number): Field => [varint(number * 8), varint(value)];

/** Text as UTF-8. */
export const textField = (number: number, text: string): Field =>
  bytesField(number, new TextEncoder().encode(text));

/** Bytes as they are. */
export const bytesField = (number: number, bytes: Uint8Array): Field => lengthField(number, [bytes]);

/** A message in a message. */
export const messageField = (number: number, fields: readonly Field[]): Field =>
  lengthField(number, fields.flat());

/** Whole numbers, one after another without a tag each. */
export const integersField = (number: number, values: readonly number[]): Field =>
  lengthField(number, values.map(varint));

/** The bytes of a whole message. */
export function messageBytes(fields: readonly Field[]): Uint8Array {
  const parts = fields.flat();
  const bytes = new Uint8Array(lengthOf(parts));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

const lengthDelimited = 2;

const lengthField = (number: number, parts: readonly Uint8Array[]): Field => [
  varint(number * 8 + lengthDelimited),
  varint(lengthOf(parts)),
  ...parts,
];

const lengthOf = (parts: readonly Uint8Array[]) => parts.reduce((sum, { length }) => sum + length, 0);

/** Seven bits a byte, lowest first; the highest bit says that more follow. */
function varint(value: number): Uint8Array {
  let rest = BigInt.asUintN(64, BigInt(value));
  const bytes: number[] = [];
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128);
    rest >>= 7n;
  }
  return Uint8Array.of(...bytes, Number(rest));
}

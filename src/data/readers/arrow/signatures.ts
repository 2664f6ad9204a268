/** Whether a file begins as one of Arrow's files. */
export const isArrowFile = (head: Uint8Array): boolean => startsWith(head, "ARROW1");
/** Whether a file begins as one of the first version of Feather. */
export const isFeather1 = (head: Uint8Array): boolean => startsWith(head, "FEA1");
const startsWith = (bytes: Uint8Array, magic: string) =>
  [...magic].every((c, i) => bytes[i] === c.charCodeAt(0));

/** A stream starts with the mark of a message, its length in eights, and the place of a table nearby. */
export function isArrowStream(head: Uint8Array): boolean {
  if (head.length < 16) return false;
  const view = new DataView(head.buffer, head.byteOffset, 16);
  const length = view.getUint32(4, true);
  return view.getInt32(0, true) === -1 && length > 0 && length % 8 === 0 && view.getUint32(8, true) <= 64;
}

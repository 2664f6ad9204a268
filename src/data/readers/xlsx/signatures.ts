/** Whether a file begins as a zip archive, which new workbooks are. */
export const isZip = (head: Uint8Array): boolean => startsWith(head, [0x50, 0x4b, 3, 4]);
/** Whether a file begins as a workbook of before 2007, or one with a password. */
export const isOldWorkbook = (head: Uint8Array): boolean => startsWith(head, [0xd0, 0xcf, 0x11, 0xe0]);
const startsWith = (bytes: Uint8Array, magic: readonly number[]) =>
  magic.every((byte, i) => bytes[i] === byte);

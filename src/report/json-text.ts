/** A result as the text of a JSON file. Infinite numbers become the words JSON has no number for. */
export function jsonText(result: unknown): string {
  return `${JSON.stringify(result, infinityAsWord, 2)}\n`;
}

const infinityAsWord = (_key: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

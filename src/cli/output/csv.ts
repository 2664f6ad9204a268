/** Lines of cells as CSV; what is null is an empty cell. */
export const toCsv = (lines: readonly (readonly (string | number | boolean | null)[])[]): string =>
  lines.map((cells) => `${cells.map(cell).join(",")}\n`).join("");

const cell = (value: string | number | boolean | null) =>
  typeof value === "string" && /[",\r\n]/.test(value)
    ? `"${value.replaceAll('"', '""')}"`
    : String(value ?? "");

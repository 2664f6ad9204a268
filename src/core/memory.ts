/** An amount of memory in words: `1.5 GB`. */
export function bytesText(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [1e9, "GB"] : bytes >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
  const amount = bytes / size;
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))} ${unit}`;
}

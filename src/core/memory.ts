import { InputError } from "./input-error.js";

const units = {
  "": 1,
  b: 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
  tib: 2 ** 40,
};

/** A number of bytes from text: `1.5GB`, `800 MB`, `2G`, `2GiB`, `1000000`. `what` names it in the refusal. */
export function parseBytes(text: string, what: string): number {
  const match = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]?(?:i?b)?)\s*$/i.exec(text);
  const unit = match && units[match[2].toLowerCase() as keyof typeof units];
  const bytes = match && unit ? Math.floor(Number(match[1]) * unit) : 0;
  if (bytes > 0) return bytes;
  throw new InputError(
    "option-value",
    `${what} must be an amount of memory such as 1.5GB or 800MB; "${text}" was given`,
    { facts: { given: text, allowed: "an amount of memory such as 1.5GB" } },
  );
}

/** An amount of memory in words: `1.5 GB`. */
export function bytesText(bytes: number): string {
  const [size, unit] = bytes >= 1e9 ? [1e9, "GB"] : bytes >= 1e6 ? [1e6, "MB"] : [1e3, "kB"];
  const amount = bytes / size;
  return `${Number(amount.toFixed(amount < 10 ? 1 : 0))} ${unit}`;
}

import { shortList } from "../core/text.js";

/** A share from 0 to 1 in percent, with one digit: `82.3 %`. */
export const percent = (share: number): string => `${points(share)} %`;

/** A difference of shares in percentage points, with one digit: `2.1`. */
export const points = (difference: number): string => (100 * difference).toFixed(1);

/** A number in few digits. */
export const brief = (x: number, digits = 3): string =>
  Number.isFinite(x) ? String(Number(x.toPrecision(digits))) : String(x);

/** `a, b and c`; what is beyond `most` is only counted. */
export function listed(words: readonly string[], most = 6): string {
  if (words.length > most || words.length < 2) return shortList(words, most);
  return `${words.slice(0, -1).join(", ")} and ${words[words.length - 1]}`;
}

/** With a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Its first letter as a capital, unless it is a symbol such as k or a file's name, and a full stop at its end. */
export function sentence(text: string): string {
  const begun = /^(?:\p{L}\b|\S+\.\w+[:,])/u.test(text) ? text : capital(text);
  return /[.!?]$/.test(begun) ? begun : `${begun}.`;
}

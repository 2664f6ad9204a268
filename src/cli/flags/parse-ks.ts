import { InputError } from "../../internal.js";

/** `20`, `10,20,40` or `10:100:5` (from, to, step) as numbers. */
export function parseKs(words: readonly string[], flag = "--k"): number[] {
  if (words.length === 0) throw complaint(flag, "");
  return words.flatMap((word) => {
    const numbers = word.split(":").map((part) => (/^\d+$/.test(part) ? Number(part) : Number.NaN));
    const [from, to = from, step = 1] = numbers;
    if (numbers.length > 3 || numbers.some(Number.isNaN) || from < 1 || to < from || step < 1)
      throw complaint(flag, word);
    if ((to - from) / step > 10_000)
      throw new InputError(
        "command-line",
        `${flag} ${word} are more than ten thousand numbers; take a larger step`,
      );
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => from + place * step);
  });
}

const complaint = (flag: string, word: string) =>
  new InputError(
    "command-line",
    `${flag} must be whole numbers such as 20, 10,20,40 or 10:100:5 (from, to, step); "${word}" was given`,
  );

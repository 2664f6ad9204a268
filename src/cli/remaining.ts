import type { Terminal } from "./output/terminal.js";

/** Shows what is left only: an earlier run may have done a part, and the time left must not count that. */
export function remaining(show: ReturnType<Terminal["progress"]>): (fraction: number) => void {
  let before: number | null = null;
  return (fraction) => {
    before ??= fraction;
    show(before < 1 ? (fraction - before) / (1 - before) : 1);
  };
}

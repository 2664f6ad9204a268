import { type Dataset, findSelector, InputError, type SelectOptions, selectors } from "../../internal.js";
import type { Invocation } from "../command.js";
import type { Flags } from "./flag.js";

/** For methods that have a ranking at any time. */
export const anytimeFlag: Flags = {
  anytime: {
    help: "Ctrl-C takes the ranking so far as the result; --verbose tells how it changes (relieff)",
  },
};

/** Refuses `--anytime` for a method that has no ranking before its end. */
export function checkAnytime({ flags }: Invocation, method: string): void {
  if (!flags.anytime || findSelector(method).anytime) return;
  const able = Object.values(selectors).filter((selector) => selector.anytime);
  throw new InputError(
    "command-line",
    `--anytime needs a method that has a ranking at any time (${able.map(({ name }) => name).join(", ")}); ${method} has none before its end`,
  );
}

/** How the user's wish to stop reaches the work: it ends without a result, or with the running one. */
export function stopOptions({ flags, terminal, signal }: Invocation, data: Dataset): SelectOptions {
  if (!flags.anytime) return { signal };
  return {
    onInterim({ done, total, settled, k, confidence, ranking }) {
      const leading = Array.from(ranking.subarray(0, 3), (j) => data.featureNames[j]).join(", ");
      if (flags.verbose)
        terminal.note(
          `${done} of ${total} samples: ${settled} of the best ${k} are sure at ${confidence}; in front: ${leading}`,
        );
      return !signal.aborted;
    },
  };
}

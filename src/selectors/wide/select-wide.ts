import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import { bytesText } from "../../core/memory.js";
import { notice } from "../../core/notice.js";
import { completeOptions } from "../../core/option.js";
import { summaryOf } from "../../data/data-summary.js";
import { requireSelectable } from "../../data/require-selectable.js";
import { memoryNeeded } from "../../data/wide/fits-in-memory.js";
import { onlyColumns, type WideColumns } from "../../data/wide/wide-columns.js";
import {
  allSelectors,
  defaultMethod,
  findSelector,
  type PlainMethodChoice,
  requireSuited,
} from "../registry.js";
import { type SelectSettings, selectBy } from "../select.js";
import type { Selection } from "../selection.js";
import type { Selector } from "../selector.js";
import { leastWideMemory } from "./memory-plan.js";

/** The names of the methods that work on columns that do not fit into memory. */
export const wideMethods = (): string[] =>
  allSelectors()
    .filter(({ scoreWide }) => scoreWide !== undefined)
    .map(({ name }) => name);

/**
 * `select` on columns that do not fit into memory together. The ranking and every score are those of the same data in
 * memory. The values must be numbers without gaps.
 */
export async function selectWide(
  wide: WideColumns,
  given: SelectSettings & PlainMethodChoice,
): Promise<Selection> {
  const { facts } = wide;
  const { method = defaultMethod, options: own = {}, ...settings } = given;
  const selector = findSelector(method);
  const options = completeOptions(selector.name, selector.options, own);
  if (!selector.scoreWide) throw needsMemory(selector, wide);
  requireSuited(selector, facts, options);
  const { featureNames, notices } = facts;
  const table = { featureNames, notices, summary: summaryOf(facts) };
  return selectBy(table, settings, { selector, options }, (constraints) => {
    if (constraints.covariates.length > 0)
      throw new InputError(
        "not-possible",
        `${optionName("adjust")} needs all values in memory at once, ${bytesText(memoryNeeded(facts))} here; leave it out`,
        { facts: { option: "adjust" } },
      );
    const seen = onlyColumns(wide, constraints.seen);
    requireSelectable(seen.facts, selector.supervised);
    requireMemory(seen);
    return async (context) => {
      const { notices, ...scores } = await selector.scoreWide!(seen, options, context);
      return { ...scores, notices: [streamedNotice(wide), ...notices], prepare: (data) => data };
    };
  });
}

const streamedNotice = ({ facts, memory }: WideColumns) =>
  notice(
    "note",
    "streamed",
    `the data was read in blocks of columns: in memory it would take ${bytesText(memoryNeeded(facts))}, more than the ${bytesText(memory)} that may be used`,
  );

function needsMemory({ name }: Selector, { facts, memory }: WideColumns): InputError {
  const able = wideMethods();
  return new InputError(
    "not-possible",
    `${name} needs all values in memory at once: ${bytesText(memoryNeeded(facts))}, and ${bytesText(memory)} may be used; methods that read ${facts.rows} × ${facts.features} values in blocks are ${able.join(", ")}`,
    {
      facts: { option: "method", given: name, allowed: able.join(", ") },
      remedies: [{ action: "use one of them", option: "method", value: able[0] }],
    },
  );
}

function requireMemory({ facts, memory }: WideColumns): void {
  const least = leastWideMemory(facts);
  if (memory >= least) return;
  throw new InputError(
    "not-possible",
    `${facts.rows} × ${facts.features} values need at least ${bytesText(least)} of memory, even when they are read in blocks; ${bytesText(memory)} may be used`,
    { facts: { given: bytesText(memory), allowed: `at least ${bytesText(least)}` } },
  );
}

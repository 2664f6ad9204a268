import type { FrequentFeature, StabilitySelection } from "../../internal.js";
import { csvText } from "../../internal.js";
import type { Terminal } from "./terminal.js";

/** The printed table: the stable features, the next ones, and the bound on false selections. */
export function printStability(result: StabilitySelection, terminal: Terminal): void {
  const { features, stable, k, threshold, kept } = result;
  const shown = features.filter(({ count, stable }, place) => stable || (count > 0 && place < k));
  const width = Math.max(7, ...shown.map(({ name }) => onOneLine(name).length));
  terminal.print(
    `${stable.length} of ${features.length} features ${stable.length === 1 ? "is" : "are"} stable: selected on at least ${percent(threshold)} of the subsamples`,
  );
  terminal.print();
  terminal.print(
    terminal.dim(`rank  ${"feature".padEnd(width)}  selected   95 % interval   mean rank`.trimEnd()),
  );
  shown.forEach((feature, place) => {
    if (place === stable.length) terminal.print(terminal.dim("      below the threshold"));
    terminal.print(line(feature, place, width, terminal));
  });
  if (kept.length > 0) terminal.print(terminal.dim("+ kept"));
  terminal.print();
  printBound(result, terminal);
}

function line(feature: FrequentFeature, place: number, width: number, terminal: Terminal): string {
  const { name, frequency, low, high, meanRank, kept } = feature;
  const cells = [
    percent(frequency).padStart(8),
    `${percent(low)} to ${percent(high)}`.padStart(16),
    meanRank!.toFixed(1).padStart(9),
  ];
  const bar = terminal.cyan("▪".repeat(Math.round(24 * frequency)));
  return `${String(place + 1).padStart(4)} ${kept ? "+" : " "}${onOneLine(name).padEnd(width)}  ${cells.join("  ")}  ${bar}`;
}

function printBound(
  { falseSelections, meanSelected, kuncheva, jaccard, stable, kept }: StabilitySelection,
  terminal: Terminal,
): void {
  const { bound, unimodalBound, assumptions } = falseSelections;
  if (bound !== null) {
    const sharper = unimodalBound === null ? "" : ` (${short(unimodalBound)} by the unimodal bound)`;
    terminal.print(`Expected false selections among the stable: at most ${short(bound)}${sharper}`);
    if (bound >= Math.max(1, stable.length - kept.length))
      terminal.print(
        "This bound is as large as the number of stable features, so it says nothing; a smaller k or a higher threshold lowers it",
      );
  }
  for (const assumption of assumptions) terminal.print(terminal.dim(assumption));
  const agreement = `Jaccard ${jaccard.toFixed(2)}${kuncheva === null ? "" : `, Kuncheva ${kuncheva.toFixed(2)}`}`;
  terminal.print(
    terminal.dim(
      `${short(meanSelected)} features per subsample; agreement between two subsamples: ${agreement}`,
    ),
  );
}

/** All features, the most frequent first. */
export function stabilityCsv({ features }: StabilitySelection): string {
  const columns = [
    "index",
    "name",
    "count",
    "frequency",
    "low",
    "high",
    "meanRank",
    "stable",
    "kept",
  ] as const;
  return csvText([columns, ...features.map((feature) => columns.map((column) => feature[column]))]);
}

const percent = (share: number) => `${Number((100 * share).toPrecision(3))} %`;
const short = (value: number) => String(Number(value.toPrecision(3)));

/** Names come from files; characters that would break the table are replaced. */
const onOneLine = (name: string) => name.replace(/\p{Cc}/gu, "·");

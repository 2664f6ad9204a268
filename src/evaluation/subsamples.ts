import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import type { Random } from "../numeric/random.js";
import { groupedFolds } from "./grouped-folds.js";
import { halfSamples } from "./stability-selection.js";

/** What {@link drawSubsamples} goes by. */
export interface SubsampleOptions {
  /** How many; an even number where they come in pairs. */
  readonly subsamples: number;
  /** The part of every class that a subsample holds: above 0 and below 1. */
  readonly fraction: number;
  /** One group per row: then pairs are halves that share no group. */
  readonly rowGroups?: Int32Array | null;
}

/** Whether subsamples of this part of the rows come in pairs that share no row: up to half they do. */
export const inPairs = (fraction: number): boolean => fraction <= 0.5;

/**
 * Random subsamples with each class in its share, rows rising. Up to half of the rows they come in pairs that share no
 * row, as the error bounds want; larger ones are drawn one by one. A subsample does not depend on how many there are.
 */
export function drawSubsamples(
  codes: Int32Array,
  { subsamples, fraction, rowGroups: groups = null }: SubsampleOptions,
  random: Random,
): Int32Array[] {
  if (!(fraction > 0 && fraction < 1))
    throw new InputError(
      "option-value",
      `the fraction of rows in a subsample must be above 0 and below 1; ${fraction} was given`,
    );
  if (groups && fraction !== 0.5)
    throw new InputError(
      "options-conflict",
      `groups of rows are split into halves; ${optionName("fraction")} ${fraction} was given`,
      {
        facts: { option: "fraction", given: fraction },
        remedies: [{ action: "take half of the rows", option: "fraction", value: 0.5 }],
      },
    );
  if (!inPairs(fraction))
    return Array.from({ length: subsamples }, (_, number) => {
      const [drawn] = drawDisjoint(codes, fraction, 1, random.fork(`subsample ${number}`));
      return drawn;
    });
  if (subsamples % 2 !== 0)
    throw new InputError(
      "option-value",
      `subsamples of up to half the rows come in pairs without common rows, so their number must be even; ${subsamples} was given`,
    );
  const pairs = subsamples / 2;
  if (fraction === 0.5 && !groups) return halfSamples(codes, pairs, random);
  return Array.from({ length: pairs }, (_, pair) =>
    groups
      ? groupedFolds(codes, groups, 2, random.fork(`halves ${pair}`)).map(({ test }) => test)
      : drawDisjoint(codes, fraction, 2, random.fork(`pair ${pair}`)),
  ).flat();
}

/** So many subsamples that share no row; of each class every one has the fraction, rounded down where they must share. */
function drawDisjoint(codes: Int32Array, fraction: number, many: number, random: Random): Int32Array[] {
  const drawn = Array.from({ length: many }, (): number[] => []);
  const classes = codes.reduce((most, code) => Math.max(most, code), -1) + 1;
  for (let code = 0; code < classes; code++) {
    const rows = Int32Array.from(codes.keys()).filter((row) => codes[row] === code);
    const each = many > 1 ? Math.floor(fraction * rows.length) : Math.round(fraction * rows.length);
    random.shuffle(rows);
    drawn.forEach((own, place) => {
      own.push(...rows.subarray(place * each, (place + 1) * each));
    });
  }
  return drawn.map((own) => Int32Array.from(own).sort());
}

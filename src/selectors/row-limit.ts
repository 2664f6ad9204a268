import { type Notice, notice } from "../core/notice.js";
import type { OptionDefinitions, OptionValues, PlainOptions } from "../core/option.js";
import type { Dataset } from "../data/dataset.js";
import { quotas } from "../data/stream/sample-rows.js";
import { Matrix } from "../numeric/matrix.js";
import type { Random } from "../numeric/random.js";
import { upTo } from "../numeric/up-to.js";
import { secondsOf, usualRates } from "./rates.js";
import type { Cost, DataShape, Scored, Selector, SelectorContext } from "./selector.js";

/** More than this, counted at usual rates, is not begun on all rows unless it was asked for. */
const most = { seconds: 30, bytes: 2e9 };
/** No fewer rows are drawn, and data of up to twice as many is used whole. */
const fewest = 2000;

const rowLimitOptions = {
  rowLimit: {
    type: "number",
    default: null,
    integer: true,
    min: 10,
    help: "use at most so many rows, drawn with about the same share of every class; unset: as many as half a minute and 2 GB allow by count, at least 2000",
  },
} as const satisfies OptionDefinitions;

/**
 * A method with work for every two rows, or with a second copy of the data: where all rows would take too long or too much memory,
 * it works on a sample of them and says so. What it will do depends on the size of the data alone, so it is the same everywhere.
 */
export function withRowLimit<const D extends OptionDefinitions>(
  selector: Selector<D>,
): Selector<D & typeof rowLimitOptions> {
  const count = selector.cost as (shape: DataShape, options: PlainOptions) => Cost;
  const score = selector.score.bind(selector) as (
    data: Dataset,
    options: PlainOptions,
    context: SelectorContext,
  ) => Promise<Scored>;
  return {
    ...(selector as unknown as Selector<D & typeof rowLimitOptions>),
    options: { ...selector.options, ...rowLimitOptions },
    cost: (shape, options) => count(withRows(shape, rowsToUse(count, shape, options)), options),
    async score(data, options, context) {
      const shape = shapeOfRun(data, context.k);
      const rows = rowsToUse(count, shape, options);
      if (rows >= data.rows) return score(data, options, context);
      const drawn = drawRows(data, rows, context.random.fork("rows"));
      const scored = await score(data.selectRows(drawn), options, context);
      const { rowLimit } = options as OptionValues<typeof rowLimitOptions>;
      const told = sampledNotice(selector.name, drawn.length, data.rows, rowLimit === null);
      return { ...scored, notices: [told, ...(scored.notices ?? [])] };
    },
  };
}

/** How many rows a run uses: as many as were asked for, or as the limits allow. */
function rowsToUse(
  count: (shape: DataShape, options: PlainOptions) => Cost,
  shape: DataShape,
  options: PlainOptions,
): number {
  const { rows } = shape;
  const { rowLimit } = options as OptionValues<typeof rowLimitOptions>;
  if (rowLimit !== null) return Math.min(rows, rowLimit);
  if (rows <= 2 * fewest) return rows;
  const costAt = (n: number) => count(withRows(shape, n), options);
  const secondsAt = (n: number) => secondsOf(costAt(n), usualRates);
  // Where rows hardly matter for the time, leaving them out would gain nothing.
  const hasTimeToGain = secondsAt(fewest) < secondsAt(rows) / 2;
  const isFine = (n: number) =>
    costAt(n).bytes <= most.bytes && (!hasTimeToGain || secondsAt(n) <= most.seconds);
  if (isFine(rows)) return rows;
  let [fine, tooMany] = [fewest, rows];
  while (tooMany - fine > 100) {
    const middle = Math.floor((fine + tooMany) / 2);
    if (isFine(middle)) fine = middle;
    else tooMany = middle;
  }
  return fine;
}

const withRows = (shape: DataShape, rows: number): DataShape =>
  rows === shape.rows ? shape : { ...shape, rows, entries: Math.round((shape.entries / shape.rows) * rows) };

/** The size of data for a run that picks so many features; how classes overlap is not looked at. */
export function shapeOfRun({ rows, features, labels, values }: Dataset, k: number): DataShape {
  const entries = values instanceof Matrix ? rows * features : values.values.length;
  return { rows, features, classes: labels?.classes.length ?? 2, entries, k: Math.min(k, features) };
}

/** Rising rows, about the same part of every class. */
function drawRows({ rows, labels }: Dataset, wanted: number, random: Random): Int32Array {
  const nameOf = (row: number) => (labels ? labels.classes[labels.codes[row]] : "");
  const members = new Map<string, number[]>();
  for (const row of upTo(rows)) {
    const name = nameOf(row);
    const own = members.get(name);
    if (own) own.push(row);
    else members.set(name, [row]);
  }
  const counts = new Map([...members].map(([name, own]) => [name, own.length]));
  const drawn: number[] = [];
  for (const [name, quota] of quotas(counts, wanted)) {
    const own = members.get(name)!;
    let needed = quota;
    own.forEach((row, at) => {
      // Each with the chance that is needed to reach the class's share exactly.
      if (random.uniform() * (own.length - at) >= needed) return;
      needed--;
      drawn.push(row);
    });
  }
  return Int32Array.from(drawn).sort();
}

const sampledNotice = (method: string, drawn: number, rows: number, byItself: boolean): Notice =>
  notice(
    "note",
    "sampled",
    `${method} worked on a sample of ${drawn} of ${rows} rows, with about the same share of every class${byItself ? "; all of them would take too long or too much memory" : ""}`,
    { count: drawn },
    byItself ? [{ action: "use all rows", option: "rowLimit", value: rows }] : [],
  );

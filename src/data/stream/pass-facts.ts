import { count, listOf, noticesShape, object, orNull, type Shape, text } from "../../core/json.js";
import { type Notice, notice } from "../../core/notice.js";
import { plural } from "../../core/text.js";
import { rowNotice } from "../treat-missing.js";
import type { OddCells } from "./table-rows.js";

/** What reading rows tells beside the rows themselves, as plain JSON: of a section, or of all of them together. */
export interface PassFacts {
  /** Rows that are used. */
  readonly rows: number;
  /** Rows that are left out: without a label, and with missing values. */
  readonly unlabelled: number;
  readonly incomplete: number;
  readonly transformNotices: readonly Notice[];
  /** Cells of columns of numbers that are none, by the places of the columns. */
  readonly odd: readonly { readonly column: number; readonly cells: OddCells }[];
  /** The levels of each feature that is a category, those met so far; null without a table. */
  readonly levels: readonly (readonly string[] | null)[] | null;
}

/** Nothing was read yet. */
export const noFacts: PassFacts = {
  rows: 0,
  unlabelled: 0,
  incomplete: 0,
  transformNotices: [],
  odd: [],
  levels: null,
};

/** The same as JSON holds it. */
export const passFactsShape: Shape<PassFacts> = object<PassFacts>({
  rows: count,
  unlabelled: count,
  incomplete: count,
  transformNotices: noticesShape,
  odd: listOf(object({ column: count, cells: object<OddCells>({ count, examples: listOf(text) }) })),
  levels: orNull(listOf(orNull(listOf(text)))),
});

/** How many rows there were, those left out too. */
export const rowsGiven = ({ rows, unlabelled, incomplete }: PassFacts): number =>
  rows + unlabelled + incomplete;

/** What was told of transforms, with the counts of those that say the same added up. */
function withTransformNotice(before: readonly Notice[], told: Notice): Notice[] {
  const why = told.text.slice(told.text.indexOf(" could"));
  const at = before.findIndex(({ text }) => text.endsWith(why));
  const count = (before[at]?.count ?? 0) + (told.count ?? 0);
  const whole = { ...told, count, text: `${plural(count, "row")}${why}` };
  return at < 0 ? [...before, whole] : before.map((one, place) => (place === at ? whole : one));
}

/** The counts of rows with those of further ones. */
export const withCounts = (
  all: PassFacts,
  more: Pick<PassFacts, "rows" | "unlabelled" | "incomplete" | "transformNotices">,
): PassFacts => ({
  ...all,
  rows: all.rows + more.rows,
  unlabelled: all.unlabelled + more.unlabelled,
  incomplete: all.incomplete + more.incomplete,
  transformNotices: more.transformNotices.reduce<readonly Notice[]>(
    withTransformNotice,
    all.transformNotices,
  ),
});

/** The notices about rows that were left out. */
export function leftOutNotices(facts: PassFacts, labelName: string): Notice[] {
  const of = (matter: string, count: number) =>
    count > 0 ? [rowNotice(matter, count, rowsGiven(facts))] : [];
  return [
    ...of(`the target "${labelName}" has no value`, facts.unlabelled),
    ...of("values are missing", facts.incomplete),
  ];
}

/** That rows were read in blocks. */
export const streamedNotice = (rows: number, headRows: number): Notice =>
  notice(
    "note",
    "streamed",
    `the ${plural(rows, "row")} were read in blocks, which takes little memory; what columns hold was told from the first ${headRows}`,
    { count: rows },
  );

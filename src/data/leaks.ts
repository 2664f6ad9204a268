import { type Notice, notice } from "../core/notice.js";
import { plural, shortList } from "../core/text.js";
import type { Matrix } from "../numeric/matrix.js";
import { placesInOrder } from "../numeric/place-in.js";
import type { SparseMatrix } from "../numeric/sparse-matrix.js";
import { columnBlocks } from "./column-entries.js";
import { classCounts, type Labels } from "./labels.js";

/** A column that alone tells the class of more held-out rows than this is nearly the target. */
const tellsAll = 0.97;
/** The same for columns that by their name are no measurement. */
const tellsAllSuspect = 0.9;
/** Where one class has this part of the rows, accuracy says nothing. */
const mostMajority = 0.9;
/** Cramér's V from which on a batch goes with the classes. */
const strongAssociation = 0.5;
/** Numbers with at most this many different values are looked at value by value. */
const fewValues = 20;
const folds = 5;
/** Of larger data only columns with such names are looked at. */
const mostValues = 2e7;

/** Names of what is no measurement of a sample: ids, dates, places and runs. */
const suspectName =
  /(^|[^a-z])(id|batch|date|time|site|cent(?:er|re)|plate|run|lane|chip|hospital|scanner)([^a-z]|$)/i;
const batchName = /(^|[^a-z])(batch|site|cent(?:er|re)|plate|run|lane|chip|hospital|scanner)([^a-z]|$)/i;

/** What is looked through: a dataset, or what one is made of. */
interface LabelledValues {
  readonly values: Matrix | SparseMatrix;
  readonly featureNames: readonly string[];
  readonly categories?: readonly (readonly string[] | null)[] | null;
  readonly labels: Labels | null;
  /** Rows of one group are held out together. */
  readonly rowGroups?: readonly string[] | null;
  /** There where the labels are slices of a target. */
  readonly targets: Float64Array | null;
}

/** Columns that give the classes away, by name. */
export interface Leaks {
  /** Those that alone tell nearly every held-out row's class. */
  readonly copies: readonly string[];
  /** Batches or sites that go with the classes. */
  readonly confounded: readonly string[];
}

/**
 * Warnings about columns that give the classes away: those that alone tell nearly every held-out row's class, and batches
 * or sites that go with the classes. A number to predict is looked at by its slices.
 */
export function leakNotices(data: LabelledValues): Notice[] {
  return noticesOfLeaks(findLeaks(data), data.values.columns, data.targets !== null);
}

/** What was found among so many features, as warnings. */
export const noticesOfLeaks = (
  { copies, confounded }: Leaks,
  features: number,
  isNumber: boolean,
): Notice[] => [...copyNotices(copies, features, isNumber), ...confoundedNotices(confounded, isNumber)];

/** The columns that give the classes away; of large data only those are looked at whose names make it likely. */
export function findLeaks(
  data: LabelledValues,
  isLarge = data.values.rows * data.values.columns > mostValues,
): Leaks {
  const { labels, featureNames } = data;
  const { rows } = data.values;
  const none = { copies: [], confounded: [] };
  if (!labels || rows < 2 * folds) return none;
  const counts = classCounts(labels);
  const majority = counts.reduce((a, b) => Math.max(a, b), 0) / rows;
  if (majority >= mostMajority || counts.filter((count) => count > 0).length < 2) return none;
  if (isLarge && !featureNames.some((name) => suspectName.test(name))) return none;
  const foldOf = foldsOfRows(rows, data.rowGroups);
  const copies: string[] = [];
  const confounded: string[] = [];
  const column = new Float64Array(rows);
  for (const { start, values } of columnBlocks(data.values))
    for (let j = 0; j < values.columns; j++) {
      const name = featureNames[start + j];
      if (isLarge && !suspectName.test(name)) continue;
      for (let i = 0; i < rows; i++) column[i] = values.get(i, j);
      const isCategory = data.categories?.[start + j] != null;
      const levels = discreteValues(column, isCategory ? rows : fewValues);
      const bar = suspectName.test(name) ? tellsAllSuspect : tellsAll;
      const accuracy = levels
        ? levelAccuracy(levels, labels.codes, counts.length, foldOf)
        : rangeAccuracy(column, labels.codes, counts.length, foldOf, bar);
      if (accuracy > bar) copies.push(name);
      if (
        batchName.test(name) &&
        cramersV(levels ?? batches(column), labels.codes, counts) > strongAssociation
      )
        confounded.push(name);
    }
  return { copies, confounded };
}

/** The fold of each row, in turn; all rows of a group are in one. */
function foldsOfRows(rows: number, groups: readonly string[] | null | undefined): Uint8Array {
  if (!groups) return Uint8Array.from({ length: rows }, (_, i) => i % folds);
  const numbers = new Map<string, number>();
  for (const group of groups) if (!numbers.has(group)) numbers.set(group, numbers.size);
  return Uint8Array.from(groups, (group) => numbers.get(group)! % folds);
}

function copyNotices(columns: readonly string[], features: number, isNumber: boolean): Notice[] {
  // Where many features tell the classes, the classes are simply easy.
  if (columns.length === 0 || columns.length > Math.max(2, 0.05 * features)) return [];
  const text = `${plural(columns.length, "column tells", "columns tell")} the ${isNumber ? "target" : "class"} almost alone: ${shortList(columns, 5)}; what is made from the target, or known only after it, must not be a feature`;
  return [
    notice("warning", "target-copy", text, { columns, count: columns.length }, [
      { action: "leave it out", option: "drop", value: columns },
    ]),
  ];
}

function confoundedNotices(columns: readonly string[], isNumber: boolean): Notice[] {
  if (columns.length === 0) return [];
  const what = isNumber ? "target" : "classes";
  const text = `${plural(columns.length, "column goes", "columns go")} with the ${what}: ${shortList(columns, 5)}; what tells these batches apart looks as if it told the ${what}${isNumber ? "" : " apart"}`;
  return [
    notice("warning", "confounded", text, { columns, count: columns.length }, [
      {
        action: "keep rows of a batch together when accuracy is measured",
        option: "rowGroups",
        value: columns[0],
      },
    ]),
  ];
}

interface Discrete {
  readonly codes: Int32Array;
  readonly count: number;
}

/** The different values as codes, a missing value being one of them; null where there are more than `most`. */
function discreteValues(column: Float64Array, most: number): Discrete | null {
  const codeOf = new Map<number, number>();
  const codes = new Int32Array(column.length);
  for (let i = 0; i < column.length; i++) {
    const code = codeOf.get(column[i]) ?? codeOf.size;
    if (code === codeOf.size) codeOf.set(column[i], code);
    if (codeOf.size > most) return null;
    codes[i] = code;
  }
  return { codes, count: codeOf.size };
}

/** Numbers of a batch as codes: each on its own where they repeat, else in five ranges of about as many rows. */
function batches(column: Float64Array): Discrete {
  const single = discreteValues(column, column.length / 4);
  if (single) return single;
  const place = (row: number) => (Number.isNaN(column[row]) ? Number.POSITIVE_INFINITY : column[row]);
  const order = Int32Array.from(column.keys()).sort((a, b) => place(a) - place(b) || a - b);
  const codes = new Int32Array(column.length);
  order.forEach((row, rank) => {
    codes[row] = Math.floor((5 * rank) / column.length);
  });
  return { codes, count: 5 };
}

/** How many held-out rows are of the class that is most frequent at their level in the other rows, as a fraction. */
function levelAccuracy(
  { codes: levels, count }: Discrete,
  classes: Int32Array,
  classCount: number,
  foldOf: Uint8Array,
): number {
  const table = new Int32Array(count * classCount);
  for (let i = 0; i < levels.length; i++) table[levels[i] * classCount + classes[i]]++;
  let right = 0;
  for (let fold = 0; fold < folds; fold++) {
    const held = new Int32Array(table.length);
    for (let i = 0; i < levels.length; i++)
      if (foldOf[i] === fold) held[levels[i] * classCount + classes[i]]++;
    for (let level = 0; level < count; level++) {
      const at = level * classCount;
      let best = 0;
      let most = 0;
      for (let c = 0; c < classCount; c++) {
        const training = table[at + c] - held[at + c];
        if (training > most) [most, best] = [training, c];
      }
      if (most > 0) right += held[at + best];
    }
  }
  return right / levels.length;
}

/**
 * The same for numbers: the values are cut into ranges where the class of the training rows changes, each range being of the
 * class of its rows. Only few ranges are tried: a column with many is no copy of the target.
 */
function rangeAccuracy(
  column: Float64Array,
  classes: Int32Array,
  classCount: number,
  foldOf: Uint8Array,
  bar: number,
): number {
  if (!mayTellClasses(column, classes, classCount, bar)) return 0;
  const order = placesInOrder(column);
  if (order.length < bar * column.length) return 0;
  // Classes that lie apart change about once per class; far more changes than odd rows allow for are no copy.
  let changes = 0;
  for (let at = 1; at < order.length; at++) changes += Number(classes[order[at]] !== classes[order[at - 1]]);
  if (changes > classCount + 2 * (1 - bar) * order.length) return 0;
  const ranges = new Int32Array(column.length).fill(-1);
  let range = 0;
  for (let at = 0; at < order.length; at++) {
    // A new range begins where three rows in a row agree on another class than the range so far.
    const [a, b, c] = [classes[order[at]], classes[order[at + 1]], classes[order[at + 2]]];
    const before = at === 0 ? a : classes[order[at - 1]];
    if (a !== before && a === b && b === c && column[order[at]] !== column[order[at - 1]]) range++;
    ranges[order[at]] = range;
  }
  for (let i = 0; i < ranges.length; i++) if (ranges[i] < 0) ranges[i] = range + 1;
  if (range + 1 > 2 * classCount) return 0;
  return levelAccuracy({ codes: ranges, count: range + 2 }, classes, classCount, foldOf);
}

/** How many rows a first look takes, at least, and for each class: fewer would change class nearly every time anyway. */
const [firstLook, perClass] = [48, 4];

/** A first look at some rows, which saves sorting nearly all columns of a wide table. */
function mayTellClasses(column: Float64Array, classes: Int32Array, classCount: number, bar: number): boolean {
  const look = Math.max(firstLook, perClass * classCount);
  if (column.length < 2 * look) return true;
  const step = Math.floor(column.length / look);
  const values = new Float64Array(look);
  for (let at = 0; at < look; at++) values[at] = column[at * step];
  const order = placesInOrder(values);
  let changes = 0;
  for (let at = 1; at < order.length; at++)
    changes += Number(classes[order[at] * step] !== classes[order[at - 1] * step]);
  // Twice the odd rows that are allowed on the whole, and some for the luck of the draw.
  return changes <= 2 * classCount + 4 * (1 - bar) * look + 4;
}

/**
 * Cramér's V of levels and classes, 0 for independent, 1 where one tells the other, less what many levels give by chance
 * (W. Bergsma, A bias-correction for Cramér's V and Tschuprow's T, 2013).
 */
function cramersV({ codes, count }: Discrete, classes: Int32Array, classCounts: Int32Array): number {
  const classCount = classCounts.length;
  const table = new Float64Array(count * classCount);
  const levelCounts = new Float64Array(count);
  for (let i = 0; i < codes.length; i++) {
    table[codes[i] * classCount + classes[i]]++;
    levelCounts[codes[i]]++;
  }
  let chiSquare = 0;
  for (let level = 0; level < count; level++)
    for (let c = 0; c < classCount; c++) {
      const expected = (levelCounts[level] * classCounts[c]) / codes.length;
      const excess = table[level * classCount + c] - expected;
      if (expected > 0) chiSquare += (excess * excess) / expected;
    }
  const rows = codes.length;
  const classesThere = classCounts.filter((n) => n > 0).length;
  const excess = chiSquare / rows - ((count - 1) * (classesThere - 1)) / (rows - 1);
  const corrected = (size: number) => size - ((size - 1) * (size - 1)) / (rows - 1);
  const degrees = Math.min(corrected(count), corrected(classesThere)) - 1;
  return degrees > 0 && excess > 0 ? Math.sqrt(excess / degrees) : 0;
}

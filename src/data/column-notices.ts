import { type Notice, notice } from "../core/notice.js";
import { plural, quoted, shortList } from "../core/text.js";
import type { ToldColumn } from "./column-kinds.js";
import { textToNumber } from "./readers/shared/column-from-texts.js";
import type { ReadOptions } from "./reading-options.js";
import { columnText, type Table } from "./table.js";

/** Up to three columns by name, each with something about it in brackets; the others are counted. */
function withDetails(
  names: readonly string[],
  places: readonly number[],
  detail: (place: number) => string,
): string {
  const some = places.slice(0, 3).map((j) => `${names[j]} (${detail(j)})`);
  return `${some.join(", ")}${places.length > 3 ? ` and ${places.length - 3} more` : ""}`;
}

const leftOutKinds = [
  ["id", "an id or a row number", "ids or row numbers"],
  ["date", "dates", "dates"],
  ["text", "free text", "free text"],
] as const;

/** One notice for each kind of column that is no feature. What the user declared needs none. */
export function leftOutNotices(
  names: readonly string[],
  told: readonly ToldColumn[],
  leftOut: readonly number[],
  id: number,
): Notice[] {
  return leftOutKinds.flatMap(([kind, one, many]) => {
    const places = leftOut.filter((j) => told[j].kind === kind && told[j].why !== "declared");
    if (places.length === 0) return [];
    const columns = places.map((j) => names[j]);
    const holds =
      places.length === 1
        ? `1 column holds ${one} and is not used as a feature`
        : `${places.length} columns hold ${many} and are not used as features`;
    const ids = places.includes(id) ? `; ${names[id]} names the rows` : "";
    const numbers = kind === "text" ? places.find((j) => areMostlyNumbers(told[j])) : undefined;
    const as = kind === "id" && told[places[0]].column.kind === "number" ? "number" : "category";
    return [
      notice(
        "note",
        "columns-left-out",
        `${holds}: ${withDetails(names, places, (j) => told[j].why)}${ids}`,
        { columns, count: columns.length },
        [
          numbers === undefined
            ? { action: "use it all the same", option: "columns", value: [`${columns[0]}=${as}`] }
            : {
                action: `use the numbers of ${names[numbers]}, with all else as missing`,
                option: "columns",
                value: [`${names[numbers]}=number`],
              },
        ],
      ),
    ];
  });
}

/** Whether more than half of what is there are numbers: some below a limit, as `<5`, make a column one of texts. */
function areMostlyNumbers({ column }: ToldColumn): boolean {
  const known = columnText(column).filter((text) => text !== "");
  return 2 * known.filter((text) => textToNumber(text) !== undefined).length > known.length;
}

/** From this many rows per column on, a table of numbers without a target looks like genes in rows. */
const manyRows = 10;

/** Whether texts are names although some come twice, as genes do: words of which nearly all differ. */
function areMostlyNames(texts: readonly string[]): boolean {
  const different = new Set(texts);
  if (different.size < 0.9 * texts.length) return false;
  for (const text of different) if (/\s/.test(text.trim())) return false;
  return true;
}

/** Many more rows than columns, all of them numbers, rows with names, no target: the samples may stand in columns. */
export function turnedNotices(
  table: Table,
  told: readonly ToldColumn[],
  features: readonly number[],
  target: number,
  { samplesIn }: ReadOptions,
): Notice[] {
  const hasNames =
    table.rowIds !== undefined ||
    told[0]?.kind === "id" ||
    (told[0]?.kind === "text" && areMostlyNames(columnText(table.columns[0])));
  const onlyNumbers = features.every((j) => told[j].kind === "number");
  if (target >= 0 || samplesIn !== undefined || table.decimalMark === undefined || !hasNames || !onlyNumbers)
    return [];
  if (features.length < 4 || table.rows < 100 || table.rows < manyRows * features.length) return [];
  const text = `there are ${table.rows} named rows and ${features.length} columns of numbers: the samples seem to stand in the columns`;
  return [
    notice("warning", "samples-in-columns", text, {}, [
      { action: "read each column as a sample", option: "samplesIn", value: "columns" },
    ]),
  ];
}

const subject = "(?:patient|subject|participant|donor|individual|person|animal|speaker)";
const idWord = "(?:[_\\s.-]?(?:id|nr|no|number|code|name))";

/** `patient`, `Subject ID`, `study_donor_nr` … Of texts `tumour.patient` too; numbers under such a name, as `age_patient`, are of other things. */
const namesSubjects = {
  number: new RegExp(`^(?:${subject}|(?:.*[_\\s.-])?${subject}${idWord})$`, "i"),
  text: new RegExp(`^(?:.*[_\\s.-])?${subject}${idWord}?$`, "i"),
};

/** A column of fewer different values is rather a property than a name. */
const fewestSubjects = 10;

/** Columns that seem to say whose a row is, where several rows are of one: those must not be learned from and tested on. */
export function subjectNotices({ names, columns }: Table, places: readonly number[]): Notice[] {
  return places.flatMap((j) => {
    const column = columns[j];
    const isNumber = column.kind === "number";
    if (!namesSubjects[isNumber ? "number" : "text"].test(names[j].trim())) return [];
    if (isNumber && column.values.some((value) => !Number.isNaN(value) && !Number.isInteger(value)))
      return [];
    const known = columnText(column).filter((text) => text !== "");
    const different = new Set(known).size;
    if (different < fewestSubjects || different === known.length) return [];
    const text = `several rows have the same ${quoted(names[j])} (${known.length} rows, ${different} different): where one of them is learned from and another held out, accuracy is too high`;
    return [
      notice("warning", "repeated-subjects", text, { columns: [names[j]], count: different }, [
        { action: "keep them together", option: "rowGroups", value: names[j] },
      ]),
    ];
  });
}

/** What was read of cells that are not plain numbers, and of words with several spellings. */
export function readingNotices(
  names: readonly string[],
  told: Readonly<Record<number, ToldColumn>>,
  places: readonly number[],
): Notice[] {
  return [
    ...writtenNotices(names, told, places),
    ...oddCellNotices(names, told, places),
    ...spellingNotices(names, told, places),
  ];
}

function oddCellNotices(
  names: readonly string[],
  told: Readonly<Record<number, ToldColumn>>,
  features: readonly number[],
): Notice[] {
  const places = features.filter((j) => told[j].notNumbers);
  if (places.length === 0) return [];
  const columns = places.map((j) => names[j]);
  const count = places.reduce((sum, j) => sum + told[j].notNumbers!.count, 0);
  const some = withDetails(names, places, (j) => told[j].notNumbers!.examples.map(quoted).join(", "));
  const text = `${plural(count, "cell")} in ${plural(places.length, "column")} of numbers ${count === 1 ? "is not a number and counts" : "are not numbers and count"} as missing: ${some}`;
  return [notice("note", "missing-values", text, { columns, count })];
}

function writtenNotices(
  names: readonly string[],
  told: Readonly<Record<number, ToldColumn>>,
  features: readonly number[],
): Notice[] {
  const places = features.filter((j) => told[j].written);
  if (places.length === 0) return [];
  const columns = places.map((j) => names[j]);
  const some = withDetails(
    names,
    places,
    (j) => `${quoted(told[j].written!.text)} as ${told[j].written!.number}`,
  );
  const text = `${plural(places.length, "column holds", "columns hold")} numbers with a unit, marks between thousands or a decimal comma, read as plain numbers: ${some}`;
  return [
    notice("note", "written-numbers", text, { columns, count: columns.length }, [
      { action: "use it as a category", option: "columns", value: [`${columns[0]}=category`] },
    ]),
  ];
}

function spellingNotices(
  names: readonly string[],
  told: Readonly<Record<number, ToldColumn>>,
  features: readonly number[],
): Notice[] {
  const places = features.filter((j) => told[j].spellings && told[j].spellings.length > 0);
  if (places.length === 0) return [];
  const columns = places.map((j) => names[j]);
  const some = withDetails(names, places, (j) => {
    const words = told[j].spellings!.map(
      ({ kept, others }) => `${shortList(others.map(quoted), 4)} as ${quoted(kept)}`,
    );
    return `${words.slice(0, 3).join("; ")}${words.length > 3 ? "; …" : ""}`;
  });
  const text = `spellings of the same word were taken as one in ${plural(places.length, "column")}: ${some}`;
  const known = told[places[0]].why === "known levels";
  return [
    notice(
      "note",
      "spellings-merged",
      text,
      { columns, count: columns.length },
      known ? [] : [{ action: "keep them apart", option: "columns", value: [`${columns[0]}=category`] }],
    ),
  ];
}

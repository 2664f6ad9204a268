import { InputError } from "../core/input-error.js";
import type { ByteSource } from "./byte-source.js";
import { type FileInput, openInput } from "./open-input.js";
import { guessDialect, readHead } from "./readers/csv/guess-dialect.js";
import { type CellSink, Tokenizer } from "./readers/csv/tokenizer.js";
import { consumeText } from "./readers/shared/consume-text.js";
import { decodeText } from "./readers/shared/decode-text.js";
import { gunzip } from "./readers/shared/gunzip.js";
import { openText } from "./readers/shared/open-text.js";
import { inFile, lineError } from "./readers/shared/reading.js";

const headSize = 1 << 18;

/**
 * Reads which features belong together from a text table of two columns, the feature and the name of its group; a
 * feature without a group stands alone. Cells are text whatever they look like: `007` stays `007`. The first line is
 * taken as a header if it names neither a feature of the data nor a group of another line.
 */
export async function readFeatureGroups(
  input: FileInput,
  featureNames: readonly string[],
): Promise<Map<string, string[]>> {
  const source = await openInput(input, "groups");
  const lines = await inFile(source.name, async () =>
    readPairs(await openPlain(source), "the name of its group"),
  );
  const [first] = lines;
  const isHeader =
    first !== undefined &&
    !first.feature.includes("*") &&
    !featureNames.includes(first.feature) &&
    !lines.some((line) => line !== first && line.value === first.value);
  const groups = new Map<string, string[]>();
  for (const { feature, value: group } of isHeader ? lines.slice(1) : lines) {
    if (group === "") continue;
    const members = groups.get(group);
    if (members) members.push(feature);
    else groups.set(group, [feature]);
  }
  return groups;
}

/**
 * Reads what features cost from a text table of two columns, the feature or group and a number above 0. The first line is
 * taken as a header if its second cell is no number; a feature without a number is left out.
 */
export async function readFeatureCosts(input: FileInput): Promise<Map<string, number>> {
  const source = await openInput(input, "costs");
  return inFile(source.name, async () => {
    const lines = await readPairs(await openPlain(source), "what it costs");
    const costs = new Map<string, number>();
    for (const [at, { feature, value, line, separator }] of lines.entries()) {
      const cost = Number(separator === comma ? value : value.replace(",", "."));
      if (value === "" || (at === 0 && Number.isNaN(cost))) continue;
      if (!(cost > 0 && cost < Number.POSITIVE_INFINITY))
        throw lineError(line, `the cost of "${feature}" must be a number above 0; "${value}" was given`);
      if (costs.has(feature)) throw lineError(line, `"${feature}" has a cost already`);
      costs.set(feature, cost);
    }
    if (costs.size === 0) throw new InputError("unreadable-file", "there is no cost in the file");
    return costs;
  });
}

const comma = 0x2c;

interface Pair {
  readonly feature: string;
  readonly value: string;
  readonly line: number;
  /** The byte between the cells. */
  readonly separator: number;
}

/** The lines of a table of features and something about each. */
async function readPairs(source: ByteSource, what: string): Promise<Pair[]> {
  const head = await readHead(source, headSize);
  const { separator } = guessDialect(head.bytes, head.isWhole, {});
  const pairs: Pair[] = [];
  let cells: string[] = [];
  const sink: CellSink = {
    cell(bytes, start, end) {
      cells.push(decodeText(bytes, start, end));
    },
    endRow(count, line) {
      if (count !== 2)
        throw lineError(
          line,
          `there ${count === 1 ? "is 1 cell" : `are ${count} cells`} where 2 are expected: a feature and ${what}, separated by a comma, semicolon or tab`,
        );
      const [feature, value] = cells;
      if (feature === "") throw lineError(line, "the feature has no name");
      pairs.push({ feature, value, line, separator });
      cells = [];
    },
    blankLine() {},
  };
  const tokenizer = new Tokenizer(separator, sink, head.line);
  await consumeText(source, {}, (bytes, isLast) => tokenizer.push(bytes, isLast), head.start);
  return pairs;
}

async function openPlain(source: ByteSource): Promise<ByteSource> {
  if (source.size === 0) throw new InputError("unreadable-file", "the file is empty");
  const start = await source.read(0, 2);
  return openText(start[0] === 0x1f && start[1] === 0x8b ? await gunzip(source) : source);
}

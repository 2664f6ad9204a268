import type { Column } from "../../table.js";
import { shortList } from "../../find-column.js";
import { lineError, quoted } from "../shared/line-error.js";
import { parseNumber } from "../shared/parse-number.js";
import type { Attribute } from "./parse-attribute.js";
import type { ValueScanner } from "./value-scanner.js";

/** The columns of an ARFF file as its rows come. What a row does not set is 0, the first level, or missing text. */
export class AttributeColumns {
  rows = 0;
  private capacity = 64;
  private readonly numbers: Float64Array[];
  private readonly codes: Int32Array[];
  private readonly texts: string[][];
  private readonly codeOf: Map<string, number>[];
  private readonly firstTexts = new Map<number, { place: string; value: string }>();

  constructor(
    private readonly source: string,
    readonly attributes: readonly Attribute[],
  ) {
    const lengthOf = (attribute: Attribute, kind: Attribute["kind"]) => (attribute.kind === kind ? this.capacity : 0);
    this.numbers = attributes.map((attribute) => new Float64Array(lengthOf(attribute, "number")));
    this.codes = attributes.map((attribute) => new Int32Array(lengthOf(attribute, "nominal")));
    this.texts = attributes.map(() => []);
    this.codeOf = attributes.map(({ levels }) => new Map(levels.map((level, code) => [level, code])));
  }

  /** Sets the scanner's value in the row that is being read. */
  set(column: number, bytes: Uint8Array, scanner: ValueScanner, line: number): void {
    const { name, kind, levels } = this.attributes[column];
    const isMissing =
      !scanner.isQuoted && (scanner.end === scanner.start || (bytes[scanner.start] === 63 && isOneByte(bytes, scanner)));
    if (kind === "number") {
      const value = isMissing ? Number.NaN : parseNumber(bytes, scanner.start, scanner.end);
      if (value === undefined)
        throw lineError(this.source, line, `${quoted(scanner.text())} in attribute ${quoted(name)} is not a number`);
      this.numbers[column][this.rows] = value;
    } else if (kind === "nominal") {
      const code = isMissing ? -1 : this.codeOf[column].get(scanner.text());
      if (code === undefined)
        throw lineError(
          this.source,
          line,
          `${quoted(scanner.text())} is not a value of attribute ${quoted(name)}; the allowed ones are ${shortList(levels)}`,
        );
      this.codes[column][this.rows] = code;
    } else if (!isMissing) {
      const value = scanner.text();
      this.texts[column][this.rows] = value;
      if (!this.firstTexts.has(column)) this.firstTexts.set(column, { place: `line ${line}`, value });
    }
  }
}

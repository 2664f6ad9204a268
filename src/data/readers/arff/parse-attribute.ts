import { quoted } from "../../../core/text.js";
import { lineError } from "../shared/reading.js";
import { stopBytes, type ValueScanner } from "./value-scanner.js";

/** A column that an ARFF file declares. */
export interface Attribute {
  readonly name: string;
  readonly kind: "number" | "text" | "nominal";
  /** The values of a nominal attribute, in the file's order. */
  readonly levels: readonly string[];
}

const blanks = stopBytes(" \t");
const blanksAndBrace = stopBytes(" \t{");
const levelEnds = stopBytes(",}");
const [openingBrace, closingBrace, comma] = [123, 125, 44];

/** Reads what follows `@attribute`: a name, and a type or the list of allowed values. */
export function parseAttribute(scanner: ValueScanner, line: number): Attribute {
  scanner.next(blanks);
  const name = scanner.text();
  if (name === "") throw lineError(line, "@attribute needs a name and a type");
  if (scanner.peek() === openingBrace)
    return { name, kind: "nominal", levels: parseLevels(scanner, line, name) };
  scanner.next(blanksAndBrace);
  const type = scanner.text().toLowerCase();
  if (type === "numeric" || type === "real" || type === "integer")
    return { name, kind: "number", levels: [] };
  if (type === "string" || type === "date") return { name, kind: "text", levels: [] };
  throw lineError(
    line,
    `attribute ${quoted(name)} has the type ${quoted(type)}; the types numeric, real, integer, string, date and {a, b, …} are supported`,
  );
}

function parseLevels(scanner: ValueScanner, line: number, name: string): string[] {
  const levels: string[] = [];
  const known = new Set<string>();
  scanner.at++;
  while (scanner.peek() !== closingBrace) {
    if (scanner.peek() === 0) throw lineError(line, `the list of values of ${quoted(name)} has no closing }`);
    scanner.next(levelEnds);
    const level = scanner.text();
    if (known.has(level)) throw lineError(line, `attribute ${quoted(name)} lists ${quoted(level)} twice`);
    known.add(level);
    levels.push(level);
    if (scanner.peek() === comma) scanner.at++;
    else if (scanner.peek() !== closingBrace && scanner.peek() !== 0)
      throw lineError(line, `the values of ${quoted(name)} must be separated by commas`);
  }
  return levels;
}

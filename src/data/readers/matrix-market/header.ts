import { quoted } from "../../../core/text.js";
import { lineError } from "../shared/reading.js";

/** What the first line of a Matrix Market file says. */
export interface MatrixHeader {
  readonly layout: "coordinate" | "array";
  readonly hasValues: boolean;
  readonly symmetry: "general" | "symmetric" | "skew-symmetric";
}

const allowed = {
  layout: ["coordinate", "array"],
  field: ["real", "integer", "pattern", "double", "unsigned-integer"],
  symmetry: ["general", "symmetric", "skew-symmetric"],
};

/** Reads `%%MatrixMarket matrix coordinate real general`. */
export function parseHeader(text: string): MatrixHeader {
  const [banner, object, layout, field, symmetry] = text.trim().toLowerCase().split(/\s+/);
  if (banner !== "%%matrixmarket" || object !== "matrix")
    throw lineError(1, `a Matrix Market file starts with "%%MatrixMarket matrix"; ${quoted(text)} was found`);
  const check = (what: keyof typeof allowed, word: string | undefined) => {
    if (word === undefined || !allowed[what].includes(word))
      throw lineError(
        1,
        `the ${what} must be one of ${allowed[what].join(", ")}; ${quoted(word ?? "")} was found`,
      );
  };
  check("layout", layout);
  check("field", field);
  check("symmetry", symmetry);
  if (layout === "array" && field === "pattern")
    throw lineError(1, "an array of pattern entries has no values; use the coordinate format");
  return {
    layout: layout as MatrixHeader["layout"],
    hasValues: field !== "pattern",
    symmetry: symmetry as MatrixHeader["symmetry"],
  };
}

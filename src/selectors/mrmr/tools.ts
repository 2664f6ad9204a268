import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";

/** How relevance and redundancy are measured and put together. */
export type Scheme = (typeof schemes)[number];

/** Every scheme; the first is the default. */
export const schemes = ["mid", "miq", "fcd", "fcq"] as const;

/** What differs between programs that all call themselves mRMR. */
export interface Rules {
  /** Mutual information in bits instead of nats. */
  readonly bits: boolean;
  /** Added to the mean redundancy before it divides. */
  readonly epsilon: number;
  /** Only so many of the most relevant features are searched. */
  readonly pool: number;
  /** Of equal candidates the most relevant one wins, and only then the earlier. */
  readonly tiesByRelevance: boolean;
  /** Values and their distances from the mean are rounded to 32 bits before they become states. */
  readonly single: boolean;
  /** Every different value is a state, however many there are. */
  readonly anyValue: boolean;
  /** No correlation counts for less than this. */
  readonly floor: number;
  /** Features with no relevance at all are never chosen, and one that repeats all chosen ones only in the end. */
  readonly dropUseless: boolean;
}

/** The definition this project uses. */
export const ownRules: Rules = {
  bits: false,
  epsilon: 0,
  pool: Number.POSITIVE_INFINITY,
  tiesByRelevance: false,
  single: false,
  anyValue: false,
  floor: 0,
  dropUseless: false,
};

/** A program that can be followed: the schemes it has, and what it does otherwise. */
interface Tool {
  readonly title: string;
  readonly schemes: readonly Scheme[];
  readonly rules: Rules;
}

/** Each was read in its own source; what could not be read is not here. */
const tools: Readonly<Record<string, Tool>> = {
  peng: {
    title: "Peng's C++ program",
    schemes: ["mid", "miq"],
    rules: { ...ownRules, bits: true, epsilon: 1e-4, pool: 500, tiesByRelevance: true, single: true },
  },
  "peng-matlab": {
    title: "Peng's MATLAB functions",
    schemes: ["mid", "miq"],
    rules: { ...ownRules, bits: true, epsilon: 0.01, pool: 1000, tiesByRelevance: true },
  },
  pymrmr: {
    title: "pymrmr",
    schemes: ["mid", "miq"],
    rules: { ...ownRules, bits: true, epsilon: 1e-4, pool: 5000, tiesByRelevance: true },
  },
  "scikit-feature": {
    title: "scikit-feature",
    schemes: ["mid"],
    rules: { ...ownRules, bits: true, anyValue: true },
  },
  "mrmr-selection": {
    title: "the Python package mrmr_selection",
    schemes: ["fcq"],
    rules: { ...ownRules, floor: 0.001, dropUseless: true },
  },
};

/** The names for `compat`. */
export const toolNames = Object.keys(tools);

/** What a run goes by. */
export interface Plan {
  readonly scheme: Scheme;
  readonly rules: Rules;
  /** The program that is followed, by its full name. */
  readonly tool: string | null;
}

/**
 * The scheme and rules of a run. A program that has only one scheme gets it when the default was left as it is; a
 * scheme that the program does not have is refused.
 */
export function planOf(scheme: string, compat: string | null): Plan {
  if (compat === null) return { scheme: scheme as Scheme, rules: ownRules, tool: null };
  const { title, schemes: known, rules } = tools[compat];
  if (known.includes(scheme as Scheme)) return { scheme: scheme as Scheme, rules, tool: title };
  if (scheme === schemes[0] && known.length === 1) return { scheme: known[0], rules, tool: title };
  throw new InputError(
    "options-conflict",
    `${title} has no scheme ${scheme}; with ${optionName("compat")} ${compat}, ${optionName("scheme")} may be ${known.join(" or ")}`,
  );
}

import { InputError } from "./input-error.js";
import type { Notice } from "./notice.js";
import { describeValue } from "./option.js";

/** A number in JSON; infinities and NaN are written as strings. */
export type JsonNumber = number | "Infinity" | "-Infinity" | "NaN";

/** A value in JSON: typed arrays become lists, infinities and NaN become strings, functions are left out. */
export type Json<T> = T extends number
  ? number extends T
    ? JsonNumber
    : T
  : T extends string | boolean | null | undefined
    ? T
    : T extends Int32Array | Float64Array
      ? readonly JsonNumber[]
      : T extends readonly (infer E)[]
        ? readonly Json<E>[]
        : T extends object
          ? { readonly [K in keyof T as T[K] extends (...given: never[]) => unknown ? never : K]: Json<T[K]> }
          : unknown;

/** A plain copy of a value that survives JSON unchanged: {@link Json} says how. */
export function toPlain<T>(value: T): Json<T>;
export function toPlain(value: unknown): unknown {
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(toPlain);
  if (value instanceof Int32Array || value instanceof Float64Array) return Array.from(value, toPlain);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined && typeof member !== "function")
      .map(([name, member]) => [name, toPlain(member)]),
  );
}

/** Plain data with a `toJSON` that is not enumerated: it is compared, copied and sent as the data that it is. */
export function withJson<T extends object>(data: T): T & { toJSON(): Json<T> } {
  const result = { ...data };
  Object.defineProperty(result, "toJSON", {
    value(this: T) {
      return toPlain(this);
    },
  });
  return result as T & { toJSON(): Json<T> };
}

/** A result as the text of a JSON file. Infinities are written as strings. */
export function jsonText(result: unknown): string {
  return `${JSON.stringify(result, infinityAsWord, 2)}\n`;
}

const infinityAsWord = (_key: string, value: unknown) =>
  typeof value === "number" && !Number.isFinite(value) ? String(value) : value;

/** Reads a value of JSON, or refuses it; `place` says where it stands, as `results[2].accuracy`. */
export interface Shape<T> {
  (value: unknown, place: string): T;
  /** Whether the value may be absent from its object. */
  readonly optional?: boolean;
}

/** A text. */
export const text: Shape<string> = (value, place) => {
  if (typeof value !== "string") throw mustBe(place, "text", value);
  return value;
};

/** True or false. */
export const flag: Shape<boolean> = (value, place) => {
  if (typeof value !== "boolean") throw mustBe(place, "true or false", value);
  return value;
};

/** A number, or the string for an infinity or NaN. */
export const number: Shape<number> = (value, place) => {
  if (typeof value === "number") return value;
  if (value !== "Infinity" && value !== "-Infinity" && value !== "NaN")
    throw mustBe(place, "a number", value);
  return Number(value);
};

/** A whole number, 0 or more. */
export const count: Shape<number> = (value, place) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw mustBe(place, "a whole number, 0 or more", value);
  return value;
};

/** A text, a number, true, false or null: the value of an option. */
export const setting: Shape<string | number | boolean | null> = (value, place) => {
  if (value === null || ["string", "number", "boolean"].includes(typeof value))
    return value as string | number | boolean | null;
  throw mustBe(place, "text, a number, true, false or null", value);
};

/** One of these values. */
export function oneOf<const T extends string>(...choices: readonly T[]): Shape<T> {
  return (value, place) => {
    const found = choices.find((choice) => choice === value);
    if (found === undefined) throw mustBe(place, choices.map((choice) => `"${choice}"`).join(" or "), value);
    return found;
  };
}

/** Null, or what the shape allows. */
export const orNull =
  <T>(shape: Shape<T>): Shape<T | null> =>
  (value, place) =>
    value === null ? null : shape(value, place);

/** What one of two shapes allows. */
export const either =
  <A, B>(first: Shape<A>, second: Shape<B>): Shape<A | B> =>
  (value, place) => {
    try {
      return first(value, place);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      return second(value, place);
    }
  };

/** A member of an object that may be absent. */
export function optional<T>(shape: Shape<T>): Shape<T | undefined> & { readonly optional: true } {
  return Object.assign((value: unknown, place: string) => shape(value, place), { optional: true } as const);
}

/** A list. */
export const listOf =
  <T>(shape: Shape<T>): Shape<readonly T[]> =>
  (value, place) => {
    if (!Array.isArray(value)) throw mustBe(place, "a list", value);
    // Array.from also visits the holes of a list that a program made.
    return Array.from(value, (entry, at) => shape(entry, `${place}[${at}]`));
  };

/** Members whose names are not known in advance. */
export const byName =
  <T>(shape: Shape<T>): Shape<Readonly<Record<string, T>>> =>
  (value, place) =>
    Object.fromEntries(
      Object.entries(objectAt(value, place)).map(([name, member]) => [name, shape(member, at(place, name))]),
    );

/** An object with these members, in the order given; others are left out. */
export const object =
  <T extends object>(members: { readonly [K in keyof T]-?: Shape<T[K]> }): Shape<T> =>
  (value, place) => {
    const given = objectAt(value, place);
    const shapes = new Map<string, Shape<unknown>>(Object.entries(members));
    for (const [name, shape] of shapes)
      if (!shape.optional && !Object.hasOwn(given, name)) throw mustBe(at(place, name), "there");
    const entries = Object.entries(given).filter(([name]) => shapes.has(name));
    return Object.fromEntries(
      entries.map(([name, member]) => [name, shapes.get(name)!(member, at(place, name))]),
    ) as T;
  };

const at = (place: string, name: string) => (place ? `${place}.${name}` : name);

/** Says what is expected at a place, and what was found there. */
export function mustBe(place: string, wanted: string, given?: unknown): InputError {
  const found = given === undefined ? "" : `; ${describeValue(given)} was found`;
  return new InputError("unreadable-json", `${place || "it"} must be ${wanted}${found}`);
}

/** Reads the output of `JSON.parse`. An error names the place and the whole: `the recipe`. */
export function readAs<T>(whole: string, read: (value: unknown) => T, value: unknown): T {
  try {
    return read(value);
  } catch (error) {
    if (!(error instanceof InputError) || error.code !== "unreadable-json") throw error;
    throw new InputError("unreadable-json", `${whole} is damaged: ${error.sentence}`);
  }
}

/** The object at a place. */
export function objectAt(value: unknown, place: string): object {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw mustBe(place, "an object", value);
  return value;
}

/** The notices of any result; codes of later versions are kept. */
export const noticesShape: Shape<readonly Notice[]> = listOf(
  object<Notice>({
    code: text as Shape<Notice["code"]>,
    level: oneOf("problem", "warning", "note"),
    text,
    file: optional(text),
    line: optional(count),
    row: optional(count),
    column: optional(text),
    columns: optional(listOf(text)),
    option: optional(text),
    given: optional(either(either(text, number), flag)),
    allowed: optional(text),
    count: optional(count),
    classes: optional(listOf(text)),
    remedies: optional(
      listOf(
        object({
          action: text,
          option: text,
          value: optional(either(either(either(text, number), flag), listOf(text))),
        }),
      ),
    ),
  }),
);

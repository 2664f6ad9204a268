import { InputError } from "../numeric/input-error.js";

/** A part of a recipe that is being read; what is wrong is told with its place. */
export class JsonPart {
  private constructor(
    private readonly members: Readonly<Record<string, unknown>>,
    private readonly place: string,
  ) {}

  /** Refuses what is not an object. */
  static of(value: unknown, place: string): JsonPart {
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw damaged(place || "it", "an object");
    return new JsonPart(value as Readonly<Record<string, unknown>>, place);
  }

  /** The value of a key, or undefined; what an object inherits does not count. */
  value(key: string): unknown {
    return Object.hasOwn(this.members, key) ? this.members[key] : undefined;
  }

  part(key: string): JsonPart {
    return JsonPart.of(this.value(key), this.at(key));
  }

  /** A list of objects. */
  parts(key: string): JsonPart[] {
    return this.list(key, "a list").map((entry, i) => JsonPart.of(entry, `${this.at(key)}[${i}]`));
  }

  text(key: string): string {
    const value = this.value(key);
    if (typeof value !== "string") throw damaged(this.at(key), "a text");
    return value;
  }

  texts(key: string): string[] {
    const list = this.list(key, "a list of texts");
    if (!list.every((entry) => typeof entry === "string")) throw damaged(this.at(key), "a list of texts");
    return [...list] as string[];
  }

  /** Numbers, texts, yes or no, and null by name: the options of a method. */
  settings(key: string): Record<string, unknown> {
    const entries = Object.entries(this.part(key).members);
    for (const [name, value] of entries)
      if (value !== null && !["number", "string", "boolean"].includes(typeof value))
        throw damaged(`${this.at(key)}.${name}`, "a number, a text, true, false or null");
    return Object.fromEntries(entries);
  }

  number(key: string): number {
    const value = this.value(key);
    if (typeof value !== "number" || !Number.isFinite(value)) throw damaged(this.at(key), "a number");
    return value;
  }

  /** A whole number that is not negative. */
  count(key: string): number {
    const value = this.number(key);
    if (!Number.isSafeInteger(value) || value < 0) throw damaged(this.at(key), "a whole number from 0 on");
    return value;
  }

  /** This many numbers. */
  numbers(key: string, length: number): number[] {
    const list = this.list(key, `a list of ${length} numbers`);
    if (list.length !== length || !list.every((x) => typeof x === "number" && Number.isFinite(x)))
      throw damaged(this.at(key), `a list of ${length} numbers`);
    return [...list] as number[];
  }

  oneOf<T extends string>(key: string, choices: readonly T[]): T {
    const value = this.value(key);
    if (!choices.includes(value as T)) throw damaged(this.at(key), `one of ${choices.join(", ")}`);
    return value as T;
  }

  /** The same, where the key is there. */
  optional<T>(key: string, read: (key: string) => T): T | undefined {
    return this.value(key) === undefined ? undefined : read.call(this, key);
  }

  refuse(key: string, wanted: string): InputError {
    return damaged(this.at(key), wanted);
  }

  private list(key: string, wanted: string): readonly unknown[] {
    const value = this.value(key);
    if (!Array.isArray(value)) throw damaged(this.at(key), wanted);
    return value;
  }

  private at(key: string): string {
    return this.place ? `${this.place}.${key}` : key;
  }
}

function damaged(place: string, wanted: string): InputError {
  return new InputError(`the recipe is damaged: ${place} must be ${wanted}; save it again`);
}

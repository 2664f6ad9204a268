import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { didYouMean } from "../core/nearest-name.js";
import { type Notice, notice } from "../core/notice.js";
import { checkOption, describeValue } from "../core/option.js";
import { shortList } from "../core/text.js";
import type { Dataset } from "../data/dataset.js";
import { wholeNumber } from "./run-context.js";
import type { FeatureBlocks } from "./selector.js";
import { unknownFeature } from "./unknown-feature.js";

/**
 * What a user may settle about features before any method runs. A feature is named by its name, by that of its group, or
 * by a pattern such as `gene_*`.
 */
export interface ConstraintOptions {
  /** Features that are always picked, each with its whole group. */
  keep?: readonly string[];
  /** Features that the method does not get to see. */
  exclude?: readonly string[];
  /**
   * Columns with known influences, such as batch or age: they are no features, and what they add to each number is taken
   * away before selection, by least squares in which the classes keep their own part.
   */
  adjust?: readonly string[];
  /** Features that are picked or left together, by the name of their group; a feature can be in one group. */
  featureGroups?: FeatureGroups;
}

/** Lists of features by the name of their group. */
export type FeatureGroups =
  | Readonly<Record<string, readonly string[]>>
  | ReadonlyMap<string, readonly string[]>;

/**
 * Keep, exclude and feature groups, resolved for some data. What is picked are *choices*: a choice is a feature that is in no
 * group, or all features of a group that are not excluded. All features are places in the data.
 */
export class Constraints {
  /** The features that the method sees, in the data's order. */
  readonly seen: Int32Array;
  /** Those that it does not see: excluded ones, and known influences. */
  readonly excluded: Int32Array;
  /** The known influences. */
  readonly covariates: Int32Array;
  /** The kept features, those that their group brings along included. */
  readonly kept: Int32Array;
  /** The groups without their excluded members; none is empty. */
  readonly featureGroups: ReadonlyMap<string, Int32Array>;
  /** How many choices there are. */
  readonly choices: number;
  readonly notices: readonly Notice[];
  /** What was told of the data and still matters. */
  readonly told: readonly Notice[];
  /** A choice goes by its first feature. */
  private readonly choiceOf: Int32Array;
  private readonly keptChoices: ReadonlySet<number>;

  constructor(
    private readonly names: readonly string[],
    { keep = [], exclude = [], adjust = [], featureGroups = {} }: ConstraintOptions,
    /** What was told of the data: a name that it lacks may be a column of the file with its labels. */
    given: readonly Notice[] = [],
  ) {
    const { members, notices } = resolveGroups(names, groupLists(featureGroups));
    const covariates = resolve("adjust", adjust, names, members, given);
    const taken = new Set([...resolve("exclude", exclude, names, members), ...covariates]);
    this.featureGroups = withoutExcluded(members, taken);
    // A group that is kept by its name is kept without its excluded features.
    const kept = resolve(
      "keep",
      keep,
      names,
      new Map<string, Iterable<number>>([...members, ...this.featureGroups]),
    );
    refuseBoth(names, kept, taken);
    const all = Int32Array.from(names.keys());
    this.seen = all.filter((j) => !taken.has(j));
    this.excluded = all.filter((j) => taken.has(j));
    const hidden = new Set(Array.from(this.excluded, (j) => names[j]));
    // What gives the target away is settled once it is hidden.
    this.told = given.filter(
      ({ code, columns = [] }) => code !== "target-copy" || columns.some((name) => !hidden.has(name)),
    );
    this.covariates = all.filter((j) => covariates.has(j));
    if (this.seen.length === 0 && names.length > 0)
      throw new InputError(
        "unusable-data",
        `every feature is excluded (${optionName("exclude")}), so there is nothing to select from; exclude fewer`,
      );
    this.notices = notices;
    this.choiceOf = all.slice();
    for (const group of this.featureGroups.values()) for (const j of group) this.choiceOf[j] = group[0];
    this.choices = this.seen.filter((j) => this.choiceOf[j] === j).length;
    this.keptChoices = new Set(Array.from(kept, (j) => this.choiceOf[j]));
    this.kept = this.seen.filter((j) => this.keptChoices.has(this.choiceOf[j]));
  }

  /** The features that the method sees and, after them, the known influences. */
  seenIn(data: Dataset): Dataset {
    const { seen, covariates } = this;
    return seen.length < data.features ? data.selectColumns([...seen, ...covariates]) : data;
  }

  /** How many choices to pick: what was given, or as many as usual; refused where that is not possible. */
  resolveK(given: number | undefined, usual: number): number {
    const { choices, keptChoices } = this;
    const k = given ?? Math.min(usual, choices);
    if (typeof k === "number" && Number.isInteger(k) && k > choices && choices < this.names.length)
      throw new InputError(
        "option-value",
        `${optionName("k")} can be at most ${choices} here, because ${this.reasonForFewer()}; ${k} was given`,
        { facts: { option: "k", given: k } },
      );
    checkOption("k", wholeNumber(1, choices), k);
    if (keptChoices.size <= k) return k;
    const kept = Array.from(keptChoices, (j) => this.names[j]);
    throw new InputError(
      "options-conflict",
      `${kept.length} features are to be kept (${shortList(kept, 3)}), but ${optionName("k")} is ${k}${given === undefined ? " by default" : ""}`,
      {
        remedies: [
          { action: "select at least as many", option: "k", value: kept.length },
          { action: "keep fewer", option: "keep" },
        ],
      },
    );
  }

  /**
   * How many to pick where a result for all would say nothing of the choice: 20, or half of the choices where there are no
   * more; never fewer than those that are kept.
   */
  get usualK(): number {
    const { choices, keptChoices } = this;
    return Math.max(keptChoices.size, choices > 20 ? 20 : Math.ceil(choices / 2));
  }

  /** Why there are fewer choices than features. */
  private reasonForFewer(): string {
    const reasons: string[] = [];
    if (this.excluded.length > 0)
      reasons.push(
        `${this.excluded.length} of ${this.names.length} features ${this.excluded.length === 1 ? "is" : "are"} excluded`,
      );
    if (this.featureGroups.size > 0) reasons.push("a group counts as one");
    return reasons.join(" and ");
  }

  /**
   * How many features k choices will hold, kept ones included; where groups differ in size, as many as they hold on
   * average. This is the k that a method works for.
   */
  featuresIn(k: number): number {
    const others = this.choices - this.keptChoices.size;
    const each = others > 0 ? (this.seen.length - this.kept.length) / others : 0;
    return this.kept.length + Math.round((k - this.keptChoices.size) * each);
  }

  /** Which of the seen features stand or fall together where k choices are picked; undefined where each stands alone. */
  blocks(k: number): FeatureBlocks | undefined {
    if (this.choices === this.seen.length) return undefined;
    const numbers = new Map<number, number>();
    const of = this.seen.map((j) => {
      const choice = this.choiceOf[j];
      if (!numbers.has(choice)) numbers.set(choice, numbers.size);
      return numbers.get(choice)!;
    });
    return { of, wanted: k };
  }

  /**
   * From a method's ranking of the features that it saw to one of all: kept choices first, each choice at the place of
   * its best feature with the others of its group behind that one, excluded features last. `picked` features at its
   * head are the first k choices.
   */
  arrange(ranking: ArrayLike<number>, k: number): { ranking: Int32Array; picked: number } {
    const choices = new Map<number, number[]>();
    for (let place = 0; place < ranking.length; place++) {
      const choice = this.choiceOf[ranking[place]];
      const members = choices.get(choice);
      if (members) members.push(ranking[place]);
      else choices.set(choice, [ranking[place]]);
    }
    const inOrder = Array.from(choices.keys());
    const ordered = [
      ...inOrder.filter((choice) => this.keptChoices.has(choice)),
      ...inOrder.filter((choice) => !this.keptChoices.has(choice)),
    ].map((choice) => choices.get(choice)!);
    return {
      ranking: Int32Array.from([...ordered.flat(), ...this.excluded]),
      picked: ordered.slice(0, k).reduce((count, members) => count + members.length, 0),
    };
  }
}

function groupLists(groups: unknown): [string, readonly string[]][] {
  if (typeof groups !== "object" || groups === null || Array.isArray(groups))
    throw new InputError(
      "argument-type",
      `${optionName("featureGroups")} must be an object or a Map with a list of feature names for every group; ${describeValue(groups)} was given`,
    );
  const lists = [...(groups instanceof Map ? groups : Object.entries(groups))];
  for (const [name, list] of lists) requireNames(`group "${name}"`, list);
  return lists;
}

function requireNames(what: string, list: unknown): void {
  if (!Array.isArray(list))
    throw new InputError(
      "argument-type",
      `${what} must be a list of feature names; ${describeValue(list)} was given`,
    );
  for (const name of list)
    if (typeof name !== "string")
      throw new InputError(
        "argument-type",
        `${what} must be a list of feature names; it holds ${describeValue(name)}`,
      );
}

/** An annotation may name more features than the data has, so those are left out, and told. */
function resolveGroups(
  names: readonly string[],
  lists: readonly [string, readonly string[]][],
): { members: Map<string, readonly number[]>; notices: Notice[] } {
  if (lists.length === 0) return { members: new Map(), notices: [] };
  const placeOf = placesByName(names);
  const groupOf = new Map<number, string>();
  const members = new Map<string, readonly number[]>();
  const unknown: string[] = [];
  for (const [group, list] of lists) {
    const found = new Set<number>();
    for (const wanted of list) {
      const matches = matchFeatures(wanted, names, placeOf);
      if (matches.length === 0) unknown.push(wanted);
      for (const j of matches) found.add(j);
    }
    for (const j of found) {
      const other = groupOf.get(j);
      if (other !== undefined)
        throw new InputError(
          "options-conflict",
          `feature "${names[j]}" is in the groups "${other}" and "${group}"; a feature can be in one group only`,
        );
      groupOf.set(j, group);
    }
    members.set(group, [...found]);
  }
  if (unknown.length === 0) return { members, notices: [] };
  const [it, hint] = unknown.length === 1 ? ["it", didYouMean(unknown[0], names)] : ["them", ""];
  const text = `of the features named in feature groups, ${shortList(unknown, 3)}${hint} ${it === "it" ? "is" : "are"} not in the data`;
  if (groupOf.size === 0) throw new InputError("unknown-name", `${text}, nor is any other; check the names`);
  return {
    members,
    notices: [
      notice("warning", "constraints", `${text}; the groups do not include ${it}`, {
        count: unknown.length,
        columns: unknown,
      }),
    ],
  };
}

/** The groups with what is left of them. */
function withoutExcluded(
  groups: ReadonlyMap<string, readonly number[]>,
  excluded: ReadonlySet<number>,
): Map<string, Int32Array> {
  const rest = new Map<string, Int32Array>();
  for (const [name, members] of groups) {
    const left = Int32Array.from(members.filter((j) => !excluded.has(j))).sort();
    if (left.length > 0) rest.set(name, left);
  }
  return rest;
}

function resolve(
  option: string,
  wanted: readonly string[],
  names: readonly string[],
  groups: ReadonlyMap<string, Iterable<number>>,
  told: readonly Notice[] = [],
): Set<number> {
  requireNames(optionName(option), wanted);
  const found = new Set<number>();
  if (wanted.length === 0) return found;
  const placeOf = placesByName(names);
  for (const word of wanted) {
    // A feature's own name comes before that of a group.
    const group = placeOf.has(word) ? undefined : groups.get(word);
    const matches = group ? [...group] : matchFeatures(word, names, placeOf);
    if (matches.length === 0) throw unknownFeature(option, word, names, [...groups.keys()], told);
    for (const j of matches) found.add(j);
  }
  return found;
}

const placesByName = (names: readonly string[]) => new Map(names.map((name, j) => [name, j]));

function refuseBoth(names: readonly string[], kept: Set<number>, excluded: Set<number>): void {
  const both = Array.from(kept)
    .filter((j) => excluded.has(j))
    .map((j) => names[j]);
  if (both.length > 0)
    throw new InputError(
      "options-conflict",
      `${shortList(both, 3)} ${both.length === 1 ? "is" : "are"} both kept and excluded; take ${both.length === 1 ? "it" : "them"} out of one of the two lists`,
    );
}

/**
 * The features that a user's word stands for: the one of that name, else those that it matches as a pattern, in which `*`
 * stands for any run of characters. A name that holds a `*` itself is found by its name.
 */
export function matchFeatures(
  wanted: string,
  names: readonly string[],
  placeOf: ReadonlyMap<string, number>,
): readonly number[] {
  const place = placeOf.get(wanted);
  if (place !== undefined) return [place];
  if (!wanted.includes("*")) return [];
  const parts = wanted.split("*");
  return Array.from(names.keys()).filter((j) => fits(names[j], parts));
}

/** Whether the name begins with the first part, ends with the last, and has the others between them in this order. */
function fits(name: string, parts: readonly string[]): boolean {
  const [first, last] = [parts[0], parts[parts.length - 1]];
  const end = name.length - last.length;
  if (!name.startsWith(first) || !name.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = name.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= end;
}

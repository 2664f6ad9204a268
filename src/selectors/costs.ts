import { optionName } from "../core/diagnostic.js";
import { InputError } from "../core/input-error.js";
import { type Notice, notice } from "../core/notice.js";
import { describeValue } from "../core/option.js";
import { plural } from "../core/text.js";
import type { Constraints } from "./constraints.js";
import { allSelectors } from "./registry.js";
import type { Selector } from "./selector.js";
import { unknownFeature } from "./unknown-feature.js";

/** What it costs to measure a feature or a whole group of features, by name: numbers above 0. Others cost 1. */
export type Costs = Readonly<Record<string, number>> | ReadonlyMap<string, number>;

/** Costs resolved for some data. */
export class FeatureCosts {
  /** As they were given. */
  readonly given: Readonly<Record<string, number>>;
  readonly notices: readonly Notice[];
  /** What each feature of the data costs; the price of a group is divided among its features. */
  private readonly each: Float64Array;
  /** The group with a price of its own that a feature is in. */
  private readonly groupOf = new Map<number, string>();
  private readonly seen: Int32Array;

  constructor(costs: Costs, names: readonly string[], { featureGroups, seen }: Constraints) {
    this.given = plainCosts(costs);
    this.seen = seen;
    this.each = new Float64Array(names.length).fill(1);
    const placeOf = new Map(names.map((name, j) => [name, j]));
    const named = new Set<number>();
    for (const [name, cost] of Object.entries(this.given)) {
      const place = placeOf.get(name);
      const members = place === undefined ? featureGroups.get(name) : [place];
      if (!members) throw unknownFeature("costs", name, names, [...featureGroups.keys()]);
      for (const j of members) {
        if (named.has(j))
          throw new InputError(
            "options-conflict",
            `${optionName("costs")}: both "${names[j]}" and its group have a cost; give one of the two`,
          );
        named.add(j);
        this.each[j] = cost / members.length;
        if (place === undefined) this.groupOf.set(j, name);
      }
    }
    const count = seen.filter((j) => !named.has(j)).length;
    const text = `${plural(count, "feature has", "features have")} no cost given and ${count === 1 ? "counts" : "count"} as 1`;
    this.notices = count > 0 ? [notice("note", "constraints", text, { count })] : [];
  }

  /**
   * The cost of each seen feature as a part of the median, so that the unit has no meaning. Undefined where all cost the
   * same: then there is nothing to weigh.
   */
  relative(): Float64Array | undefined {
    const own = Float64Array.from(this.seen, (j) => this.each[j]);
    if (own.every((cost) => cost === own[0])) return undefined;
    const median = own.slice().sort()[own.length >> 1];
    return own.map((cost) => cost / median);
  }

  /** What these features cost together, a group with a price of its own as a whole. */
  total(features: Iterable<number>): number {
    const groups = new Set<string>();
    let sum = 0;
    for (const j of features) {
      const group = this.groupOf.get(j);
      if (group === undefined) sum += this.each[j];
      else groups.add(group);
    }
    for (const group of groups) sum += this.given[group];
    return sum;
  }
}

/** Costs for some data; null where none are given. */
export const resolveCosts = (
  costs: Costs | undefined,
  names: readonly string[],
  constraints: Constraints,
): FeatureCosts | null => (costs === undefined ? null : new FeatureCosts(costs, names, constraints));

/** Costs as a plain object, after refusing what is none. */
function plainCosts(costs: unknown): Readonly<Record<string, number>> {
  if (typeof costs !== "object" || costs === null || Array.isArray(costs))
    throw new InputError(
      "argument-type",
      `${optionName("costs")} must be an object or a Map with a number for every feature; ${describeValue(costs)} was given`,
    );
  const entries: [string, unknown][] = [...(costs instanceof Map ? costs : Object.entries(costs))];
  return Object.fromEntries(entries.map(([name, cost]) => [name, requireCost(name, cost)]));
}

function requireCost(name: string, cost: unknown): number {
  if (typeof cost === "number" && cost > 0 && cost < Number.POSITIVE_INFINITY) return cost;
  throw new InputError(
    "option-value",
    `${optionName("costs")}: the cost of "${name}" must be a number above 0; ${describeValue(cost)} was given`,
    { facts: { option: "costs", given: describeValue(cost), allowed: "a number above 0" } },
  );
}

/** Refuses costs for a method that would not look at them. */
export function requireWeighsCosts({ name, weighsCosts }: Selector, costs: Costs | undefined): void {
  if (costs === undefined || weighsCosts) return;
  const able = allSelectors().filter((selector) => selector.weighsCosts);
  throw new InputError(
    "not-possible",
    `${name} does not weigh what features cost; ${able.map((selector) => selector.name).join(", ")} do`,
    {
      remedies: [{ action: "use a method that does", option: "method", value: able[0]?.name ?? "dfs" }],
    },
  );
}

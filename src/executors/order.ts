import { InputError } from "../core/input-error.js";
import {
  count,
  flag,
  listOf,
  object,
  oneOf,
  optional,
  orNull,
  readAs,
  type Shape,
  text,
} from "../core/json.js";
import { checkReading } from "../data/reading-options.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import type { KernelsName } from "../kernels/kernels.js";
import { type DatasetName, datasetNames } from "../reproduction/paper.js";
import { parsePlan } from "../study/parse-plan.js";
import {
  type ComparePlan,
  type PlannedFile,
  planSchema,
  type StabilityPlan,
  type TunePlan,
} from "../study/plan.js";
import { version } from "../version.js";

/** The form of orders; the number rises when an older reader could not make sense of it. */
export const orderSchema = "salience/order@1";

/** The paper's experiments as a plan. */
export interface ReproducePlan {
  readonly schema: typeof planSchema;
  readonly task: "reproduce";
  readonly data: readonly (PlannedFile & { readonly dataset: DatasetName })[];
  readonly quick?: boolean;
  readonly seed?: number;
  readonly kernels?: KernelsName;
}

/** A plan whose work consists of many tasks. */
export type OrderedPlan = ComparePlan | TunePlan | StabilityPlan | ReproducePlan;

/**
 * What another machine needs to plan the same work again: the plan and where its data is. A task is then no more than a
 * number, its place in that work. It is plain JSON, holds no program text, and is checked before anything is done with it.
 */
export interface Order {
  readonly schema: typeof orderSchema;
  /** Other versions may compute other bytes, so they leave the order alone. */
  readonly version: string;
  readonly plan: OrderedPlan;
  /** For each file of the plan what is read for it; empty for bundled data. */
  readonly files: readonly (readonly OrderedFile[])[];
}

/** One file that is read, known by its content. */
export interface OrderedFile {
  readonly role: "data" | "companion" | "labels";
  /** Without folders; its ending tells the format. */
  readonly name: string;
  /** A whole path or a web address; null where the content is sent with the order. */
  readonly path: string | null;
  readonly size: number;
  readonly sha256: string;
}

const hash: Shape<string> = (value, place) => {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value))
    throw new InputError("unreadable-json", `${place} must be a SHA-256 hash`);
  return value;
};

/** A name that cannot lead to another folder. */
const fileName: Shape<string> = (value, place) => {
  const name = text(value, place);
  if (name === "" || name === "." || name === ".." || /[/\\\0]/.test(name))
    throw new InputError("unreadable-json", `${place} must be a name without folders`);
  return name;
};

const files: Shape<Order["files"]> = listOf(
  listOf(
    object<OrderedFile>({
      role: oneOf("data", "companion", "labels"),
      name: fileName,
      path: orNull(text),
      size: count,
      sha256: hash,
    }),
  ),
);

const reproducePlan: Shape<ReproducePlan> = object<ReproducePlan>({
  schema: oneOf(planSchema),
  task: oneOf("reproduce"),
  data: listOf(
    object<ReproducePlan["data"][number]>({
      source: text,
      dataset: oneOf(...datasetNames),
      reading: optional((value: unknown) => checkReading(value as object)),
      role: optional(oneOf("test")),
    }),
  ),
  quick: optional(flag),
  seed: optional(count),
  kernels: optional(oneOf(...kernelsNames)),
});

const plan: Shape<OrderedPlan> = (value, place) => {
  if ((value as { task?: unknown } | null)?.task === "reproduce") return reproducePlan(value, place);
  const parsed = parsePlan(value as object);
  if (parsed.task === "select" || parsed.task === "path")
    throw new InputError(
      "unreadable-json",
      `${place}: the task ${parsed.task} is not made of tasks to share`,
    );
  return parsed;
};

/** The version that an order says it was made by, before the rest is looked at; null where it is no order. */
export function versionOf(value: unknown): string | null {
  const { schema, version: made } = (value ?? {}) as { schema?: unknown; version?: unknown };
  return typeof schema === "string" && schema.startsWith("salience/order@") && typeof made === "string"
    ? made
    : null;
}

/** An order from what `JSON.parse` gave. Everything is checked; one of another version is refused. */
export function parseOrder(value: unknown): Order {
  const made = versionOf(value);
  if (made === null) throw new InputError("unreadable-json", "this is not an order");
  if (made !== version) throw otherVersion(made);
  return readAs(
    "the order",
    (whole) => {
      const order = object<Order>({ schema: oneOf(orderSchema), version: text, plan, files })(whole, "");
      if (order.files.length !== order.plan.data.length)
        throw new InputError("unreadable-json", "files must be as many as those of the plan");
      return order;
    },
    value,
  );
}

/** Why work of another version is left alone. */
export function otherVersion(made: string): InputError {
  return new InputError(
    "not-possible",
    `this work was planned by version ${made}, and this is version ${version}; results might differ, so install the same version on all machines`,
    { facts: { given: made, allowed: version } },
  );
}

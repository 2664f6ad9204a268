import { createHash } from "node:crypto";
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
import { checkReading } from "../data/check-reading.js";
import { type Section, sectionShape } from "../data/stream/sections.js";
import { kernelsNames } from "../kernels/create-kernels.js";
import type { KernelsName } from "../kernels/kernels.js";
import { type DatasetName, datasetNames } from "../reproduction/paper.js";
import { parsePlan } from "../study/parse-plan.js";
import {
  type ComparePlan,
  type PathPlan,
  type PlannedFile,
  planSchema,
  type SelectPlan,
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
export type OrderedPlan = ComparePlan | TunePlan | StabilityPlan | ReproducePlan | RowsPlan;

/** A plan that works from the moments of rows which are read in blocks. */
export type RowsPlan = SelectPlan | PathPlan;

/** Whether the rows of a plan are read in blocks. */
export const readsRows = (plan: OrderedPlan): plan is RowsPlan =>
  plan.task === "select" || plan.task === "path";

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
  /** How the rows are cut where they are read in blocks: a task for each section. */
  readonly sections?: readonly Section[];
}

/** One file that is read, known by its content. */
export interface OrderedFile {
  readonly role: "data" | "companion" | "labels";
  /** Without folders; its ending tells the format. */
  readonly name: string;
  /** A whole path or a web address; null where the content is sent with the order. */
  readonly path: string | null;
  readonly size: number;
  /** Of all bytes; of a file with pieces, of their hashes. */
  readonly sha256: string;
  /** The hashes of its pieces, where no more of it is read than is needed. */
  readonly pieces?: readonly string[];
}

/** The hash of a whole that is known by its pieces. */
export const hashOfPieces = (pieces: readonly string[]): string =>
  createHash("sha256").update(pieces.join("\n")).digest("hex");

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
      pieces: optional(listOf(hash)),
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
  return parsePlan(value as object);
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
      const order = object<Order>({
        schema: oneOf(orderSchema),
        version: text,
        plan,
        files,
        sections: optional(listOf(sectionShape)),
      })(whole, "");
      if (order.files.length !== order.plan.data.length)
        throw new InputError("unreadable-json", "files must be as many as those of the plan");
      if (readsRows(order.plan)) requireRows(order);
      return order;
    },
    value,
  );
}

/** Checks what an order must have where its rows are read in blocks. */
function requireRows({ plan, files, sections }: Order): void {
  const data = files[0]?.filter(({ role }) => role === "data") ?? [];
  const wrong =
    plan.data.length !== 1 || data.length === 0
      ? "files: one data set is needed"
      : files[0].some(({ sha256, pieces }) => !pieces || hashOfPieces(pieces) !== sha256)
        ? "files: the hashes of the pieces must be those of the whole"
        : !sections || sections.some(({ file, files: count }) => count < 1 || file + count > data.length)
          ? "sections must be of the files"
          : null;
  if (wrong !== null) throw new InputError("unreadable-json", wrong);
}

/** Why work of another version is left alone. */
export function otherVersion(made: string): InputError {
  return new InputError(
    "not-possible",
    `this work was planned by version ${made}, and this is version ${version}; results might differ, so install the same version on all machines`,
    { facts: { given: made, allowed: version } },
  );
}

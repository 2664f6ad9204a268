import { createHash } from "node:crypto";
import { joinedSource } from "../data/byte-source.js";
import { RowSource } from "../data/stream/row-source.js";
import { leastSectionRows } from "../data/stream/sections.js";
import { numbersIn } from "../models/moments-sum.js";
import { openRows } from "../node/read-dataset.js";
import { version } from "../version.js";
import type { CheckedSource } from "./checked-source.js";
import { type Order, orderSchema, type RowsPlan } from "./order.js";
import {
  checkedSource,
  type DataPlaces,
  type GivenFile,
  orderRowFiles,
  requireOnDisk,
} from "./ordered-files.js";

/** An order for rows that are read in blocks, and what is known beforehand of its results. */
export interface RowsOrder {
  readonly order: Order;
  /** How many bytes the result of a section has, by the classes of the first rows. */
  readonly resultBytes: number;
}

/**
 * Makes the order for a plan whose rows are read in blocks: every file is read once for its hashes, and only its head and directory for
 * how it is cut. `scatter`: whether the whole scatter inside the classes is gathered.
 */
export async function orderRows(
  plan: RowsPlan,
  given: GivenFile,
  scatter: boolean,
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
): Promise<RowsOrder> {
  requireOnDisk(given);
  const { labels: _, ...reading } = plan.data[0].reading ?? {};
  const { rows, close } = await openRows(given.path, {
    ...reading,
    ...(given.labels !== undefined && { labels: given.labels }),
    signal,
  });
  try {
    const features = rows.featureNames.length;
    const sections = await rows.sections(leastSectionRows(features, scatter));
    rows.requireApart(sections);
    const classes = rows.head.labels?.classes.length ?? 1;
    const files = [await orderRowFiles(given, onProgress, signal)];
    return {
      order: { schema: orderSchema, version, plan, files, sections },
      resultBytes: 8 * numbersIn(classes, features, scatter),
    };
  } finally {
    await close();
  }
}

/** Rows that were opened as an order says. */
export interface OrderedRows {
  readonly rows: RowSource;
  /** Whether a file that was to be read is another one, or not here. */
  lacksFiles(): boolean;
  close(): Promise<void>;
}

/** Opens the rows of an order, whose files are opened and checked only where something of them is read. */
export async function openOrderedRows(
  { plan, files, sections = [] }: Order,
  places: DataPlaces,
  signal?: AbortSignal,
): Promise<OrderedRows> {
  const [{ source, reading }] = plan.data;
  const { labels: _, ...rest } = reading ?? {};
  const opened = files[0].map((file) => checkedSource(file, places, signal));
  const of = (wanted: "data" | "labels"): CheckedSource[] =>
    opened.filter((_, at) => files[0][at].role === wanted);
  const close = async () => {
    await Promise.all(opened.map((one) => one.close()));
  };
  try {
    const data = of("data");
    const isOne = data.length === 1 && data[0].name === source;
    const identity = createHash("sha256")
      .update(
        JSON.stringify([
          rest,
          sections,
          files[0].map(({ role, name, size, sha256 }) => [role, name, size, sha256]),
        ]),
      )
      .digest("hex");
    const rows = await RowSource.open(
      isOne ? data[0] : joinedSource(data, source),
      { ...rest, labels: of("labels")[0], signal },
      { sections, identity },
    );
    return { rows, lacksFiles: () => opened.some(({ isWrong }) => isWrong), close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { mostFolderBytes, requireSize } from "../../executors/large-results.js";
import type { RowsPlan } from "../../executors/order.js";
import { openOrderedRows, orderRows, type RowsOrder } from "../../executors/ordered-rows.js";
import { InputError, isBundled, type RowSource, type StudyContext } from "../../internal.js";
import type { Invocation } from "../command.js";
import { checkElsewhere, type ElsewhereValues } from "../flags/elsewhere-flags.js";

/** Rows whose moments other machines gather. */
export interface RowsElsewhere {
  readonly source: RowSource;
  /** What is given out; absent where results are gathered that were planned before. */
  readonly rows?: RowsOrder;
  close(): Promise<void>;
}

/**
 * Opens the rows of the command's file for other machines, if the flags name some, or as they were planned for them, if their results are
 * gathered; null where all is done here. `check` refuses what cannot be done with rows in blocks before anything is read, and says
 * whether the whole scatter is needed.
 */
export async function openElsewhere(
  invocation: Pick<
    Invocation<ElsewhereValues & { readonly stream?: boolean; readonly labels?: string }>,
    "file" | "flags" | "engine" | "terminal" | "signal"
  >,
  plan: RowsPlan,
  check: () => { readonly needs: "scatter" | "spreads" },
): Promise<RowsElsewhere | null> {
  const { file, flags, engine, terminal, signal } = invocation;
  checkElsewhere(flags);
  const here = { folder: null, anywhere: true };
  if (engine) {
    if (!engine.order) throw new Error("there is no order for this command");
    const { rows: source, close } = await openOrderedRows(engine.order, here, signal);
    return { source, close };
  }
  if ((flags.shards ?? flags.submit ?? flags.cluster) === undefined) return null;
  if (flags.stream !== true || isBundled(file))
    throw new InputError(
      "command-line",
      "other machines gather the moments of rows that are read in blocks; add --stream, with a file that they see, or leave out the flags about other machines",
    );
  const { needs } = check();
  const { labels } = flags;
  const rows = await orderRows(
    plan,
    { path: file, ...(labels !== undefined && { labels }) },
    needs === "scatter",
    terminal.progress("hashing the files"),
    signal,
  );
  terminal.clearBar();
  requireSize(rows.resultBytes, mostFolderBytes);
  const { rows: source, close } = await openOrderedRows(rows.order, here, signal);
  return { source, rows, close };
}

/** Without other machines nothing is given out: the rows are read right here. */
export const hereOr = (elsewhere: RowsElsewhere | null, context: StudyContext): StudyContext =>
  elsewhere ? context : { ...context, executor: undefined };

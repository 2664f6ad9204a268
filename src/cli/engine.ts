import type { Order } from "../executors/order.js";
import type { Executor } from "../internal.js";
import type { FileJournal } from "../node/file-journal.js";

/** Where the long work of a command is done, and what becomes of finished parts when it is stopped. */
export interface Engine {
  readonly executor: Executor;
  /** The order that was given out before, where its results are gathered. */
  readonly order?: Order;
  /** The journal of a part of the work, by name; absent where the executor itself keeps what is finished. */
  journal?(name: string): FileJournal;
  /** What to tell a user who stopped the work; null where nothing was kept. */
  stopped(): string | null;
  /** Deletes finished work that was kept; the result is safe elsewhere. */
  forget(): void | Promise<void>;
  /** Ends connections; the last call. */
  close?(): void;
}

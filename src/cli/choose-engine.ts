import { resolve } from "node:path";
import { plural, shellWord } from "../core/text.js";
import { type OrderedPlan, orderSchema } from "../executors/order.js";
import { type GivenFile, orderFile } from "../executors/ordered-files.js";
import type { RowsOrder } from "../executors/ordered-rows.js";
import { createRun, type PlannedRun } from "../executors/run-folder.js";
import { SlurmExecutor } from "../executors/slurm.js";
import { type AnyWork, InputError } from "../internal.js";
import { FileJournal, journalFolder } from "../node/file-journal.js";
import { workIdentity } from "../node/result-lines.js";
import { threadExecutor } from "../node/thread-executor.js";
import { version } from "../version.js";
import type { Invocation } from "./command.js";
import type { Engine } from "./engine.js";
import { checkElsewhere, type ElsewhereValues, withoutElsewhere } from "./flags/elsewhere-flags.js";
import { type PluginValues, type RunValues, threadCount } from "./flags/shared-flags.js";
import { HandedOver } from "./handed-over.js";

/** Files of up to so many megabytes are sent through Redis. */
const usualShipMegabytes = 16;

/** What a command asks of an engine. */
export interface Asked {
  /** The first output file: finished work is kept beside it. */
  readonly beside: string | undefined;
  /** How many threads of this machine may work; as many as the flags say if absent. */
  readonly threads?: number;
  /** What other machines need to do the work; absent where they cannot. */
  readonly order?: {
    readonly plan: OrderedPlan;
    readonly files: readonly GivenFile[];
    /** The order as it was made beforehand, where rows are read in blocks. */
    readonly rows?: RowsOrder;
  };
}

/** What an engine is chosen by. */
type Chooses = Pick<
  Invocation<RunValues & ElsewhereValues & PluginValues>,
  "flags" | "words" | "terminal" | "signal" | "engine"
>;

/** The engine that the flags ask for: threads of this machine, unless they name other machines. */
export async function engineFor(invocation: Chooses, asked: Asked): Promise<Engine> {
  const { flags } = invocation;
  checkElsewhere(flags);
  if (invocation.engine) return invocation.engine;
  if (flags.cluster !== undefined) return clusterEngine(invocation, flags.cluster, asked);
  if (flags.submit !== undefined) return slurmEngine(invocation, asked);
  if (flags.shards !== undefined) return planningEngine(invocation, asked);
  return localEngine(invocation, asked);
}

/** All cores of this machine, with journals in files. */
function localEngine({ flags, terminal }: Chooses, { beside, threads }: Asked): Engine {
  const folder = journalFolder(beside);
  const journals: FileJournal[] = [];
  return {
    executor: threadExecutor(threads ?? threadCount(flags), { ifTheyPay: flags.threads === undefined }),
    journal(name) {
      const journal = new FileJournal(folder, name, (notice) => terminal.notice(notice));
      journals.push(journal);
      return journal;
    },
    stopped() {
      const places = journals.flatMap(({ location }) => location ?? []);
      if (places.length === 0) return null;
      const place = places.length === 1 ? places[0] : folder;
      return `finished work is kept in ${place}; run the same command again to continue`;
    },
    forget() {
      for (const journal of journals) journal.remove();
    },
  };
}

/** The workers of a live cluster; it keeps what is finished. */
async function clusterEngine(
  { flags, terminal, signal }: Chooses,
  address: string,
  { order }: Asked,
): Promise<Engine> {
  if (!order) throw new Error("there is no order for this command");
  const { ClusterExecutor } = await import("../executors/cluster-executor.js");
  const megabytes = flags.ship ?? usualShipMegabytes;
  const executor = await ClusterExecutor.connect({
    ...order,
    address,
    sendBytes: megabytes * 2 ** 20,
    say: (line) => terminal.note(line),
    signal,
  });
  return {
    executor,
    stopped: () => executor.stopped(),
    forget: () => executor.forget(),
    close: () => executor.close(),
  };
}

/** Writes a run folder in place of doing the work. */
function planningEngine(invocation: Chooses, asked: Asked): Engine {
  const folder = resolve(invocation.flags.run!);
  return {
    executor: {
      async run(work) {
        const run = await plannedRun(invocation, asked, invocation.flags.shards!, work);
        const there = await createRun(folder, run);
        const named = shellWord(invocation.flags.run!);
        throw new HandedOver([
          there
            ? `this work is planned in ${named} already; its results are kept`
            : `planned ${plural(run.tasks, "task")} in ${plural(run.shards, "shard")}: ${named}`,
          `do every shard, on any machine that sees this folder: salience work ${named} --shard 1${run.shards > 1 ? ` (to ${run.shards})` : ""}`,
          `then end the command: salience gather ${named}`,
        ]);
      },
    },
    stopped: () => null,
    forget() {},
  };
}

/** An array job of Slurm's; the run folder keeps what is finished. */
function slurmEngine(invocation: Chooses, asked: Asked): Engine {
  const { flags, terminal, signal } = invocation;
  const folder = resolve(flags.run!);
  const plugins = (flags.plugin ?? []).map((file) => resolve(file));
  const executor = new SlurmExecutor({
    folder,
    plan: (work) =>
      plannedRun(invocation, asked, flags.shards ?? Math.min(usualShards, work.tasks.length), work),
    words: [
      process.execPath,
      process.argv[1],
      "work",
      folder,
      ...plugins.flatMap((file) => ["--plugin", file]),
    ],
    settings: flags.sbatch ?? [],
    gatherWords: `salience gather ${shellWord(flags.run!)}`,
    say: (line) => terminal.note(line),
    signal,
  });
  return { executor, stopped: () => executor.stopped(), forget() {} };
}

/** In so many shards work is done where the user does not say. */
const usualShards = 10;

/** A run as its folder holds it. */
async function plannedRun(
  { words, signal }: Pick<Chooses, "words" | "signal">,
  { order }: Asked,
  shards: number,
  work: AnyWork,
): Promise<PlannedRun> {
  if (!order) throw new Error("there is no order for this command");
  const planned = order.rows?.order;
  const files = planned?.files ?? (await Promise.all(order.files.map((file) => orderFile(file, signal))));
  if (files.flat().some(({ path }) => path === null))
    throw new InputError(
      "not-possible",
      "other machines cannot read standard input; write the data to a file that they see, and name it",
    );
  return {
    order: planned ?? { schema: orderSchema, version, plan: order.plan, files },
    shards,
    identity: workIdentity(work),
    tasks: work.tasks.length,
    command: { words: withoutElsewhere(words), folder: process.cwd() },
  };
}

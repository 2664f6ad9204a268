import { InputError } from "../../core/input-error.js";
import { plural, shellWord } from "../../core/text.js";
import { workShard } from "../../executors/shards.js";
import { threadExecutor } from "../../node/thread-executor.js";
import { defineCommand } from "../command.js";
import { pluginFlag, runFlags, talkFlags, threadCount } from "../flags/shared-flags.js";

/** `salience work`: does one shard of a run that was planned with `--shards`. */
export const work = defineCommand({
  examples: [
    "salience work runs/genes --shard 3",
    "salience work runs/genes --shard 3 --threads 8 --data /mnt/data",
    "salience work runs/genes   (in an array job: the scheduler says which shard)",
  ],
  flags: () => ({
    Working: {
      shard: {
        value: "I",
        type: "number",
        help: "which shard, from 1; in an array job of Slurm, SGE, LSF, PBS or Kubernetes the number of the task",
      },
      data: {
        value: "DIR",
        help: "read the data from this folder only; the ends of the planned paths are looked for in it",
      },
      threads: {
        ...runFlags.threads,
        help: "number of tasks to do at once (the cores that Slurm gives, or all)",
      },
      ...pluginFlag,
    },
    Talking: talkFlags,
  }),
  async run({ file: folder, flags, terminal, signal }) {
    const shard = flags.shard ?? shardOfArrayJob(process.env);
    const { done, before, missing, bad } = await workShard(folder, {
      shard,
      executor: threadExecutor(threadCount({ threads: flags.threads ?? coresOfJob(process.env) }), {
        ifTheyPay: flags.threads === undefined,
      }),
      dataFolder: flags.data,
      onProgress: terminal.progress(`shard ${shard}`),
      signal,
    }).catch((error) => {
      if (signal.aborted)
        terminal.note(`finished tasks are kept in ${folder}; work on the shard again to continue`);
      throw error;
    });
    terminal.clearBar();
    if (bad > 0)
      terminal.note(
        `${plural(bad, "line")} of results in ${folder} ${bad === 1 ? "was" : "were"} cut off or changed; those tasks count as not done`,
      );
    const earlier = before > 0 ? `, ${before} before` : "";
    terminal.note(`shard ${shard}: did ${plural(done, "task")}${earlier}`);
    terminal.note(
      missing > 0
        ? `${plural(missing, "task")} of other shards ${missing === 1 ? "is" : "are"} not done yet`
        : `all tasks are done; end the command with: salience gather ${shellWord(folder)}`,
    );
  },
});

/** The cores that Slurm gives a task; where it gives no number, all of the machine. */
function coresOfJob({ SLURM_CPUS_PER_TASK, SLURM_CPUS_ON_NODE }: NodeJS.ProcessEnv): number | undefined {
  const given = Number(SLURM_CPUS_PER_TASK ?? SLURM_CPUS_ON_NODE);
  return Number.isInteger(given) && given > 0 ? Math.min(given, 64) : undefined;
}

/** What schedulers call the number of a task in an array job, and the number of the first task. */
const arrayVariables: readonly (readonly [name: string, first: number])[] = [
  ["SLURM_ARRAY_TASK_ID", 1],
  ["SGE_TASK_ID", 1],
  ["LSB_JOBINDEX", 1],
  ["PBS_ARRAY_INDEX", 1],
  ["JOB_COMPLETION_INDEX", 0],
];

/** The shard by what a scheduler says; Kubernetes counts from 0. */
function shardOfArrayJob(environment: NodeJS.ProcessEnv): number {
  for (const [name, first] of arrayVariables) {
    const value = environment[name];
    if (value !== undefined && /^\d+$/.test(value)) return Number(value) - first + 1;
  }
  throw new InputError(
    "command-line",
    `--shard is needed: a number from 1; in an array job it is taken from ${arrayVariables.map(([name]) => name).join(", ")}`,
  );
}

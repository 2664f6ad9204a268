import { InputError } from "../../core/input-error.js";
import { serveCluster } from "../../executors/cluster-worker.js";
import { defineCommand } from "../command.js";
import { pluginFlag, runFlags, talkFlags, threadCount } from "../flags/shared-flags.js";

/** Tasks of a worker that has not been heard of for so many seconds are given to another. */
const usualPatience = 30;

/** `salience worker`: does tasks of a live cluster until it is stopped. */
export const worker = defineCommand({
  examples: [
    "salience worker redis://cluster.example.org:6379",
    "salience worker redis://cluster.example.org --data /mnt/data --threads 8",
    'salience worker "rediss://worker:$PASSWORD@cluster.example.org:6380"   (TLS and a password, which is never printed)',
    "salience compare data.csv --target class --methods dfs,mrmr --cluster redis://cluster.example.org   (sends it work)",
  ],
  flags: () => ({
    Working: {
      data: {
        value: "DIR",
        help: "the only folder to read data from; the ends of paths are looked for in it (no file is opened)",
      },
      threads: { ...runFlags.threads, help: "number of tasks to do at once (all cores)" },
      patience: {
        value: "S",
        type: "number",
        help: `after so many seconds without a sign the tasks of a lost worker are given to another (${usualPatience})`,
      },
      ...pluginFlag,
    },
    Talking: talkFlags,
  }),
  async run({ file: address, flags, terminal, signal }) {
    const { patience = usualPatience } = flags;
    if (!(patience >= 1 && patience <= 3600))
      throw new InputError(
        "command-line",
        `--patience must be from 1 to 3600 seconds; ${patience} was given`,
      );
    await serveCluster({
      address,
      threads: threadCount(flags),
      dataFolder: flags.data ?? null,
      patienceSeconds: patience,
      say: (line) => terminal.note(line),
      signal,
    });
  },
});

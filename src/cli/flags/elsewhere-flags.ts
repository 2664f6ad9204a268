import { InputError } from "../../core/input-error.js";
import type { Flags, ValuesOf } from "./flag.js";

/** Flags of commands whose tasks other machines can do. */
export const elsewhereFlags = {
  shards: {
    value: "N",
    type: "number",
    help: "plan the work in N parts for other machines: salience work RUN does one, salience gather RUN ends the command",
  },
  cluster: {
    value: "URL",
    help: "do the tasks on the workers of a cluster, redis://HOST:6379 or rediss:// with TLS; see salience worker --help",
  },
  ship: {
    value: "MB",
    type: "number",
    help: "with --cluster: files of up to so many megabytes go to the workers through Redis, larger ones are named by path (16)",
  },
  submit: {
    value: "NAME",
    choices: ["slurm"],
    help: "plan the shards, submit them as an array job, follow it and end the command; needs --run",
  },
  sbatch: {
    value: "OPTION=VALUE,…",
    type: "list",
    help: "with --submit slurm: options of sbatch, as in partition=long,time=2:00:00,cpus-per-task=4",
  },
  run: { value: "DIR", help: "the folder of the run, which all machines see; for --shards and --submit" },
} as const satisfies Flags;

/** What these flags say. */
export type ElsewhereValues = ValuesOf<typeof elsewhereFlags>;

/** The words of a command line without the flags about other machines, each of which has a value. */
export function withoutElsewhere(words: readonly string[]): string[] {
  const kept: string[] = [];
  for (let at = 0; at < words.length; at++) {
    const [name] = words[at].replace(/^--/, "").split("=");
    const isOurs = words[at].startsWith("--") && Object.hasOwn(elsewhereFlags, name);
    if (!isOurs) kept.push(words[at]);
    else if (!words[at].includes("=")) at++;
  }
  return kept;
}

/** Refuses flags that do not go together. */
export function checkElsewhere({ shards, run, cluster, ship, submit, sbatch }: ElsewhereValues): void {
  if (cluster !== undefined && (shards ?? submit) !== undefined)
    throw new InputError(
      "command-line",
      `--cluster and --${shards === undefined ? "submit" : "shards"} are two ways of sharing the work; use one`,
    );
  if (sbatch !== undefined && submit === undefined)
    throw new InputError("command-line", "--sbatch needs --submit slurm");
  const odd = sbatch?.find((setting) => !/^[a-z][a-z-]*(=.+)?$/.test(setting));
  if (odd !== undefined)
    throw new InputError(
      "command-line",
      `--sbatch takes options without dashes, as in partition=long; "${odd}" was given`,
    );
  if (ship !== undefined && cluster === undefined)
    throw new InputError("command-line", "--ship needs --cluster URL");
  if (ship !== undefined && !(ship >= 0 && ship <= 512))
    throw new InputError(
      "command-line",
      `--ship must be a number of megabytes from 0 to 512; ${ship} was given`,
    );
  if (shards !== undefined && !(Number.isInteger(shards) && shards >= 1 && shards <= 100_000))
    throw new InputError(
      "command-line",
      `--shards must be a whole number from 1 to 100000; ${shards} was given`,
    );
  if ((shards ?? submit) !== undefined && run === undefined)
    throw new InputError(
      "command-line",
      `--${submit === undefined ? "shards" : "submit"} needs --run DIR, a folder that all machines see`,
    );
  if (run !== undefined && (shards ?? submit) === undefined)
    throw new InputError(
      "command-line",
      "--run needs --shards N, in how many parts the work is done, or --submit slurm",
    );
}

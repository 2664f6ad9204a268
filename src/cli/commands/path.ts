import {
  path as fitPath,
  InputError,
  type KernelsName,
  type Path,
  pathReport,
  version,
} from "../../internal.js";
import { defineCommand, type Invocation } from "../command.js";
import type { FlagValues } from "../flags/flag.js";
import { readFlags, resultFlags, runFlags, threadCount } from "../flags/shared-flags.js";
import { describeDataset, openDataset } from "../input/open-dataset.js";
import { writeJson } from "../output/json.js";
import { originOf, reportFlag, writeReport } from "../output/report-flag.js";
import type { Terminal } from "../output/terminal.js";

/** `salience path`: DFS over a grid of γ and p. */
export const path = defineCommand({
  examples: [
    "salience path data.csv --target class",
    "salience path data.csv --target class --ps 1,0.5,0.1 --json path.json",
    "salience path data.csv --target class --ps 1,0.5,0.1 --report path.html",
    "salience path bundled:digits --gammas 0.01,0.1,1,10 --ps 1,0.1",
  ],
  flags: () => ({
    Path: {
      gammas: {
        value: "X,…",
        type: "list",
        help: "values of gamma, rising; for sums of scatter, as in the paper (a grid for mean scatter)",
      },
      ps: { value: "X,…", type: "list", help: "values of p above 0 and up to 2 (1)" },
      l: { value: "N", type: "number", help: "columns of the transformation (classes less one)" },
      alpha: { value: "X", type: "number", help: "added to the diagonal of the total scatter (0)" },
      "max-iterations": { value: "N", type: "number", help: "outer steps of each fit at most (200)" },
      tolerance: {
        value: "X",
        type: "number",
        help: "relative change at which a fit has converged (0.0001)",
      },
      ...reportFlag,
    },
    Reading: readFlags,
    Running: runFlags,
    Talking: resultFlags,
  }),
  run,
});

async function run(invocation: Invocation): Promise<void> {
  const { flags, terminal, signal } = invocation;
  const [gammas, ps] = [numbers(flags, "gammas"), numbers(flags, "ps")];
  const kernels = flags.kernels as KernelsName | undefined;
  const report = flags.report as string | undefined;
  const data = await openDataset(invocation);
  const started = performance.now();
  const result = await fitPath(data, {
    ...(gammas && { gammas }),
    ...(ps && { ps }),
    ...given(flags, "l"),
    ...given(flags, "alpha"),
    ...given(flags, "tolerance"),
    ...(flags["max-iterations"] !== undefined && { maxIterations: flags["max-iterations"] as number }),
    kernels,
    seed: flags.seed as number | undefined,
    threads: threadCount(flags),
    onProgress: terminal.progress("path"),
    signal,
  });
  terminal.clearBar();
  const spent = (performance.now() - started) / 1000;
  if (flags.json !== undefined) {
    const { points, ...rest } = result;
    const json = {
      schema: "salience/path@1",
      data: { rows: data.rows, features: data.features, source: data.source.name },
      ...rest,
      points: points.map(({ order: _, ...point }) => ({ ...point, norms: Array.from(point.norms) })),
      seconds: spent,
      version,
    };
    await writeJson(flags.json as string, json, terminal);
  }
  terminal.print(terminal.bold(data.source.name) + terminal.dim(`  ${describeDataset(data)}`));
  print(result, terminal);
  if (report !== undefined) {
    const timings = [{ label: "all fits", seconds: spent }];
    await writeReport(report, pathReport(data, result, { timings, ...originOf(invocation) }), terminal);
  }
  if (flags.json !== undefined && flags.json !== "-") terminal.note(`wrote ${flags.json}`);
}

function print({ gammas, ps, points, l, scatter }: Path, terminal: Terminal): void {
  terminal.print(`Features left (and the objective), l = ${l}, scatter as a ${scatter}`);
  terminal.print();
  const cell = (text: string) => text.padStart(20);
  terminal.print(terminal.dim(`${"gamma".padStart(8)}${ps.map((p) => cell(`p = ${p}`)).join("")}`));
  for (const gamma of gammas) {
    const row = ps.map((p) => {
      const point = points.find((candidate) => candidate.gamma === gamma && candidate.p === p)!;
      return cell(
        `${point.support}${point.converged ? "" : "*"} (${Number(point.objective.toPrecision(4))})`,
      );
    });
    terminal.print(`${String(gamma).padStart(8)}${row.join("")}`);
  }
  if (points.some(({ converged }) => !converged)) terminal.print(terminal.dim("* ended by --max-iterations"));
}

const given = (flags: FlagValues, name: string) =>
  flags[name] === undefined ? {} : { [name]: flags[name] as number };

function numbers(flags: FlagValues, name: string): number[] | undefined {
  const words = flags[name] as readonly string[] | undefined;
  return words?.map((word) => {
    const number = Number(word);
    if (Number.isNaN(number))
      throw new InputError("command-line", `--${name} must be numbers with commas; "${word}" was given`);
    return number;
  });
}

import {
  classWeightOption,
  findSelector,
  type Path,
  type PathPlan,
  parsePlan,
  runStreamed,
  runStudy,
  workingBytes,
} from "../../internal.js";
import { defineCommand, defineFlags, type InvocationOf } from "../command.js";
import { elsewhereFlags } from "../flags/elsewhere-flags.js";
import { given, givenNumbers, notEmpty, plannedRun } from "../flags/plan-flags.js";
import { givenOptions } from "../flags/selection-flags.js";
import { readFlags, resultFlags, runFlags } from "../flags/shared-flags.js";
import { isStreamed, needsRows, openData, streamFlag } from "../input/open-data.js";
import { describeDataset, describeSummary } from "../input/open-dataset.js";
import { hereOr, openElsewhere } from "../input/open-elsewhere.js";
import { writeJson } from "../output/json.js";
import { makeReport, reportAsked, reportFlags, writeReport } from "../output/report-flag.js";
import type { Terminal } from "../output/terminal.js";
import { runPlan } from "../resumable.js";

const flags = defineFlags(() => ({
  Path: {
    gammas: {
      value: "X,…",
      type: "list",
      help: "values of gamma in increasing order, for sums of scatter as in the paper (a grid for mean scatter)",
    },
    ps: { value: "X,…", type: "list", help: "values of p, above 0 and at most 2 (1)" },
    l: { value: "N", type: "number", help: "columns of the transformation (classes minus one)" },
    alpha: { value: "X", type: "number", help: "added to the diagonal of the total scatter (0)" },
    kernel: { value: "NAME", help: "linear, or additive: several functions of each feature (linear)" },
    basis: { value: "N", type: "number", help: "functions of each feature with the additive kernel (4)" },
    "class-weight": {
      value: "WORD",
      choices: classWeightOption.choices,
      help: `${classWeightOption.help} (none)`,
    },
    "max-iterations": {
      value: "N",
      type: "number",
      help: "maximum number of outer iterations per fit (200)",
    },
    tolerance: {
      value: "X",
      type: "number",
      help: "relative change at which a fit has converged (0.0001)",
    },
    ...reportFlags,
  },
  Reading: { ...readFlags, ...streamFlag },
  Running: runFlags,
  "On other machines, with --stream": elsewhereFlags,
  Talking: resultFlags,
}));

/** `salience path`: DFS over a grid of γ and p. */
export const path = defineCommand({
  examples: [
    "salience path data.csv --target class",
    "salience path data.csv --target class --ps 1,0.5,0.1 --json path.json",
    "salience path data.csv --target class --ps 1,0.5,0.1 --report path.html",
    "salience path bundled:digits --gammas 0.01,0.1,1,10 --ps 1,0.1",
  ],
  flags,
  run,
});

type Given = InvocationOf<typeof flags>;

async function run(invocation: Given): Promise<void> {
  const { flags, terminal } = invocation;
  const plan = planOf(invocation);
  const elsewhere = await openElsewhere(invocation, plan, () => {
    refuseRows(flags);
    return { needs: "scatter" };
  });
  const { data, close } = elsewhere
    ? { data: elsewhere.source, close: elsewhere.close }
    : await openData(invocation, {
        working: ({ rows, columns: features }) =>
          workingBytes("dfs", plan.select.options ?? {}, { rows, features }),
        mayStream: () => refuseRows(flags),
      });
  const { study, forget } = await runPlan(
    invocation,
    plan,
    [flags.json],
    (context) =>
      isStreamed(data) ? runStreamed(data, plan, hereOr(elsewhere, context)) : runStudy(data, plan, context),
    [],
    elsewhere?.rows,
  ).finally(close);
  if (flags.json !== undefined) {
    await writeJson(flags.json, { ...study.path.toJSON(), plan }, terminal);
  }
  const about = isStreamed(data) ? describeSummary(study.path.data) : describeDataset(data);
  terminal.print(terminal.bold(study.path.data.source) + terminal.dim(`  ${about}`));
  print(study.path, terminal);
  if (isStreamed(data)) for (const notice of study.path.notices) terminal.notice(notice);
  if (!isStreamed(data)) await writeReport(flags, await makeReport(invocation, data, plan, study), terminal);
  forget();
  terminal.wrote(flags.json, flags.report, flags.latex, flags.svg);
}

/** Refuses what needs the rows in memory. */
function refuseRows(flags: Given["flags"]): void {
  const asked = reportAsked(flags);
  if (asked) throw needsRows(`--${asked}`);
}

/** What the flags ask for, checked before any file is read. */
function planOf({ files, flags }: Given): PathPlan {
  const plan: PathPlan = given({
    task: "path",
    ...plannedRun(files, flags),
    select: given({ options: notEmpty(givenOptions(Object.keys(findSelector("dfs").options), flags)) }),
    path: notEmpty(given({ gammas: givenNumbers(flags, "gammas"), ps: givenNumbers(flags, "ps") })),
  });
  parsePlan(plan);
  return plan;
}

function print({ gammas, ps, points, l, scatter }: Path, terminal: Terminal): void {
  terminal.print(`Remaining features (and the objective), l = ${l}, scatter as a ${scatter}`);
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
  if (points.some(({ converged }) => !converged))
    terminal.print(terminal.dim("* stopped at --max-iterations"));
}

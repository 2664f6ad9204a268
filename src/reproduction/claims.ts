import { meanOf } from "./accuracy.js";
import { paperLabels, tableKs } from "./paper.js";
import type { AccuracyRow, AverageRow, Claim, ConvergenceCurve, PowerRow } from "./reproduction.js";

/** What the claims are judged by. */
export interface Evidence {
  readonly accuracy: readonly AccuracyRow[];
  readonly averages: readonly AverageRow[];
  readonly powers: readonly PowerRow[];
  readonly convergence: readonly ConvergenceCurve[];
}

/** The paper's sentences that can be checked, each with what was found. */
export function judgeClaims(evidence: Evidence): Claim[] {
  return [
    converges(evidence),
    redundancyFalls(evidence),
    smallerIsSparser(evidence),
    firstOnColon(evidence),
    laplacianLikeTraceRatio(evidence),
    firstOnAverage(evidence),
  ];
}

/** The steps that the paper allows, and how close to its end a course must be by then. */
const [steps, close] = [20, 0.01];

function converges({ convergence }: Evidence): Claim {
  const claim = "DFS converges within 20 iterations on COIL20 and COLON, for p = 0.1, 0.5 and 1.";
  const courses = convergence.map(({ dataset, p, objective, divergence }) => {
    const last = objective[objective.length - 1];
    const whole = Math.max(Math.abs(last), Math.abs(objective[0] - last));
    const left = (objective[Math.min(steps, objective.length) - 1] - last) / (whole || 1);
    const at = divergence[Math.min(steps, divergence.length) - 1] / (Math.max(...divergence) || 1);
    return { dataset, p, left, at, held: left <= close && at <= close };
  });
  if (courses.length === 0) return unknown(claim, "COIL20 or COLON");
  const found = courses.map(
    ({ dataset, p, left, at }) =>
      `${dataset} p = ${p}: f ${percent(left)} above its end, Div ${percent(at)} of its largest`,
  );
  return {
    claim,
    held: courses.every(({ held }) => held),
    evidence: `After ${steps} steps: ${found.join("; ")}. Confirmed if all are within ${percent(close)}.`,
  };
}

function redundancyFalls({ accuracy }: Evidence): Claim {
  const claim = "In most cases the redundancy rate falls as more features are selected.";
  const curves = byCurve(accuracy).filter((curve) => curve.length > 1);
  if (curves.length === 0) return unknown(claim, "any of the data");
  const falls = curves.filter((curve) => curve[curve.length - 1].redundancy < curve[0].redundancy);
  const risen = curves.filter((curve) => !falls.includes(curve));
  const [first, last] = [curves[0][0].k, curves[0][curves[0].length - 1].k];
  return {
    claim,
    held: 2 * falls.length > curves.length,
    evidence: `Lower at k = ${last} than at k = ${first} for ${falls.length} of ${curves.length} curves${
      risen.length > 0 && risen.length <= 8
        ? `; not for ${risen.map(([{ label, dataset }]) => `${label} on ${dataset}`).join(", ")}`
        : ""
    }.`,
  };
}

function smallerIsSparser({ powers }: Evidence): Claim {
  const claim = "The closer p is to 0, the sparser the solution is.";
  const sets = [...new Set(powers.map(({ dataset }) => dataset))];
  if (sets.length === 0) return unknown(claim, "ORL, USPS or ISOLET");
  const found = sets.map((dataset) => {
    const rows = powers.filter((row) => row.dataset === dataset).sort((a, b) => b.p - a.p);
    const means = rows.map(({ supports }) => meanOf(supports, ({ support }) => support)!);
    return { dataset, rows, means, held: means.every((mean, at) => at === 0 || mean <= means[at - 1]) };
  });
  const told = found.map(
    ({ dataset, rows, means }) =>
      `${dataset} ${means.map((mean, at) => `${Math.round(mean)} (p = ${rows[at].p})`).join(", ")}`,
  );
  return {
    claim,
    held: found.every(({ held }) => held),
    evidence: `Remaining features, mean over the same values of γ: ${told.join("; ")}.`,
  };
}

/** What the paper says DFS is ahead by, at least, on COLON. */
const aheadOnColon = 0.0807;

function firstOnColon({ accuracy }: Evidence): Claim {
  const claim = "On COLON, DFS is 8.07 to 19.35 points above the best of the other methods.";
  const margins = tableKs.flatMap((k) => {
    const margin = (value: (row: AccuracyRow) => number | null) => {
      const at = accuracy.filter((row) => row.dataset === "COLON" && row.k === k && value(row) !== null);
      const own = at.find(({ label }) => label === "DFS");
      const others = at.filter(({ label }) => label !== "DFS").map((row) => value(row)!);
      return own && others.length > 0 ? value(own)! - Math.max(...others) : null;
    };
    const paper = margin((row) => row.accuracy);
    return paper === null ? [] : [{ k, paper, nested: margin(({ nested }) => nested) }];
  });
  if (margins.length === 0) return unknown(claim, "COLON");
  const nested = margins.filter((row) => row.nested !== null);
  const honest = nested.length
    ? ` Under the nested protocol it is ${nested.map((row) => signed(row.nested!)).join(", ")}.`
    : "";
  return {
    claim,
    held: margins.every(({ paper }) => paper >= aheadOnColon),
    evidence: `Ahead by ${margins.map(({ k, paper }) => `${signed(paper)} (top ${k})`).join(", ")}; confirmed if it is at least ${(100 * aheadOnColon).toFixed(2)} every time.${honest}`,
  };
}

/** The largest difference in the paper's own table. */
const alike = 0.0305;

function laplacianLikeTraceRatio({ accuracy }: Evidence): Claim {
  const claim =
    "On COIL20, USPS and ISOLET the accuracies of Laplacian Score and Trace Ratio are about the same.";
  const sets = (["COIL20", "USPS", "ISOLET"] as const).flatMap((dataset) => {
    const of = (label: string, k: number) =>
      accuracy.find((row) => row.dataset === dataset && row.label === label && row.k === k)?.accuracy;
    const differences = tableKs.flatMap((k) => {
      const [laplacian, ratio] = [of("LS", k), of("TR", k)];
      return laplacian === undefined || ratio === undefined ? [] : [laplacian - ratio];
    });
    return differences.length > 0 ? [{ dataset, differences }] : [];
  });
  if (sets.length === 0) return unknown(claim, "COIL20, USPS or ISOLET");
  const told = sets.map(({ dataset, differences }) => `${dataset} ${differences.map(signed).join(", ")}`);
  return {
    claim,
    held: sets.every(({ differences }) => differences.every((difference) => Math.abs(difference) <= alike)),
    evidence: `Laplacian minus Trace Ratio, top 20, 40, 60, 80: ${told.join("; ")} (the paper's own differ by ${(100 * alike).toFixed(2)} at most). With the graph that joins all samples of a class the two are the same ranking; the Laplacian score as He defined it does not see the classes.`,
  };
}

function firstOnAverage({ averages }: Evidence): Claim {
  const claim = "On average over the data sets DFS is first for every number of features.";
  const ks = [...new Set(averages.map(({ k }) => k))].sort((a, b) => a - b);
  const margins = ks.flatMap((k) => {
    const at = averages.filter(
      (row) => row.k === k && (paperLabels as readonly string[]).includes(row.label),
    );
    const own = at.find(({ label }) => label === "DFS");
    const others = at.filter(({ label }) => label !== "DFS");
    if (!own || others.length === 0) return [];
    const best = others.reduce((a, b) => (b.accuracy > a.accuracy ? b : a));
    return [{ k, margin: own.accuracy - best.accuracy, best: best.label }];
  });
  if (margins.length === 0) return unknown(claim, "any of the data");
  const least = margins.reduce((a, b) => (b.margin < a.margin ? b : a));
  const first = margins.filter(({ margin }) => margin > 0);
  return {
    claim,
    held: first.length === margins.length,
    evidence: `First at ${first.length} of ${margins.length} numbers of features; closest at k = ${least.k}, ${signed(least.margin)} points to ${least.best}.`,
  };
}

/** The rows of each method on each data set, k rising. */
function byCurve(rows: readonly AccuracyRow[]): AccuracyRow[][] {
  const curves = new Map<string, AccuracyRow[]>();
  for (const row of rows) {
    const key = `${row.dataset} ${row.label}`;
    curves.set(key, [...(curves.get(key) ?? []), row]);
  }
  return [...curves.values()].map((curve) => curve.sort((a, b) => a.k - b.k));
}

const unknown = (claim: string, needed: string): Claim => ({
  claim,
  held: null,
  evidence: `It needs ${needed}, which is not available.`,
});

/** A difference of shares in percentage points. */
const signed = (difference: number) =>
  `${difference >= 0 ? "+" : "−"}${Math.abs(100 * difference).toFixed(1)}`;
/** Rounding errors below zero are shown as zero. */
const percent = (part: number) => `${Math.max(0, 100 * part).toFixed(part < 0.001 ? 2 : 1)} %`;

import { optionName } from "../../core/diagnostic.js";
import { InputError } from "../../core/input-error.js";
import type { Matrix } from "../../numeric/matrix.js";
import type { Blocks } from "../dfs/penalty.js";
import type { PartScored } from "../dfs/score.js";
import type { SelectorContext } from "../selector.js";
import { methodWarning } from "../selector.js";
import { Descender, type Descent, leftOf } from "./descend.js";
import { normalisedEvidence, trivialEvidence } from "./evidence.js";
import type { LdfsOptions } from "./options.js";
import type { Prepared } from "./prepare.js";
import { raiseGamma, VanishingRows } from "./raise-gamma.js";
import { rowMaxima } from "./shrink-rows.js";
import { discriminantStart } from "./start.js";

/** Ranks the features worked on, with the given γ or with the one that leaves k rows. */
export async function scoreRows(
  prepared: Prepared,
  options: LdfsOptions,
  context: SelectorContext,
): Promise<PartScored> {
  const start = discriminantStart(prepared);
  await context.progress(0);
  if (options.l !== null && start.rows < options.l)
    throw new InputError(
      "option-value",
      `${optionName("l")} must not exceed the dimensions that the class means span; ${options.l} was given and they span ${start.rows}`,
      { facts: { option: "l", given: options.l ?? start.rows } },
    );
  const normalised = options.variant === "normalised";
  const descender = new Descender(prepared, start, normalised);
  try {
    const { descent, order, gamma, why } = await (options.gamma === null ? byTarget : byGamma)(
      descender,
      prepared,
      options,
      context,
    );
    const { kernels } = prepared;
    const { certificate, notices } = normalised
      ? normalisedEvidence(kernels, descender, descent)
      : trivialEvidence(kernels, descender, descent, start);
    const { strengths } = descender.state();
    const top = strengths.reduce((most, x) => Math.max(most, x), 0);
    const { blocks } = prepared;
    const k = unitsWanted(prepared, context);
    const stuck =
      options.gamma === null && descent.left > k
        ? [
            methodWarning(
              `γ was raised to ${gamma.toPrecision(3)} and ${descent.left} rows are still left, not ${k}`,
            ),
          ]
        : [];
    return {
      scores: overRows(strengths, blocks).map((x) => x / top),
      order: blocks ? rowsInOrder(order, blocks, descender.directions()) : order,
      transformation: descender.directions().transposed().copy(),
      trace: {
        objective: descent.objective,
        divergence: descent.divergence,
        iterations: descent.objective.length,
        converged: descent.ending === "the objective settled",
      },
      certificate,
      chosen: { gamma, l: start.rows, alpha: prepared.alpha, ended: descent.ending, why },
      definition: definitionOf(options, descent),
      notices: [...notices, ...stuck],
    };
  } finally {
    descender.release();
  }
}

/** How many rows are to be left, or blocks where there are any. */
const unitsWanted = ({ columns, blocks }: Prepared, context: SelectorContext): number =>
  Math.min(context.blocks?.wanted ?? context.k, blocks?.count ?? columns.length);

const overRows = (values: Float64Array, blocks: Blocks | undefined) =>
  blocks ? blocks.overRows(values) : values;

/** The rows of the blocks in this order, those of a block by their largest entries. */
function rowsInOrder(order: Int32Array, { of }: Blocks, directions: Matrix): Int32Array {
  const place = new Map(Array.from(order, (block, at) => [block, at]));
  const own = rowMaxima(directions);
  return Int32Array.from(of.keys()).sort(
    (a, b) => place.get(of[a])! - place.get(of[b])! || own[b] - own[a] || a - b,
  );
}

interface Found {
  readonly descent: Descent;
  /** The rows, or blocks, best first. */
  readonly order: Int32Array;
  readonly gamma: number;
  readonly why: string;
}

async function byTarget(
  descender: Descender,
  prepared: Prepared,
  { maxIterations, tolerance }: LdfsOptions,
  context: SelectorContext,
): Promise<Found> {
  const k = unitsWanted(prepared, context);
  const { order, gamma, tried, descent } = await raiseGamma(
    descender,
    { k, maxIterations, tolerance },
    context.progress,
  );
  const why = `the last of ${tried} values, each twice the one before: ${descent.left} rows are left of at most ${k}`;
  return { descent, order, gamma, why };
}

async function byGamma(
  descender: Descender,
  _prepared: Prepared,
  { gamma: given, maxIterations, tolerance }: LdfsOptions,
  context: SelectorContext,
): Promise<Found> {
  const gamma = given!;
  const { separation, strengths } = descender.state();
  const rows = new VanishingRows(strengths);
  // Without a penalty the start is the minimum.
  const descent: Descent =
    gamma === 0
      ? {
          separation,
          penalty: 0,
          objective: [separation],
          divergence: [0],
          ending: "the objective settled",
          left: leftOf(strengths),
        }
      : await descender.descend(
          { gamma, maxIterations, tolerance },
          (parts) => rows.watch(parts),
          context.progress,
        );
  return { descent, order: rows.order(), gamma, why: "gamma was given" };
}

function definitionOf({ variant }: LdfsOptions, { ending }: Descent): string {
  const formula =
    "−tr((AᵀSwA)⁻¹AᵀSbA) + γ·Σ‖aⁱ‖_∞ with α added to the diagonal of Sw and scatter matrices as means";
  return variant === "normalised"
    ? `LDFS, normalised: ${formula}, under AᵀA = I, which has a minimum; ended because: ${ending}`
    : `LDFS as published, ${formula}, from the discriminant directions with AᵀStA = I; it has no minimum, and the descent ended because: ${ending}`;
}

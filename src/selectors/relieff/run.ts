import { log } from "../../numeric/math.js";
import type { Matrix } from "../../numeric/matrix.js";
import { upTo } from "../../numeric/up-to.js";
import { rank } from "../rank.js";
import type { Interim, Scored, SelectorContext } from "../selector.js";
import { methodWarning } from "../selector.js";
import type { Contributions } from "./contributions.js";
import type { RelieffOptions } from "./options.js";
import type { Rules } from "./rules.js";
import { powerOfTwoFrom } from "./scaled-samples.js";

/** The confidence at which running results are judged where none was asked for. */
const usualConfidence = 0.95;

/** Which samples are taken, and whether it may end before the last of them. */
interface Plan {
  /** All samples in the order in which they are taken; those from `total` on are left out. */
  readonly order: Int32Array;
  readonly total: number;
  readonly mayStop: boolean;
  /** All samples are taken, as they stand in the data. */
  readonly inOrder: boolean;
}

/** Samples are taken in random order where not all of them may be needed. */
export function planSamples(rows: number, options: RelieffOptions, context: SelectorContext): Plan {
  const total = Math.min(options.samples ?? rows, rows);
  const mayStop = options.confidence !== null || context.interim !== undefined;
  const inOrder = !mayStop && total === rows;
  const order = upTo(rows);
  return { order: inOrder ? order : context.random.shuffle(order), total, mayStop, inOrder };
}

/** Goes through the samples until all are done or it may stop. Scores over all samples do not depend on their order. */
export async function runRelieff(
  contributions: Contributions,
  { order, total, mayStop }: Plan,
  rules: Rules,
  options: RelieffOptions,
  context: SelectorContext,
): Promise<Scored> {
  const tally = new Tally(contributions.bounds, order.length);
  const judge = makeJudge(tally, contributions, total, rules, options, context.k);
  let why = total < order.length ? "samples was given" : "all samples were used";
  while (tally.done < total) {
    const { done } = tally;
    const block = order.subarray(done, Math.min(total, done + contributions.most));
    const progress = (part: number) => context.progress((done + part * block.length) / total);
    tally.add(await contributions.of(block, progress), block.length);
    await progress(1);
    if (!mayStop || tally.done === total) continue;
    const reason = reasonToStop(judge(), options, context);
    if (reason === null) continue;
    why = reason;
    break;
  }
  const { scores, errors, k, settled, confidence } = judge();
  const result = { scores, definition: rules.definition };
  const chosen = { samples: tally.done, settled, confidence, why };
  if (tally.done === order.length) return mayStop ? { ...result, chosen } : result;
  const part = `${tally.done} of ${order.length} samples`;
  return {
    ...result,
    definition: `${rules.definition}; from ${part}`,
    chosen,
    errors,
    ...(settled < k && {
      notices: [
        methodWarning(
          `the scores are estimates from ${part}: ${settled} of the best ${k} features are certain at confidence ${confidence}`,
        ),
      ],
    }),
  };
}

/** What is known so far, without the order of features; k is at most the number of those that are not constant. */
type Judgement = Omit<Interim, "ranking"> & { readonly constant: Uint8Array };

function makeJudge(
  tally: Tally,
  { bounds, most }: Contributions,
  total: number,
  { sumOverSamples }: Rules,
  options: RelieffOptions,
  wanted: number,
): () => Judgement {
  const constant = Uint8Array.from(bounds, (bound) => (bound === 0 ? 1 : 0));
  const k = Math.min(wanted, constant.filter((is) => is === 0).length);
  const factor = sumOverSamples ? tally.rows : 1;
  const confidence = options.confidence ?? usualConfidence;
  const allow = errorsToAllow(confidence, bounds.length, Math.ceil(total / most));
  return () => {
    const scores = tally.means().map((mean) => factor * mean);
    const errors = tally.errors().map((error) => factor * error);
    const settled = countSettled(scores, errors, constant, k, allow);
    return { done: tally.done, total, scores, errors, k, settled, confidence, constant };
  };
}

function reasonToStop(
  { constant, ...running }: Judgement,
  options: RelieffOptions,
  context: SelectorContext,
): string | null {
  if (options.confidence !== null && running.settled >= running.k)
    return `the best ${running.k} stand apart from the rest at confidence ${running.confidence}`;
  if (context.interim?.({ ...running, ranking: rank(running.scores, "larger", constant) }))
    return "it was asked to stop";
  return null;
}

/**
 * How many standard errors to allow on both sides, so that with the given confidence no interval of any feature misses its
 * score at any look. From P(|Z| > z) ≤ 2·exp(−z²/2) for a normal Z, and the sum of such chances over features and looks.
 */
function errorsToAllow(confidence: number, features: number, looks: number): number {
  return Math.sqrt(2 * log((2 * features * looks) / (1 - confidence)));
}

/**
 * How many features are sure to belong to the best k: even at the lower end of its interval, such a feature is beaten by
 * fewer than k others at the upper ends of theirs. Constant features are never among the best.
 */
function countSettled(
  scores: Float64Array,
  errors: Float64Array,
  constant: Uint8Array,
  k: number,
  allow: number,
): number {
  const varying = Array.from(scores.keys()).filter((j) => !constant[j]);
  if (varying.length <= k) return varying.length;
  const uppers = Float64Array.from(varying, (j) => scores[j] + allow * errors[j])
    .sort()
    .reverse();
  let settled = 0;
  for (const j of varying) {
    // A feature does not compete with itself.
    const rival = scores[j] + allow * errors[j] >= uppers[k - 1] ? uppers[k] : uppers[k - 1];
    if (scores[j] - allow * errors[j] > rival) settled++;
  }
  return settled;
}

/**
 * Running sums of what each sample says about each feature. Contributions are rounded to multiples of a small power of two,
 * which makes the sums exact: they do not depend on the order in which samples are taken.
 */
export class Tally {
  /** How many samples are in it. */
  done = 0;
  private readonly sums: Float64Array;
  private readonly squares: Float64Array;
  private readonly snaps: Float64Array;

  /** `bounds` says how large a contribution to each feature can be, `rows` how many samples there are. */
  constructor(
    bounds: Float64Array,
    readonly rows: number,
  ) {
    this.sums = new Float64Array(bounds.length);
    this.squares = new Float64Array(bounds.length);
    // Adding 1.5·2^m and taking it away again leaves a multiple of 2^(m − 52).
    this.snaps = bounds.map((bound) => 1.5 * powerOfTwoFrom(bound) * powerOfTwoFrom(rows));
  }

  /** Takes in the first `count` rows, one per sample. */
  add(contributions: Matrix, count: number): void {
    const { columns, data } = contributions;
    const { sums, squares, snaps } = this;
    for (let i = 0, at = 0; i < count; i++)
      for (let j = 0; j < columns; j++, at++) {
        const value = data[at] + snaps[j] - snaps[j];
        sums[j] += value;
        squares[j] += value * value;
      }
    this.done += count;
  }

  /** The mean contribution to each feature. */
  means(): Float64Array {
    return this.sums.map((sum) => sum / this.done);
  }

  /**
   * The standard error of each mean as an estimate of the mean over all samples: it is 0 when all are in, and infinite as
   * long as there is only one.
   */
  errors(): Float64Array {
    const { done, rows } = this;
    const unseen = 1 - done / rows;
    return this.sums.map((sum, j) => {
      if (done === rows) return 0;
      const variance = Math.max(0, this.squares[j] - (sum * sum) / done) / (done - 1);
      return done < 2 ? Number.POSITIVE_INFINITY : Math.sqrt((variance / done) * unseen);
    });
  }
}

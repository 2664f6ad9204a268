import { rank } from "../rank.js";
import type { Interim, Scored, SelectorContext } from "../selector.js";
import type { Contributions } from "./contributions.js";
import type { RelieffOptions } from "./options.js";
import type { Rules } from "./rules.js";
import { countSettled, errorsToAllow } from "./settled.js";
import { Tally } from "./tally.js";

/** The confidence at which running results are judged where none was asked for. */
const usualConfidence = 0.95;

/** Which samples are taken, and whether it may end before the last of them. */
export interface Plan {
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
  const order = Int32Array.from({ length: rows }, (_, i) => i);
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
      warnings: [
        `the scores are estimates from ${part}: of the best ${k} features, ${settled} are sure to be among them at confidence ${confidence}`,
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

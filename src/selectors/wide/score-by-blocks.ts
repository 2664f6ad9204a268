import type { Dataset } from "../../data/dataset.js";
import { blockDataset, type WideColumns } from "../../data/wide/wide-columns.js";
import { constantFeatures } from "../rank.js";
import { requireFeatures } from "../samples.js";
import type { Scored, SelectorContext, WideScored } from "../selector.js";
import { Gaps } from "./gaps.js";

/** Scores columns block by block, for a method whose score of a column depends on no other. */
export async function scoreByBlocks<O>(
  method: { score(data: Dataset, options: O, context: SelectorContext): Promise<Scored> },
  wide: WideColumns,
  options: O,
  context: SelectorContext,
): Promise<WideScored> {
  const { features } = wide.facts;
  const scores = new Float64Array(features);
  const constant = new Uint8Array(features);
  const gaps = new Gaps(wide);
  let last: Scored = { scores };
  for await (const block of wide.blocks()) {
    gaps.fill(block);
    const data = blockDataset(wide, block);
    const progress = (done: number) => context.progress((block.start + done * data.features) / features);
    last = await method.score(data, options, { ...context, progress });
    scores.set(last.scores, block.start);
    constant.set(constantFeatures(data), block.start);
    await progress(1);
  }
  requireFeatures(constant.filter((is) => !is).length);
  return { scored: { ...last, scores }, constant, notices: gaps.notices() };
}

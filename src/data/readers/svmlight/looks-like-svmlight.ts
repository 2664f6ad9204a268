import { decodeText } from "../shared/decode-text.js";

const label = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?(,[+-]?\d+)*$/i;
const pair = /^(\d+|qid):([+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|nan|[+-]?inf)$/i;

/** Whether the first bytes of a file are rows of a label and `index:value` pairs; the last, cut off token does not count. */
export function looksLikeSvmlight(head: Uint8Array): boolean {
  const lines = decodeText(head).split(/[\r\n]+/);
  let pairs = 0;
  for (let i = 0; i < lines.length; i++) {
    const tokens = lines[i].replace(/#.*/, "").split(/\s+/).filter(Boolean);
    if (i === lines.length - 1 && head.length >= 4096) tokens.pop();
    if (tokens.length === 0) continue;
    if (!label.test(tokens[0]) || !tokens.slice(1).every((token) => pair.test(token))) return false;
    pairs += tokens.length - 1;
  }
  return pairs > 0;
}

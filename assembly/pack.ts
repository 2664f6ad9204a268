import { TILE } from "./scratch";

/**
 * Copies `lines` lines of `depth` numbers into panels of four lines, in which the four numbers of the same depth stand
 * side by side; the last panel is filled up with zeros. Rows of A and columns of B are packed alike: `lineStride` leads
 * from line to line, `depthStride` along a line.
 */
export function pack(
  lines: i32,
  depth: i32,
  source: usize,
  lineStride: i32,
  depthStride: i32,
  target: usize,
): void {
  const lineBytes = (<usize>lineStride) << 3;
  const depthBytes = (<usize>depthStride) << 3;
  for (let first = 0; first < lines; first += TILE) {
    const panel = source + <usize>first * lineBytes;
    if (lines - first < TILE) packPartialPanel(lines - first, depth, panel, lineBytes, depthBytes, target);
    else if (depthStride == 1) packLines(depth, panel, lineBytes, target);
    else if (lineStride == 1) packAcross(depth, panel, depthBytes, target);
    else if (lineStride == -1) packBackwards(depth, panel, depthBytes, target);
    else packScattered(depth, panel, lineBytes, depthBytes, target);
    target += <usize>depth * (TILE * 8);
  }
}

/** The numbers of a line lie side by side: 2 × 2 numbers are turned in registers. */
function packLines(depth: i32, line0: usize, lineBytes: usize, target: usize): void {
  const line1 = line0 + lineBytes;
  const line2 = line1 + lineBytes;
  const line3 = line2 + lineBytes;
  const pairs = (<usize>(depth & ~1)) << 3;
  let at: usize = 0;
  for (; at < pairs; at += 16) {
    const x0 = v128.load(line0 + at);
    const x1 = v128.load(line1 + at);
    const x2 = v128.load(line2 + at);
    const x3 = v128.load(line3 + at);
    v128.store(target, v128.shuffle<f64>(x0, x1, 0, 2));
    v128.store(target, v128.shuffle<f64>(x2, x3, 0, 2), 16);
    v128.store(target, v128.shuffle<f64>(x0, x1, 1, 3), 32);
    v128.store(target, v128.shuffle<f64>(x2, x3, 1, 3), 48);
    target += 64;
  }
  if (depth & 1) packScattered(1, line0 + at, lineBytes, 0, target);
}

/** The four numbers of the same depth lie side by side. */
function packAcross(depth: i32, source: usize, depthBytes: usize, target: usize): void {
  for (let p = 0; p < depth; p++) {
    v128.store(target, v128.load(source));
    v128.store(target, v128.load(source, 16), 16);
    source += depthBytes;
    target += TILE * 8;
  }
}

/** The same in falling order, as solves from the end of a factor meet them. */
function packBackwards(depth: i32, source: usize, depthBytes: usize, target: usize): void {
  for (let p = 0; p < depth; p++) {
    const left = v128.load(source - 8);
    const right = v128.load(source - 24);
    v128.store(target, v128.shuffle<f64>(left, left, 1, 0));
    v128.store(target, v128.shuffle<f64>(right, right, 1, 0), 16);
    source += depthBytes;
    target += TILE * 8;
  }
}

function packScattered(depth: i32, source: usize, lineBytes: usize, depthBytes: usize, target: usize): void {
  for (let p = 0; p < depth; p++) {
    store<f64>(target, load<f64>(source));
    store<f64>(target, load<f64>(source + lineBytes), 8);
    store<f64>(target, load<f64>(source + 2 * lineBytes), 16);
    store<f64>(target, load<f64>(source + 3 * lineBytes), 24);
    source += depthBytes;
    target += TILE * 8;
  }
}

function packPartialPanel(
  lines: i32,
  depth: i32,
  source: usize,
  lineBytes: usize,
  depthBytes: usize,
  target: usize,
): void {
  for (let p = 0; p < depth; p++) {
    for (let line = 0; line < TILE; line++) {
      store<f64>(target, line < lines ? load<f64>(source + <usize>line * lineBytes) : 0);
      target += 8;
    }
    source += depthBytes;
  }
}

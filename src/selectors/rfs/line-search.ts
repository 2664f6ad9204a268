/** √(square + 2·slope·α + bend·α²), weighed and summed: the objective along a line, one entry for each length in it. */
export interface Lengths {
  readonly weights: Float64Array;
  /** What no squared length is below: ζ. */
  readonly floors: Float64Array;
  /** Squared lengths where the line starts, ζ included; */
  readonly squares: Float64Array;
  /** half their slope there; */
  readonly slopes: Float64Array;
  /** half their second derivative. */
  readonly bends: Float64Array;
}

/** The line is followed no further than this. */
const farthest = 2 ** 20;
const precision = 1e-8;
const mostSteps = 60;

/**
 * The α > 0 at which the sum is smallest, for a line along which it falls at first. The sum is convex, so Newton's method
 * kept between two ends finds it; nothing but these sums is needed, which is why an exact search costs so little.
 */
export function minimiseAlong(lengths: Lengths): number {
  let low = 0;
  let high = 1;
  while (high < farthest && slopeAt(lengths, high).first < 0) [low, high] = [high, 2 * high];
  let alpha = Math.min(1, high);
  for (let step = 0; step < mostSteps; step++) {
    const { first, second } = slopeAt(lengths, alpha);
    if (first > 0) high = alpha;
    else low = alpha;
    const newton = alpha - first / second;
    const next = newton > low && newton < high ? newton : (low + high) / 2;
    const moved = Math.abs(next - alpha);
    alpha = next;
    if (moved <= precision * alpha) break;
  }
  return alpha;
}

/** First and second derivative of the sum. */
function slopeAt(lengths: Lengths, alpha: number): { first: number; second: number } {
  const { weights, floors, squares, slopes, bends } = lengths;
  let first = 0;
  let second = 0;
  for (let i = 0; i < weights.length; i++) {
    const slope = slopes[i] + bends[i] * alpha;
    // Rounding can take a length that shrinks to nothing below its floor.
    const square = Math.max(squares[i] + (slopes[i] + slope) * alpha, floors[i]);
    const length = Math.sqrt(square);
    const unit = slope / length;
    first += weights[i] * unit;
    second += (weights[i] * Math.max(0, bends[i] - unit * unit)) / length;
  }
  return { first, second };
}

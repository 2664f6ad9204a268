/**
 * The candidate closest to the given name, or null if none is close: for "did you mean" in messages. One slip is allowed
 * in three letters or more, two in eight, and so on, or any in blanks, points, dashes and underscores alone. Names with
 * other numbers in them, such as g1 and g2, are other names.
 */
export function nearestName(written: string, candidates: readonly string[]): string | null {
  const wanted = written.toLowerCase();
  let best: string | null = null;
  let bestDistance = (wanted.length < 3 ? 0 : Math.max(1, Math.floor(wanted.length / 4))) + 1;
  const digits = digitsOf(wanted);
  for (const candidate of candidates) {
    if (digitsOf(candidate) !== digits) continue;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  if (best !== null) return best;
  for (const candidate of candidates) if (withoutMarks(candidate) === withoutMarks(wanted)) return candidate;
  return null;
}

const withoutMarks = (name: string) => name.toLowerCase().replace(/[\s._-]/g, "");

const digitsOf = (name: string) => name.replace(/\D/g, "");

/** ` (did you mean "x"?)`, or nothing. */
export function didYouMean(written: string, candidates: readonly string[]): string {
  const nearest = nearestName(written, candidates);
  return nearest === null ? "" : ` (did you mean "${nearest}"?)`;
}

/** Insertions, deletions, changes and swaps of neighbours; stops counting at `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let cost = Math.min(previous[j] + 1, current[j - 1] + 1, previous[j - 1] + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, before[j - 2] + 1);
      current.push(cost);
    }
    before = previous;
    previous = current;
  }
  return previous[b.length];
}

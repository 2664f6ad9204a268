/** From this many rows on, numbers that only count the rows are recognised. */
const fewestRows = 10;
/** Numbers that count the rows are missing in this part of the rows at most. */
const mostMissingIds = 0.1;

/** Why whole numbers that all differ are ids, or null where they are not. */
export function idInDisguise(name: string, values: Float64Array): string | null {
  const { length } = values;
  const named = isIdName(name);
  if (length < 2 || (length < fewestRows && !named)) return null;
  const seen = new Set<number>();
  let rising = true;
  let missing = 0;
  let [smallest, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const x of values) {
    // A line of totals has no number.
    if (Number.isNaN(x)) {
      if (++missing > length * mostMissingIds) return null;
      continue;
    }
    // Most columns leave here within a few rows.
    if (!Number.isInteger(x) || seen.has(x)) return null;
    if (seen.size > 0 && x < largest) rising = false;
    seen.add(x);
    smallest = Math.min(smallest, x);
    largest = Math.max(largest, x);
  }
  if (seen.size < 2) return null;
  // With gaps, as of years or doses in order, only numbers that count the rows are surely none of what was measured.
  if (missing > 0 && !rising && !named) return null;
  if ((smallest === 0 || smallest === 1) && largest - smallest === seen.size - 1)
    return `the numbers from ${smallest} to ${largest}, each once`;
  if (rising && missing === 0) return "whole numbers that rise from row to row";
  return named ? "whole numbers that all differ, named like an id" : null;
}

/** `id`, `patient_id`, `PatientID`, `sample nr` … */
export const isIdName = (name: string): boolean =>
  /^(?:.*[_\s.-])?(?:id|uid|uuid|index|nr|no|number|key|sample|patient|subject|case|record)$/i.test(name) ||
  /[a-z](?:Id|ID|Nr|No|Index|Key)$/.test(name);

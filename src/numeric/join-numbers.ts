/** Numbers one part after the other; a single part as it is. */
export function joinNumbers(parts: readonly Float64Array[]): Float64Array {
  if (parts.length === 1) return parts[0];
  const result = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

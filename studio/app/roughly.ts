/** A time that is only an estimate, in words. */
export function roughly(seconds: number): string {
  if (seconds < 1) return "a moment";
  if (seconds < 90) return `about ${Math.ceil(seconds)} s`;
  if (seconds < 5400) return `about ${Math.round(seconds / 60)} min`;
  return `about ${Math.round(seconds / 3600)} h`;
}

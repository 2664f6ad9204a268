/** The whole numbers from 0 up to, without, a count: all rows, or all columns. */
export function upTo(count: number): Int32Array {
  const numbers = new Int32Array(count);
  for (let at = 0; at < count; at++) numbers[at] = at;
  return numbers;
}

/** How many of the sorted values are smaller. */
export function placeIn(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The places of all values that are not NaN, the smallest value first, of equals the first. Numbers alone are sorted many
 * times as fast as places by what they hold.
 */
export function placesInOrder(values: Float64Array): Int32Array {
  const sorted = values.slice().sort();
  const taken = new Int32Array(values.length);
  const places = new Int32Array(values.length);
  let present = 0;
  for (let at = 0; at < values.length; at++) {
    if (Number.isNaN(values[at])) continue;
    const place = placeIn(sorted, values[at]);
    places[place + taken[place]++] = at;
    present++;
  }
  return places.subarray(0, present);
}

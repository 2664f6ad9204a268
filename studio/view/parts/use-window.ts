import { useLayoutEffect, useState } from "preact/hooks";

/** The height of a row in pixels; the style sheet says the same. */
const rowHeight = 32;
const spare = 10;

/** Which rows of a long table are in sight, and how much room those before and after them take. */
export function useWindow(
  scroller: { readonly current: HTMLElement | null },
  count: number,
  active: boolean,
): { first: number; last: number; before: number; after: number; onScroll?: () => void } {
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(480);
  useLayoutEffect(() => setHeight(scroller.current?.clientHeight ?? 480), [scroller]);
  if (!active) return { first: 0, last: count, before: 0, after: 0 };
  const inSight = Math.ceil(height / rowHeight);
  // After a search the list can be shorter than where it was scrolled to.
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, count - inSight - spare));
  const last = Math.min(count, first + inSight + 3 * spare);
  return {
    first,
    last,
    before: first * rowHeight,
    after: (count - last) * rowHeight,
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
  };
}

import { useLayoutEffect, useRef, useState } from "preact/hooks";

/** The height of a row in pixels; the style sheet says the same. */
const rowHeight = 32;
const spare = 10;

/** Which rows of a long table are in sight, and how much room those before and after them take. */
export function useWindow(count: number, active: boolean) {
  const scroller = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(480);
  // A shorter list (after a search) can leave the scroll position beyond its end.
  useLayoutEffect(() => {
    if (!scroller.current) return;
    setTop(scroller.current.scrollTop);
    setHeight(scroller.current.clientHeight);
  }, []);
  if (!active) return { scroller, first: 0, last: count, before: 0, after: 0 };
  const inSight = Math.ceil(height / rowHeight);
  const first = Math.max(0, Math.min(Math.floor(top / rowHeight) - spare, count - inSight - spare));
  const last = Math.min(count, first + inSight + 2 * spare + 10);
  return {
    scroller,
    onScroll: () => setTop(scroller.current?.scrollTop ?? 0),
    first,
    last,
    before: first * rowHeight,
    after: (count - last) * rowHeight,
  };
}

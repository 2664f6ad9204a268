import { useEffect, useState } from "preact/hooks";

/** Whether a scrolled region goes on to the right of what is in sight. */
export function useMoreToTheRight(scroller: { readonly current: HTMLElement | null }): boolean {
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const look = () => setMore(element.scrollLeft + element.clientWidth < element.scrollWidth - 2);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    element.addEventListener("scroll", look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener("scroll", look);
    };
  }, [scroller]);
  return more;
}

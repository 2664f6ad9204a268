import { useEffect, useState } from "preact/hooks";

/** The section that is being read: the last one whose heading has passed the upper third of the window. */
export function useCurrentSection(sections: readonly { readonly id: string }[]): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      frame = 0;
      const passed = sections.findLast(({ id }) => {
        const top = document.getElementById(id)?.getBoundingClientRect().top;
        return top !== undefined && top < innerHeight / 3;
      });
      setCurrent(passed?.id ?? null);
    };
    const soon = () => {
      frame ||= requestAnimationFrame(look);
    };
    look();
    addEventListener("scroll", soon, { passive: true });
    return () => {
      removeEventListener("scroll", soon);
      cancelAnimationFrame(frame);
    };
  }, [sections]);
  return current;
}

import { useEffect, useState } from "preact/hooks";
import type { Section } from "../../../src/report/report.js";
import { useCurrentSection } from "./use-current-section.js";

/** From here on there is room beside the sections; page.css says the same. */
const wideWindow = "(min-width: 1080px)";

/** The table of contents: beside the sections where there is room, else folded above them. */
export function Contents({ sections }: { readonly sections: readonly Section[] }) {
  const current = useCurrentSection(sections);
  const wide = useMedia(wideWindow);
  if (sections.length < 2) return null;
  return (
    <nav class="sal-contents" aria-label="Contents">
      <details open={wide}>
        <summary>Contents</summary>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${encodeURIComponent(id)}`} aria-current={id === current ? "location" : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ol>
      </details>
    </nav>
  );
}

function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const change = () => setMatches(list.matches);
    list.addEventListener("change", change);
    return () => list.removeEventListener("change", change);
  }, [query]);
  return matches;
}

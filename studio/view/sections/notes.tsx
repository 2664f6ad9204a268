import type { NotesSection } from "../../../src/report/report.js";

/** Paragraphs; a warning is marked by a word, not by its colour alone. */
export function Notes({ section }: { readonly section: NotesSection }) {
  const paragraphs = section.paragraphs.map((text) => <p key={text}>{withFlags(text)}</p>);
  if (section.tone === "plain") return <div class="sal-prose">{paragraphs}</div>;
  return (
    <div class="sal-warning" role="note">
      <p class="sal-warning-word">Worth knowing</p>
      {paragraphs}
    </div>
  );
}

/** The text, in which no line ends inside the name of a flag such as `--class-weight`. */
const withFlags = (text: string) =>
  text.split(/(--[a-z][a-z-]*)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <span key={at} class="sal-flag">
        {part}
      </span>
    ),
  );

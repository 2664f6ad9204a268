import type { NotesSection } from "../../../src/report/report.js";

/** Paragraphs; a warning is marked by a word, not by its colour alone. */
export function Notes({ section }: { readonly section: NotesSection }) {
  const paragraphs = section.paragraphs.map((text) => <p key={text}>{text}</p>);
  if (section.tone === "plain") return <div class="sal-prose">{paragraphs}</div>;
  return (
    <div class="sal-warning" role="note">
      <p class="sal-warning-word">Worth knowing</p>
      {paragraphs}
    </div>
  );
}

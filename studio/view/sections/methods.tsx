import type { MethodsSection } from "../../../src/report/report.js";
import { CodeBlock } from "../parts/code-block.js";
import { CopyButton } from "../parts/copy-button.js";

/** A paragraph and citations, ready to paste into a paper. */
export function Methods({ section }: { readonly section: MethodsSection }) {
  const bibtex = section.citations.map((citation) => citation.bibtex.trim()).join("\n\n");
  return (
    <>
      <div class="sal-quote">
        <p>{section.paragraph}</p>
        <div class="sal-tools">
          <CopyButton text={section.paragraph} label="methods paragraph" />
        </div>
      </div>
      {section.citations.length > 0 && (
        <>
          <ul class="sal-citations">
            {section.citations.map(({ text }) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <CodeBlock title="BibTeX" code={bibtex} file="references.bib" />
        </>
      )}
    </>
  );
}

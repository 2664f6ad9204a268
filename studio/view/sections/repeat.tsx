import type { RepeatSection } from "../../../src/report/report.js";
import { CodeBlock } from "../parts/code-block.js";

/** The recipe and the commands that give the same result again. */
export function Repeat({ section }: { readonly section: RepeatSection }) {
  return (
    <>
      {section.snippets.map(({ title, code, file, language }) => (
        <CodeBlock key={title} title={title} code={code} file={file} json={language === "json"} />
      ))}
    </>
  );
}

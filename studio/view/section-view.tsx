import type { Section } from "../../src/report/report.js";
import { Guard } from "./parts/guard.js";
import { viewOf } from "./registry.js";

/** One section with its heading. A kind from a later version is named, not dropped. */
export function SectionView({ section }: { readonly section: Section }) {
  const View = viewOf(section.kind);
  return (
    <section
      id={section.id}
      class={`sal-section sal-kind-${section.kind}`}
      aria-labelledby={`${section.id}-title`}
    >
      <h2 id={`${section.id}-title`}>{section.title}</h2>
      {section.text && <p class="sal-text">{section.text}</p>}
      {View ? (
        <Guard what="This part">
          <View section={section} />
        </Guard>
      ) : (
        <p class="sal-quiet">
          This part ({section.kind}) was made by a later version and cannot be shown here.
        </p>
      )}
    </section>
  );
}

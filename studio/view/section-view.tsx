import type { ComponentType } from "preact";
import { useMemo } from "preact/hooks";
import type { Section } from "../../src/report/report.js";
import { Guard } from "./parts/guard.js";
import { inPercent } from "./parts/in-percent.js";
import { viewOf } from "./registry.js";

/** One section with its heading; fractions are shown in percent. A kind from a later version is named, not dropped. */
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
          <Shown view={View} section={section} />
        </Guard>
      ) : (
        <p class="sal-quiet">
          This part ({section.kind}) was made by a later version and cannot be shown here.
        </p>
      )}
    </section>
  );
}

function Shown({
  view: View,
  section,
}: {
  readonly view: ComponentType<{ readonly section: Section }>;
  readonly section: Section;
}) {
  return <View section={useMemo(() => inPercent(section), [section])} />;
}

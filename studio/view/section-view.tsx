import type { ComponentChildren, ComponentType } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Section } from "../../src/report/report.js";
import { Guard } from "./parts/guard.js";
import { inPercent } from "./parts/in-percent.js";
import { viewOf } from "./registry.js";

/** One section with its heading; fractions are shown in percent. A kind from a later version is named, not dropped. */
export function SectionView({ section }: { readonly section: Section }) {
  return (
    <section
      id={section.id}
      class={`sal-section sal-kind-${section.kind}`}
      aria-labelledby={`${section.id}-title`}
    >
      {section.folded ? (
        <Folded id={section.id} title={section.title}>
          <Content section={section} />
        </Folded>
      ) : (
        <>
          <h2 id={`${section.id}-title`}>{section.title}</h2>
          <Content section={section} />
        </>
      )}
    </section>
  );
}

function Content({ section }: { readonly section: Section }) {
  const View = viewOf(section.kind);
  return (
    <>
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
    </>
  );
}

/** Opens by its heading, by its address, and on paper. */
function Folded({
  id,
  title,
  children,
}: {
  readonly id: string;
  readonly title: string;
  readonly children: ComponentChildren;
}) {
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const look = () => {
      if (location.hash === `#${encodeURIComponent(id)}`) setOpen(true);
    };
    const show = () => setOpen(true);
    look();
    addEventListener("hashchange", look);
    addEventListener("beforeprint", show);
    return () => {
      removeEventListener("hashchange", look);
      removeEventListener("beforeprint", show);
    };
  }, [id]);
  return (
    <details class="sal-folded" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2 id={`${id}-title`}>{title}</h2>
      </summary>
      {children}
    </details>
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

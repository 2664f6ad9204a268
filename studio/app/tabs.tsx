import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

/** Panels of which one is shown. A panel is made when it is first asked for, and keeps what it holds. */
export function Tabs({
  label,
  tabs,
}: {
  readonly label: string;
  readonly tabs: readonly { readonly title: string; readonly panel: ComponentChildren }[];
}) {
  const id = useId();
  const [shown, setShown] = useState(0);
  const [made, setMade] = useState<ReadonlySet<number>>(new Set([0]));
  const show = (at: number) => {
    setShown(at);
    setMade(new Set([...made, at]));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const next = (shown + step + tabs.length) % tabs.length;
    show(next);
    document.getElementById(`${id}-tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="st-tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
        {tabs.map(({ title }, at) => (
          <button
            key={title}
            type="button"
            role="tab"
            id={`${id}-tab-${at}`}
            aria-selected={at === shown}
            aria-controls={`${id}-panel-${at}`}
            tabIndex={at === shown ? 0 : -1}
            onClick={() => show(at)}
          >
            {title}
          </button>
        ))}
      </div>
      {tabs.map(({ title, panel }, at) => (
        <div
          key={title}
          role="tabpanel"
          id={`${id}-panel-${at}`}
          aria-labelledby={`${id}-tab-${at}`}
          hidden={at !== shown}
        >
          {made.has(at) && panel}
        </div>
      ))}
    </>
  );
}

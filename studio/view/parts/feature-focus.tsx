import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DistributionsSection } from "../../../src/report/report.js";

/** The feature that the reader has asked for, shared by all sections. */
export interface FeatureFocus {
  readonly name: string | null;
  readonly set: (name: string | null) => void;
  /** Asks the page around the report, which knows every feature; null where the report stands alone. */
  readonly ask: ((name: string) => void) | null;
  readonly distributions: DistributionsSection | null;
  /** Where each feature stands in `distributions`. */
  readonly places: ReadonlyMap<string, number>;
}

/** Carries the {@link FeatureFocus} to the sections. */
export const FeatureFocusContext = createContext<FeatureFocus>({
  name: null,
  set: () => {},
  ask: null,
  distributions: null,
  places: new Map(),
});

/** The feature in focus. */
export const useFeatureFocus = (): FeatureFocus => useContext(FeatureFocusContext);

/** A feature's name; a button where its distribution can be shown. */
export function FeatureName({ name }: { readonly name: string }) {
  const focus = useFeatureFocus();
  const { ask } = focus;
  if (ask)
    return (
      <button type="button" class="sal-link" title="Look at it closely" onClick={() => ask(name)}>
        {name}
      </button>
    );
  if (!focus.places.has(name)) return <>{name}</>;
  const shown = focus.name === name;
  return (
    <button
      type="button"
      class="sal-link"
      aria-pressed={shown}
      title="How it is spread"
      onClick={() => focus.set(shown ? null : name)}
    >
      {name}
    </button>
  );
}

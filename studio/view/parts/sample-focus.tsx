import { createContext } from "preact";
import { useContext } from "preact/hooks";

/** The samples that the reader looks at, shared by all sections; samples are rows of the data. */
export interface SampleFocus {
  /** The one that was pressed. */
  readonly chosen: number | null;
  /** The one under the pointer. */
  readonly hovered: number | null;
  /** Those that were marked by dragging; null where none are. */
  readonly marked: ReadonlySet<number> | null;
  /** Those that have a section of their own, with their values. */
  readonly drawn: ReadonlySet<number>;
  readonly choose: (row: number | null) => void;
  readonly hover: (row: number | null) => void;
  readonly mark: (rows: Iterable<number> | null) => void;
}

/** Carries the {@link SampleFocus} to the sections. */
export const SampleFocusContext = createContext<SampleFocus>({
  chosen: null,
  hovered: null,
  marked: null,
  drawn: new Set(),
  choose: () => {},
  hover: () => {},
  mark: () => {},
});

/** The samples in focus. */
export const useSampleFocus = (): SampleFocus => useContext(SampleFocusContext);

import { createContext } from "preact";
import { useContext, useEffect, useState } from "preact/hooks";
import type { State } from "./state.js";
import type { Studio } from "./studio.js";

/** Carries the studio to the components. */
export const StudioContext = createContext<Studio>(null as unknown as Studio);

/** The studio, and its state, which redraws the component when it changes. */
export function useStudio(): { readonly studio: Studio; readonly state: State } {
  const studio = useContext(StudioContext);
  const [state, setState] = useState(studio.state);
  useEffect(() => {
    setState(studio.state);
    return studio.listen(() => setState(studio.state));
  }, [studio]);
  return { studio, state };
}

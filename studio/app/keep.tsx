import { useStudio } from "./use-studio.js";

/** Step 5: take the result away. */
export function Keep() {
  const { state } = useStudio();
  if (!state.picked) return null;
  return <h1 tabIndex={-1}>Take it with you</h1>;
}

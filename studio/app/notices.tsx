import { useStudio } from "./use-studio.js";

/** What went wrong, and what else there is to say. The rest of the page stays as it is. */
export function Notices() {
  const { studio, state } = useStudio();
  return (
    <>
      <div role="alert">
        {state.problem && (
          <div class="st-message st-problem">
            <p>{state.problem}</p>
            <button type="button" class="sal-button" onClick={() => studio.complain(null)}>
              Close
            </button>
          </div>
        )}
      </div>
      <div role="status">{state.note && <p class="st-message st-note">{state.note}</p>}</div>
    </>
  );
}

import type { Notice, Remedy } from "salience/internal";
import type { Reading } from "../messages.js";
import { useStudio } from "./use-studio.js";

const words = { problem: "Problem", warning: "Careful", note: "Good to know" } as const;

/** The doctor's findings in plain words, with buttons for what can be done about them here. */
export function Findings({ findings }: { readonly findings: readonly Notice[] }) {
  const { studio, state } = useStudio();
  if (findings.length === 0) return <p class="st-all-clear">Nothing. The data looks fine.</p>;
  const isFile = state.source?.kind === "file";
  return (
    <ul class="st-findings">
      {findings.map(({ level, text, remedies = [] }) => (
        <li key={text} class={`st-${level}`}>
          <p>
            <b>{words[level]}:</b> {text}.
          </p>
          {isFile &&
            remedies.map((remedy) => {
              const reading = changeOf(remedy);
              return (
                reading && (
                  <button
                    key={remedy.action}
                    type="button"
                    class="sal-button"
                    onClick={() => void studio.read(reading)}
                  >
                    {labelOf(remedy)}
                  </button>
                )
              );
            })}
          {remedies.some(({ option, value }) => option === "target" && value === undefined) && (
            <p class="st-quiet">Choose the column with the classes.</p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** What one remedy changes in the reading, where that is known and the form has it. */
function changeOf({ option, value }: Remedy): Partial<Reading> | null {
  return value === undefined ? null : { [option]: value };
}

/** The action as the name of a button. */
const labelOf = ({ action }: Remedy) => action.charAt(0).toUpperCase() + action.slice(1);

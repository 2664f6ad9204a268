import type { Finding } from "salience/internal";
import type { Reading } from "../messages.js";
import { useStudio } from "./use-studio.js";

/** A way out of a finding, as the user can take it here. */
interface Remedy {
  readonly label: string;
  readonly reading: Partial<Reading>;
}

const words = { problem: "Problem", warning: "Careful", note: "Good to know" } as const;

/** The doctor's findings in plain words, with buttons for what can be done about them here. */
export function Findings({ findings }: { readonly findings: readonly Finding[] }) {
  const { studio, state } = useStudio();
  if (findings.length === 0) return <p class="st-all-clear">Nothing. The data looks fine.</p>;
  const isFile = state.source?.kind === "file";
  return (
    <ul class="st-findings">
      {findings.map(({ level, text, advice }) => (
        <li key={text} class={`st-${level}`}>
          <p>
            <b>{words[level]}:</b> {text}
            {advice && !advice.includes("--") ? `; ${advice}` : ""}.
          </p>
          {isFile &&
            remediesFor(advice).map(({ label, reading }) => (
              <button key={label} type="button" class="sal-button" onClick={() => void studio.read(reading)}>
                {label}
              </button>
            ))}
          {advice?.includes("--target") && <p class="st-quiet">Choose the column with the classes.</p>}
        </li>
      ))}
    </ul>
  );
}

/** Advice names the command line's flags; here they are buttons. */
function remediesFor(advice = ""): readonly Remedy[] {
  if (advice.includes("--missing"))
    return [
      { label: "Leave out rows with missing values", reading: { missing: "drop-rows" } },
      { label: "Leave out columns with missing values", reading: { missing: "drop-columns" } },
    ];
  if (advice.includes("normalize-total"))
    return [
      { label: "Normalise and take logarithms", reading: { transforms: ["normalize-total", "log1p"] } },
    ];
  if (advice.includes("--transform log"))
    return [{ label: "Take logarithms", reading: { transforms: ["log"] } }];
  return [];
}

import { useId } from "preact/hooks";
import type { Opened } from "../messages.js";
import { ColumnField } from "./column-field.js";
import { useStudio } from "./use-studio.js";

/** Which column holds the classes: what was guessed and why, and how to change it. */
export function TargetField({ data }: { readonly data: Opened }) {
  const { studio, state } = useStudio();
  const id = useId();
  if (state.source?.kind === "bundled")
    return (
      <p>
        The column <b>{data.target}</b>.
      </p>
    );
  const names = [...new Set([...(data.target ? [data.target] : []), ...data.leftOut, ...data.featureNames])];
  return (
    <>
      <ColumnField
        id={id}
        label={data.columns ? "Column with the classes" : "Array with the classes"}
        value={data.target ?? ""}
        names={names}
        onChoose={(target) => void studio.read({ target: target === "" ? undefined : target })}
      />
      <p class="st-quiet">
        {data.target === null
          ? "None was found. Name the column that says what each sample is."
          : data.guessed
            ? `A guess: ${data.guessed}. Change it if that is wrong.`
            : "As you said, or as the file says."}
      </p>
    </>
  );
}

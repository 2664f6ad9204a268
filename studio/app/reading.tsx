import { useId } from "preact/hooks";
import { type TransformName, transformNames } from "salience/internal";
import type { Opened, Reading as ReadingChoice } from "../messages.js";
import { ColumnField } from "./column-field.js";
import { useStudio } from "./use-studio.js";

const missingWays = {
  impute: "fill with the median or the most frequent level",
  knn: "fill from the nearest samples",
  "drop-rows": "leave out their rows",
  "drop-columns": "leave out their columns",
  error: "refuse them",
} as const satisfies Record<NonNullable<ReadingChoice["missing"]>, string>;

/** How the file is read, for files that are not of the usual form. Folded away. */
export function Reading({ data }: { readonly data: Opened }) {
  const { studio, state } = useStudio();
  const id = useId();
  if (state.source?.kind !== "file") return null;
  const { reading } = state;
  const read = (change: Partial<ReadingChoice>) => void studio.read(change);
  return (
    <details class="st-card st-fold">
      <summary>Read the file differently</summary>
      <div class="st-fields">
        <ColumnField
          id={`${id}-id`}
          label="Column with names of samples"
          value={reading.idColumn ?? ""}
          names={[...data.leftOut, ...data.featureNames]}
          onChoose={(name) => read({ idColumn: name === "" ? undefined : name })}
        />
        <div class="st-field">
          <label for={`${id}-missing`}>Missing values</label>
          <select
            id={`${id}-missing`}
            value={reading.missing ?? "impute"}
            onChange={(event) => read({ missing: event.currentTarget.value as keyof typeof missingWays })}
          >
            {Object.entries(missingWays).map(([way, text]) => (
              <option key={way} value={way}>
                {text}
              </option>
            ))}
          </select>
        </div>
        <div class="st-field">
          <label for={`${id}-transform`}>Change the values</label>
          <select
            id={`${id}-transform`}
            value={(reading.transforms ?? []).join(",")}
            onChange={(event) =>
              read({
                transforms: event.currentTarget.value
                  ? (event.currentTarget.value.split(",") as TransformName[])
                  : undefined,
              })
            }
          >
            <option value="">not at all</option>
            {[...transformNames, "normalize-total,log1p"].map((name) => (
              <option key={name} value={name}>
                {name.replace(",", ", then ")}
              </option>
            ))}
          </select>
        </div>
        <div class="st-field">
          <label for={`${id}-samples`}>Each sample is</label>
          <select
            id={`${id}-samples`}
            value={reading.samplesIn ?? "rows"}
            onChange={(event) =>
              read({ samplesIn: event.currentTarget.value as NonNullable<ReadingChoice["samplesIn"]> })
            }
          >
            <option value="rows">a row</option>
            <option value="columns">a column</option>
          </select>
        </div>
        <div class="st-field">
          <label for={`${id}-labels`}>Classes in another file</label>
          <input
            id={`${id}-labels`}
            type="file"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) read({ labels: { file, name: file.name }, target: undefined });
            }}
          />
        </div>
        {reading.labels && (
          <ColumnField
            id={`${id}-label-column`}
            label={`Column of ${reading.labels.name}`}
            value={reading.labelColumn ?? ""}
            names={[]}
            onChoose={(name) => read({ labelColumn: name === "" ? undefined : name })}
          />
        )}
      </div>
    </details>
  );
}

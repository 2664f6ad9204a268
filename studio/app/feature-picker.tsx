import { useId, useMemo, useState } from "preact/hooks";

/** So many matches are listed. */
const listed = 30;

/** Chooses features from any number of them by searching. */
export function FeaturePicker({
  title,
  hint,
  names,
  chosen,
  taken,
  onChange,
}: {
  readonly title: string;
  readonly hint: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  /** Those that are chosen elsewhere. */
  readonly taken: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const id = useId();
  const [wanted, setWanted] = useState("");
  const matches = useMemo(() => {
    const unavailable = new Set([...chosen, ...taken]);
    const lower = wanted.toLowerCase();
    const found: string[] = [];
    for (const name of names) {
      if (found.length === listed) break;
      if (!unavailable.has(name) && name.toLowerCase().includes(lower)) found.push(name);
    }
    return found;
  }, [names, chosen, taken, wanted]);
  return (
    <div class="st-picker">
      <div class="st-field">
        <label for={id}>{title}</label>
        <input
          id={id}
          type="search"
          value={wanted}
          placeholder="Search by name"
          autocomplete="off"
          onInput={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            if (matches.length > 0) onChange([...chosen, matches[0]]);
          }}
        />
        <span class="st-quiet">{hint}</span>
      </div>
      <ul class="st-chips" aria-label={`${title}: chosen`}>
        {chosen.map((name) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Remove ${name}`}
              onClick={() => onChange(chosen.filter((other) => other !== name))}
            >
              {name} <span aria-hidden="true">×</span>
            </button>
          </li>
        ))}
      </ul>
      {wanted !== "" && (
        <ul class="st-matches" aria-label={`${title}: matches`}>
          {matches.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => onChange([...chosen, name])}>
                {name}
              </button>
            </li>
          ))}
          {matches.length === 0 && <li class="st-quiet">No feature matches.</li>}
        </ul>
      )}
    </div>
  );
}

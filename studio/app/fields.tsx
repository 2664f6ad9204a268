import type { ComponentChildren } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import { allowedValues, checkOption, type NumberOption } from "salience/internal";

/** A labelled control with a hint below it. */
export function Field({
  id,
  label,
  hint,
  fault,
  children,
}: {
  readonly id: string;
  readonly label: string;
  readonly hint?: string;
  readonly fault?: string | null;
  readonly children: ComponentChildren;
}) {
  return (
    <div class="st-field">
      <label for={id}>{label}</label>
      {children}
      {hint && (
        <span id={`${id}-hint`} class="st-quiet">
          {hint}
        </span>
      )}
      {fault && (
        <span id={`${id}-fault`} class="st-fault" role="alert">
          {fault}
        </span>
      )}
    </div>
  );
}

/** A number, checked by its definition; while what is written is wrong, nothing changes. */
export function NumberField({
  label,
  value,
  hint,
  placeholder,
  optional = false,
  onChange,
  ...range
}: {
  readonly label: string;
  readonly value: number | null;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly min?: number;
  readonly above?: number;
  readonly max?: number;
  readonly integer?: boolean;
  /** Whether it may be left empty. */
  readonly optional?: boolean;
  readonly onChange: (value: number | null) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value === null ? "" : String(value));
  useEffect(() => {
    if (Number(text) !== value || (text === "") !== (value === null))
      setText(value === null ? "" : String(value));
  }, [value]);
  const definition: NumberOption = { type: "number", default: null, help: "", ...range };
  const fault = faultOf(label, definition, text, optional);
  const write = (next: string) => {
    setText(next);
    if (faultOf(label, definition, next, optional) === null)
      onChange(next.trim() === "" ? null : numberOf(next));
  };
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <Field id={id} label={label} hint={hint} fault={fault}>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        value={text}
        placeholder={placeholder}
        aria-invalid={fault !== null}
        aria-describedby={described || undefined}
        onInput={(event) => write(event.currentTarget.value)}
      />
    </Field>
  );
}

const numberOf = (text: string): number => Number(text.replace(",", "."));

function faultOf(label: string, definition: NumberOption, text: string, optional: boolean): string | null {
  if (text.trim() === "") return optional ? null : "Write a number.";
  try {
    checkOption(label, definition, numberOf(text));
    return null;
  } catch {
    return `${label} must be ${allowedValues(definition)}.`;
  }
}

/** This many names are offered; any other can be written. */
const offered = 300;

/** Text, or one of some names. Takes effect on Enter or when left; empty text is undefined. */
export function TextField({
  label,
  value,
  hint,
  placeholder,
  names = [],
  onChoose,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly placeholder?: string;
  readonly names?: readonly string[];
  readonly onChoose: (text: string | undefined) => void;
}) {
  const id = useId();
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  // Enter is followed by a change and by leaving the field: what was asked for once is not asked for again.
  const asked = useRef(value);
  useEffect(() => {
    asked.current = value;
  }, [value]);
  const choose = () => {
    const wanted = text.trim();
    if (wanted === value || wanted === asked.current) return;
    asked.current = wanted;
    onChoose(wanted === "" ? undefined : wanted);
  };
  return (
    <div>
      <Field id={id} label={label} hint={hint}>
        <input
          id={id}
          type="text"
          list={names.length > 0 ? `${id}-names` : undefined}
          value={text}
          placeholder={placeholder}
          autocomplete="off"
          aria-describedby={hint ? `${id}-hint` : undefined}
          onInput={(event) => {
            asked.current = value;
            setText(event.currentTarget.value);
          }}
          onChange={(event) => names.includes(event.currentTarget.value) && choose()}
          onKeyDown={(event) => event.key === "Enter" && choose()}
          onBlur={choose}
        />
      </Field>
      {names.length > 0 && (
        <datalist id={`${id}-names`}>
          {names.slice(0, offered).map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </div>
  );
}

/** One of a few values. An empty value stands for the default. */
export function ChoiceField({
  label,
  value,
  hint,
  choices,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly hint?: string;
  readonly choices: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string) => void;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={hint}>
      <select
        id={id}
        value={value}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    </Field>
  );
}

/** This many matches are listed. */
const listed = 30;

/** Chooses any number of names by searching. */
export function NamesField({
  label,
  hint,
  names,
  chosen,
  taken = [],
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly names: readonly string[];
  readonly chosen: readonly string[];
  /** Those that are chosen elsewhere. */
  readonly taken?: readonly string[];
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
  const choose = (name: string) => {
    onChange([...chosen, name]);
    // What was sought is found; where there is more of it, the search goes on.
    if (matches.length === 1) setWanted("");
  };
  return (
    <div class="st-picker">
      <Field id={id} label={label} hint={hint}>
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
            if (matches.length > 0) choose(matches[0]);
          }}
        />
      </Field>
      <Chips
        label={`${label}: chosen`}
        chosen={chosen}
        onRemove={(at) => onChange(chosen.toSpliced(at, 1))}
      />
      {wanted !== "" && (
        <ul class="st-matches" aria-label={`${label}: matches`}>
          {matches.map((name) => (
            <li key={name}>
              <button type="button" onClick={() => choose(name)}>
                {name}
              </button>
            </li>
          ))}
          {matches.length === 0 && <li class="st-quiet">No name matches.</li>}
        </ul>
      )}
    </div>
  );
}

/** Some of a few values, in the order in which they were chosen. */
export function OrderedField({
  label,
  hint,
  choices,
  chosen,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  readonly choices: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}) {
  const left = choices.filter((choice) => !chosen.includes(choice));
  return (
    <div class="st-picker">
      <ChoiceField
        label={label}
        hint={hint}
        value=""
        choices={[
          { value: "", label: chosen.length > 0 ? "add another" : "not at all" },
          ...left.map((value) => ({ value, label: value })),
        ]}
        onChange={(value) => value !== "" && onChange([...chosen, value])}
      />
      <Chips
        label={`${label}: chosen`}
        chosen={chosen}
        onRemove={(at) => onChange(chosen.toSpliced(at, 1))}
      />
    </div>
  );
}

function Chips({
  label,
  chosen,
  onRemove,
}: {
  readonly label: string;
  readonly chosen: readonly string[];
  readonly onRemove: (at: number) => void;
}) {
  return (
    <ul class="st-chips" aria-label={label}>
      {chosen.map((name, at) => (
        <li key={name}>
          <button type="button" aria-label={`Remove ${name}`} onClick={() => onRemove(at)}>
            {name} <span aria-hidden="true">×</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

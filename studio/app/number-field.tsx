import { useEffect, useState } from "preact/hooks";
import { checkOption, type NumberOption } from "salience/internal";

/** A number in a field, checked by its definition; while what is written is wrong, nothing changes. */
export function NumberField({
  id,
  label,
  value,
  hint,
  placeholder,
  optional = false,
  onChange,
  ...range
}: {
  readonly id: string;
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
      onChange(next.trim() === "" ? null : Number(next.replace(",", ".")));
  };
  const described = [hint && `${id}-hint`, fault && `${id}-fault`].filter(Boolean).join(" ");
  return (
    <div class="st-field">
      <label for={id}>{label}</label>
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

function faultOf(label: string, definition: NumberOption, text: string, optional: boolean): string | null {
  if (text.trim() === "") return optional ? null : "Write a number.";
  try {
    checkOption(label.replace(/ \(.*/, ""), definition, Number(text.replace(",", ".")));
    return null;
  } catch (error) {
    return `${(error as Error).message.replace(/;.*$/s, "")}.`;
  }
}

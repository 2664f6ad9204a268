import { useId, useRef } from "preact/hooks";
import type { GivenFile } from "../messages.js";
import { Field } from "./fields.js";

/** A file that belongs to the data; the one that was given can be taken away again. */
export function FileField({
  label,
  hint,
  used,
  onChange,
}: {
  readonly label: string;
  readonly hint: string;
  /** What is in use, as a sentence; undefined where nothing is. */
  readonly used: string | undefined;
  readonly onChange: (file: GivenFile | undefined) => void;
}) {
  const id = useId();
  return (
    <Field id={id} label={label} hint={used ?? hint}>
      <input
        id={id}
        type="file"
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) onChange({ file, name: file.name });
        }}
      />
      {used !== undefined && (
        <button type="button" class="sal-button" onClick={() => onChange(undefined)}>
          Do not use it
        </button>
      )}
    </Field>
  );
}

/** A button that asks for a file. */
export function FileButton({
  label,
  onFile,
}: {
  readonly label: string;
  readonly onFile: (file: GivenFile) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="sal-button" onClick={() => input.current?.click()}>
        {label}
      </button>
      <input
        ref={input}
        type="file"
        class="st-hidden"
        tabIndex={-1}
        aria-label={label}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile({ file, name: file.name });
        }}
      />
    </>
  );
}

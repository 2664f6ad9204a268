import { useEffect, useState } from "preact/hooks";

/** So many names are offered; any other can be written. */
const offered = 300;

/** A field for the name of a column, with those of the data to choose from. Takes effect on Enter or when left. */
export function ColumnField({
  id,
  label,
  value,
  names,
  onChoose,
}: {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly names: readonly string[];
  readonly onChoose: (name: string) => void;
}) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const choose = () => text.trim() !== value && onChoose(text.trim());
  return (
    <form
      class="st-field"
      onSubmit={(event) => {
        event.preventDefault();
        choose();
      }}
    >
      <label for={id}>{label}</label>
      <input
        id={id}
        type="text"
        list={`${id}-names`}
        value={text}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
        onChange={(event) => names.includes(event.currentTarget.value) && choose()}
        onBlur={choose}
      />
      <datalist id={`${id}-names`}>
        {names.slice(0, offered).map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </form>
  );
}

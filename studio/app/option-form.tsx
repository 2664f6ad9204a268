import { useId } from "preact/hooks";
import { allowedValues, type OptionDefinition, type OptionDefinitions } from "salience/internal";
import { NumberField } from "./number-field.js";

type Values = Readonly<Record<string, unknown>>;

/** A form made of the definitions of a method's options. Only what differs from the default is kept. */
export function OptionForm({
  definitions,
  values,
  onChange,
}: {
  readonly definitions: OptionDefinitions;
  readonly values: Values;
  readonly onChange: (values: Values) => void;
}) {
  const set = (name: string, value: unknown) => {
    const { [name]: _, ...rest } = values;
    onChange(value === definitions[name].default ? rest : { ...rest, [name]: value });
  };
  const entries = Object.entries(definitions);
  if (entries.length === 0) return <p class="st-quiet">It has none.</p>;
  return (
    <div class="st-fields">
      {entries.map(([name, definition]) => (
        <OptionField
          key={name}
          name={name}
          definition={definition}
          value={values[name] === undefined ? definition.default : values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}

function OptionField({
  name,
  definition,
  value,
  onChange,
}: {
  readonly name: string;
  readonly definition: OptionDefinition;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
}) {
  const id = useId();
  const hint = `${definition.help} (${allowedValues(definition)})`;
  if (definition.type === "number")
    return (
      <NumberField
        id={id}
        label={name}
        hint={hint}
        value={value as number | null}
        placeholder={definition.default === null ? "unset" : String(definition.default)}
        min={definition.min}
        above={definition.above}
        max={definition.max}
        integer={definition.integer}
        optional={definition.default === null}
        onChange={onChange}
      />
    );
  if (definition.type === "flag")
    return (
      <div class="st-field">
        <label class="st-check">
          <input
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.currentTarget.checked)}
          />
          {name}
        </label>
        <span class="st-quiet">{definition.help}</span>
      </div>
    );
  return (
    <div class="st-field">
      <label for={id}>{name}</label>
      <select
        id={id}
        value={(value as string | null) ?? ""}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.currentTarget.value === "" ? null : event.currentTarget.value)}
      >
        {definition.default === null && <option value="">unset</option>}
        {definition.choices.map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
      <span id={`${id}-hint`} class="st-quiet">
        {definition.help}
      </span>
    </div>
  );
}

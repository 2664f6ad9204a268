import {
  allowedValues,
  type OptionDefinition,
  type OptionDefinitions,
  type OptionValue,
  type PlainOptions,
} from "salience/internal";
import { methodOptionLabel } from "../method-words.js";
import { ChoiceField, NumberField } from "./fields.js";

/** A form made of the definitions of a method's options. Only what differs from the default is kept. */
export function OptionForm({
  definitions,
  values,
  onChange,
}: {
  readonly definitions: OptionDefinitions;
  readonly values: PlainOptions;
  readonly onChange: (values: PlainOptions) => void;
}) {
  const set = (name: string, value: OptionValue) => {
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
  readonly value: OptionValue;
  readonly onChange: (value: OptionValue) => void;
}) {
  if (definition.type === "number")
    return (
      <NumberField
        label={methodOptionLabel(name)}
        hint={`${definition.help} (${allowedValues(definition)})`}
        value={typeof value === "number" ? value : null}
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
          {methodOptionLabel(name)}
        </label>
        <span class="st-quiet">{definition.help}</span>
      </div>
    );
  return (
    <ChoiceField
      label={methodOptionLabel(name)}
      hint={definition.help}
      value={typeof value === "string" ? value : ""}
      choices={[
        ...(definition.default === null ? [{ value: "", label: "unset" }] : []),
        ...definition.choices.map((choice) => ({ value: choice, label: choice })),
      ]}
      onChange={(choice) => onChange(choice === "" ? null : choice)}
    />
  );
}

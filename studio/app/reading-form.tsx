import { type ReadingOption, type ReadingOptionName, readingOptions } from "salience/internal";
import type { Opened, Opening } from "../messages.js";
import { capital, choiceLabel, optionLabel } from "../words.js";
import { ChoiceField, NamesField, NumberField, OrderedField, TextField } from "./fields.js";
import { FileField } from "./file-field.js";
import { changeReading, type FormValue, formOptions } from "./reading.js";
import { useStudio } from "./use-studio.js";

/** Options that many files need; the others are folded away. */
const basic: readonly ReadingOptionName[] = [
  "target",
  "task",
  "idColumn",
  "rowGroups",
  "missing",
  "transforms",
  "samplesIn",
  "labels",
  "labelSheet",
  "labelColumn",
  "join",
];

/** How a file is read: a control for every reading option, by its kind. Folded away unless reading failed. */
export function ReadingForm({
  opening,
  data,
  open,
}: {
  readonly opening: Opening;
  readonly data: Opened | null;
  readonly open: boolean;
}) {
  if (opening.source.kind !== "file") return null;
  const shown = formOptions.filter((name) => applies(name, opening, data));
  const more = shown.filter((name) => !basic.includes(name));
  const field = (name: ReadingOptionName) => (
    <ReadingField key={name} name={name} opening={opening} data={data} />
  );
  return (
    <details class="st-card st-fold" open={open}>
      <summary>Read the file differently</summary>
      <div class="st-fields">{basic.filter((name) => shown.includes(name)).map(field)}</div>
      <details class="st-fold" open={more.some((name) => opening.reading[name] !== undefined)}>
        <summary>More reading options</summary>
        <div class="st-fields">{more.map(field)}</div>
      </details>
    </details>
  );
}

/** Whether an option matters for the file. The target has a field of its own where the classes are shown. */
function applies(name: ReadingOptionName, { reading }: Opening, data: Opened | null): boolean {
  const { formats }: ReadingOption = readingOptions[name];
  if (name === "target") return data === null;
  if (name === "labelSheet") return reading[name] !== undefined || /\.xlsx$/i.test(reading.labels ?? "");
  if (name === "labelColumn" || name === "join") return reading.labels !== undefined;
  return !formats || !data || reading[name] !== undefined || formats.includes(data.format);
}

function ReadingField({
  name,
  opening,
  data,
}: {
  readonly name: ReadingOptionName;
  readonly opening: Opening;
  readonly data: Opened | null;
}) {
  const { studio } = useStudio();
  const option: ReadingOption = readingOptions[name];
  const value = opening.reading[name];
  const set = (setting: FormValue) => void studio.open(changeReading(opening, name, setting));
  const shared = { label: optionLabel(name), hint: `${capital(option.help)}.` };
  const columns = data ? (name === "join" ? sheetColumns(data) : columnNames(data)) : [];
  const names = Array.isArray(value) ? value.map(String) : [];
  const text = value === undefined ? "" : String(value);
  switch (option.kind) {
    case "column":
      return <TextField {...shared} value={text} names={columns} onChoose={set} />;
    case "text":
      return <TextField {...shared} value={text === "\t" ? "tab" : text} onChoose={set} />;
    case "choice":
      return (
        <ChoiceField
          {...shared}
          value={text || (option.default ?? "")}
          choices={[
            ...(option.default === undefined ? [{ value: "", label: "guess" }] : []),
            ...option.choices.map((choice) => ({ value: choice, label: choiceLabel(name, choice) })),
          ]}
          onChange={(choice) => set(choice === "" ? undefined : choice)}
        />
      );
    case "flag":
      return (
        <ChoiceField
          {...shared}
          value={text}
          choices={[
            { value: "", label: "guess" },
            { value: "true", label: "yes" },
            { value: "false", label: "no" },
          ]}
          onChange={(choice) => set(choice === "" ? undefined : choice === "true")}
        />
      );
    case "choices":
      return <OrderedField {...shared} choices={option.choices} chosen={names} onChange={set} />;
    case "names":
      return <NamesField {...shared} names={columns} chosen={names} onChange={set} />;
    case "file":
      return <FileField {...shared} used={text === "" ? undefined : `${text} is in use.`} onChange={set} />;
    case "count":
      return (
        <NumberField
          {...shared}
          value={typeof value === "number" ? value : null}
          min={1}
          integer
          optional
          placeholder="all"
          onChange={(count) => set(count ?? undefined)}
        />
      );
    // The table of columns has it.
    case "declarations":
    case "levels":
      return null;
  }
}

/** The columns of a table; of other formats, the features. */
const columnNames = ({ columns, featureNames }: Opened): readonly string[] =>
  columns?.map(({ name }) => name) ?? featureNames;

/** Columns of the file with the labels that are not used yet, as a notice says. */
const sheetColumns = ({ notices }: Opened): readonly string[] =>
  notices.flatMap(({ remedies = [] }) =>
    remedies.flatMap(({ option, value }) =>
      option === "join" && Array.isArray(value) ? value.map(String) : [],
    ),
  );

/** Where the column to predict is chosen. */
export const targetFieldId = "target-field";

/** At most this many other columns are offered at once. */
const mostOffered = 6;
/** Of more columns than this, numbers are features. */
const mostColumns = 40;

/** Other columns that may be meant, categories first. */
function otherTargets({ columns, target }: Opened): readonly { name: string; what: string }[] {
  const free = (columns ?? []).filter(({ name, use }) => name !== target && use !== "ids");
  const categories = free.filter(
    ({ kind, levels = 2 }) => (kind === "category" || kind === "yes-no") && levels > 1,
  );
  const numbers = free.length > mostColumns ? [] : free.filter(({ kind }) => kind === "number");
  const edges = [numbers.at(-1), numbers[0], ...numbers.slice(1, -1)].filter((one) => one !== undefined);
  const offered = [...new Set([...categories, ...edges])].slice(0, mostOffered);
  return offered.map(({ name, kind, levels }) => ({
    name,
    what: levels ? `${levels} levels` : kind === "yes-no" ? "yes or no" : kind,
  }));
}

/** Which column is to be predicted: what was guessed and why, and how to change it. */
export function TargetField({ opening, data }: { readonly opening: Opening; readonly data: Opened }) {
  const { studio } = useStudio();
  if (opening.source.kind === "bundled")
    return (
      <p>
        The column <b>{data.target}</b>.
      </p>
    );
  const names = [...new Set([...(data.target ? [data.target] : []), ...columnNames(data)])];
  const others = otherTargets(data);
  return (
    <div id={targetFieldId}>
      <TextField
        label={data.columns ? optionLabel("target") : "Array to predict"}
        value={data.target ?? ""}
        names={names}
        onChoose={(target) => void studio.read("target", target)}
      />
      <p class="st-quiet">
        {data.target === null
          ? "None was found. Name the column with the class of each sample, or with a number to predict."
          : data.guessed
            ? `A guess: ${data.guessed}. Change it if that is wrong.`
            : "Set by you, by the file or by the example."}
      </p>
      {others.length > 0 && (
        <div class="st-offers">
          <span class="st-quiet">{data.target === null ? "Predict" : "Or predict"}</span>
          {others.map(({ name, what }) => (
            <button
              key={name}
              type="button"
              class="st-offer"
              onClick={() => void studio.read("target", name)}
            >
              {name} <span class="st-quiet">{what}</span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

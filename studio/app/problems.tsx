import { isReadingOption, type Notice, type Remedy, wordNotice, wordRemedies } from "salience/internal";
import type { Opening } from "../messages.js";
import { asSentence, capital, stopped, studioWording } from "../words.js";
import { FileButton } from "./file-field.js";
import { changeReading } from "./reading.js";
import { ReadingForm, targetFieldId } from "./reading-form.js";
import { useStudio } from "./use-studio.js";

/** What went wrong, and what else there is to say. The rest of the page stays as it is. */
export function Problems() {
  const { studio, state } = useStudio();
  const { problem, note, otherData } = state;
  const opening = problem?.opening ?? state.opening;
  return (
    <>
      <div role="alert">
        {problem && (
          <div class="st-message st-problem">
            <div>
              <p>{problem.sentence}</p>
              <Remedies remedies={problem.remedies} opening={opening} />
            </div>
            <button type="button" class="sal-button" onClick={() => studio.dismiss()}>
              Close
            </button>
          </div>
        )}
        {otherData && (
          <p class="st-message st-problem">
            {asSentence(noticeText(otherData))} Everything is set as in the recipe, but the result will not be
            the same.
          </p>
        )}
      </div>
      {problem?.opening && !state.data && !state.running && (
        <ReadingForm opening={problem.opening} data={null} open />
      )}
      <div role="status">{note && <p class="st-message st-note">{note}</p>}</div>
    </>
  );
}

/** A notice by itself, without what helps. Only one file is open, so it need not be named. */
const noticeText = ({ remedies: _remedies, file: _file, ...notice }: Notice) =>
  wordNotice(notice, studioWording);

const levels = { problem: "Problem", warning: "Careful", note: "Good to know" } as const;

/** Notices in plain words, with buttons for what can be done about them here. */
export function Notices({ notices }: { readonly notices: readonly Notice[] }) {
  const { state } = useStudio();
  return (
    <ul class="st-findings">
      {notices.map((notice) => (
        <li key={notice.text} class={`st-${notice.level}`}>
          <p>
            <b>{levels[notice.level]}:</b> {stopped(noticeText(notice))}
          </p>
          <Remedies remedies={notice.remedies ?? []} opening={state.opening} />
        </li>
      ))}
    </ul>
  );
}

/** A button for each remedy that can be applied here, with what it costs; the others in words. Bundled data is read as it is, and a metric decides only where k is to be found. */
function Remedies({
  remedies,
  opening,
}: {
  readonly remedies: readonly Remedy[];
  readonly opening: Opening | null;
}) {
  const { state } = useStudio();
  const fit = remedies.filter(({ option }) =>
    isReadingOption(option)
      ? opening?.source.kind === "file"
      : option !== "metric" || state.plan?.select.k === "auto",
  );
  return (
    <div class="st-remedies">
      {fit.map((remedy) => (
        <OneRemedy key={remedy.action} remedy={remedy} opening={opening} />
      ))}
    </div>
  );
}

function OneRemedy({ remedy, opening }: { readonly remedy: Remedy; readonly opening: Opening | null }) {
  const { studio, state } = useStudio();
  const { action, option, value, cost } = remedy;
  if (studio.isRemedied(remedy)) return <p class="st-all-clear">Done: {action}.</p>;
  if (studio.canRemedy(remedy, opening))
    return (
      <button type="button" class="sal-button" onClick={() => void studio.remedy(remedy, opening)}>
        {capital(action)} {cost && <span class="st-cost">{cost}</span>}
      </button>
    );
  if (opening && option === "labels" && value === undefined)
    return (
      <FileButton
        label="Open a file with the classes"
        onFile={(file) => void studio.open(changeReading(opening, "labels", file))}
      />
    );
  if (state.data && option === "target" && value === undefined)
    return (
      <button
        type="button"
        class="sal-button"
        onClick={() => document.getElementById(targetFieldId)?.querySelector("input")?.focus()}
      >
        {capital(action)}
      </button>
    );
  return <p class="st-quiet">{asSentence(wordRemedies([remedy], studioWording))}</p>;
}
